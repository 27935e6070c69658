// The table: a view is drawn, touches narrow the options, answers go to the server. The page has no other knowledge.
import { $, given, h, iconButton, icon, mark, remember, setting, spoken, capital } from './dom.js';
import { applied } from './model.js';
import { Selection } from './options.js';
import { Drawer, Sheet, seatColours, state } from './draw.js';
import { board } from './board.js';
import { Wire } from './net.js';
import { nameOf, things, wordsOf } from './names.js';
import { snapshot, travel } from './motion.js';
import { fingers } from './fingers.js';
import { alarm, announce } from './speak.js';
import { focusOn, keyboard, stops } from './keys.js';
import { aroundMiddle, hand, inOrder, pile, track } from './piles.js';
import { logLines, scoreSheet, standing } from './panel.js';
import { bubble, hideBubble, inspector, listDialog, menuDialog, noteDialog, toast, bookAt } from './dialogs.js';
import { curtain } from './curtain.js';
import { ending } from './ending.js';
import { peeking } from './peek.js';
import { replayBar } from './replay.js';
import { clockText, setClock, tick, timeLeft } from './clock.js';
import { Zoom } from './zoom.js';

/** @typedef {import('./model.js').View} View */
/** @typedef {import('./model.js').Message} Message */
/** @typedef {import('./options.js').Option} Option */

export class Table {
  /** @param {View} view @param {boolean} curtained */
  constructor(view, curtained) {
    this.view = view;
    this.curtained = curtained;
    this.live = view; // what is now, while something earlier is looked at
    this.moment = 0; // the line of the log that is looked at; 0: now
    this.selection = new Selection(view.decision);
    this.sheet = new Sheet();
    this.drawer = new Drawer(this.sheet);
    /** @type {import('./model.js').Known} */
    this.known = {};
    this.all = things(view);
    /** @type {Option|null} */
    this.prepared = null;
    /** @type {string[]} */
    this.hinted = [];
    this.tab = 'table';
    this.busy = false;
    this.asking = false; // whether a question for worked-out facts is under way
    this.sent = ''; // the decision that has been answered, until something new comes
    this.until = 0; // when a question is no longer waited for
    this.zoom = new Zoom();
    this.seen = Math.max(view.seen || 0, Number(setting(`seen-${view.match}-${view.viewer}`, '0')));
    /** @type {Wire|null} */
    this.wire = null;
    this.asleep = 0;
  }

  async begin() {
    document.documentElement.style.setProperty('--game', this.view.accent);
    seatColours(this.view.seats);
    await this.sheet.load(this.view.looks);
    this.#listen();
    this.wire = new Wire(this.view.match, this.view.viewer, () => this.live.version, { message: (m) => this.#heard(m), state: (on) => this.#connection(on) });
    setClock(this.view.now);
    tick(() => this.live.seats.filter((seat) => typeof seat.clock === 'number'));
    this.#deadline();
    this.draw();
    this.askFacts();
    if (this.myTurn) this.speakTurn([]);
  }

  get me() {
    return this.view.seats.find((seat) => seat.name === this.view.viewer) || null;
  }

  get myTurn() {
    return Boolean(this.view.decision) && !this.moment && this.view.decision?.id !== this.sent;
  }

  // ------------------------------------------------------------ what comes from the server

  /** @param {Message} message */
  #heard(message) {
    if (message.kind === 'view' && message.view) {
      const { maker, hot } = this.live;
      setClock(message.view.now);
      this.#renew({ ...message.view, maker, hot }, message.view.events || []);
    } else if (message.kind === 'change') {
      if (message.version !== this.live.version + 1) {
        if ((message.version || 0) > this.live.version) this.wire?.again();
        return;
      }
      const next = this.live;
      next.version = message.version;
      applied(next, message.changed || {});
      next.events = [...(next.events || []), ...(message.events || [])];
      this.#renew(next, message.events || [], message.changed || {});
    } else if (message.kind === 'bye') {
      alarm(message.sentence || '');
      toast(message.sentence || 'The table is closed.', true);
    } else if (message.kind === 'refused') {
      toast(message.sentence || '');
    }
  }

  /** @param {View} next @param {import('./model.js').Happening[]} events @param {Record<string, any>} [changed] */
  #renew(next, events, changed) {
    const asked = this.live.decision?.id;
    this.live = next;
    if (this.moment) {
      this.draw();
      return;
    }
    this.view = next;
    if (asked !== next.decision?.id) this.#deadline();
    const before = snapshot(document);
    if (this.selection.decision?.id !== next.decision?.id || !changed || 'decision' in changed) {
      this.selection = new Selection(next.decision);
      this.prepared = null;
      this.hinted = [];
      hideBubble();
    }
    this.draw();
    travel(document, before);
    if (events.length || asked !== next.decision?.id) this.speakTurn(events.map((e) => e.text));
    if (next.decision && asked !== next.decision.id) this.#yourTurn();
    this.askFacts();
    if (this.view.hot?.length) this.#passOn();
  }

  /** A question that is not waited for for ever. */
  #deadline() {
    const seconds = this.live.decision?.seconds;
    this.until = seconds ? Date.now() + seconds * 1000 : 0;
  }

  #yourTurn() {
    if (document.hidden && setting('notify') === 'yes' && 'Notification' in window && Notification.permission === 'granted') {
      new Notification(this.view.title, { body: 'It is your turn.', tag: this.view.match });
    }
  }

  /** On one device the next seat gets it, behind a curtain if there is anything to hide. */
  #passOn() {
    const hot = this.view.hot || [];
    const waiting = this.view.seats.filter((seat) => seat.state === 'deciding' && hot.includes(seat.name));
    if (this.view.decision || !waiting.length || this.view.outcome) return;
    const next = waiting[0].name;
    if (!this.curtained) {
      location.replace(`/m/${this.view.match}?as=${encodeURIComponent(next)}`);
      return;
    }
    location.replace(`/m/${this.view.match}`); // this page forgets everything, and only then somebody else is asked for
  }

  /** @param {boolean} on */
  #connection(on) {
    if (!on && this.asleep) return; // each try that fails is the same loss
    clearTimeout(this.asleep);
    this.asleep = 0;
    if (on) $('lost').hidden = true;
    else this.asleep = window.setTimeout(() => { $('lost').hidden = false; alarm('Not connected. Trying again.'); }, 2000);
  }

  /** @param {string[]} happened */
  speakTurn(happened) {
    announce(happened, this.prompt(), this.view.decision ? this.selection.remaining().length : 0);
  }

  async askFacts() {
    const wide = innerWidth >= 720 || this.tab === 'score';
    if (!wide || !this.wire || this.moment || this.asking) return;
    const version = this.live.version;
    this.asking = true;
    const answer = await this.wire.ask({ do: 'facts' });
    this.asking = false;
    if (this.live.version !== version) this.askFacts(); // one question at a time, however fast the others are
    if (answer.known && this.live.version === version) {
      this.known = answer.known;
      this.drawer.known = answer.known.pieces || {};
      this.drawTop();
      this.drawPanel();
      this.drawMiddle();
    }
  }

  // ------------------------------------------------------------ drawing

  /** @returns {import('./draw.js').Marks} */
  marks() {
    const fresh = new Set();
    if (!this.myTurn || !this.view.decision) return { next: new Set(), soft: new Set(), chosen: [], fresh, hinted: [] };
    const { next, soft } = this.selection.touchable();
    for (const [line, cells] of Object.entries(this.view.decision.areas || {})) {
      if (next.has(line)) cells.forEach((cell) => next.add(cell));
      if (soft.has(line)) cells.forEach((cell) => soft.add(cell));
    }
    const lines = this.selection.chosen.flatMap((ref) => this.view.decision?.areas?.[ref] || []);
    // Nothing is chosen yet: cells that are only the second part of something are marked faintly, what begins it clearly.
    const faint = this.selection.empty && ![...next].every((ref) => /^[cln]:/.test(ref));
    return { next, soft, chosen: [...this.selection.chosen, ...lines], fresh, hinted: this.hinted, faint };
  }

  draw() {
    this.all = things(this.view);
    document.body.dataset.turn = this.myTurn ? 'mine' : '';
    document.title = `${this.myTurn ? 'Your turn · ' : ''}${this.view.title}`;
    $('table').dataset.tab = this.tab;
    $('table').classList.toggle('tale', Boolean(this.view.tale));
    this.drawTop();
    this.drawTray(); // before the board, which takes the room that is left
    this.drawMiddle();
    this.drawPanel();
    this.drawTabs();
  }

  drawTop() {
    const { view } = this;
    const marks = this.marks();
    const plates = view.seats.filter((seat) => seat.who !== 'rules').map((seat) => {
      const how = state([`s:${seat.name}`], marks);
      const total = this.moment ? undefined : this.known.scores?.[seat.name]?.reduce((sum, line) => sum + line.points, 0);
      return h('button', { class: `plate ${how}`, type: 'button', 'data-ref': `s:${seat.name}`, 'data-deciding': seat.state === 'deciding', 'data-away': seat.who === 'person' && seat.here === false, title: standing(seat), 'aria-label': standing(seat) },
        mark(seat, 20), h('span', { class: 'seat', text: spoken(seat.name) }),
        h('span', { class: 'says', text: seat.who === 'you' ? 'you' : seat.called || (seat.who === 'machine' ? seat.level || 'machine' : seat.here === false ? 'away' : '') }),
        seat.state === 'has chosen' && h('span', { class: 'tick', title: 'has chosen', text: '✓' }),
        typeof seat.clock === 'number' && h('span', { class: `time ${seat.since ? 'runs' : ''}`, 'data-clock': seat.name, text: clockText(timeLeft(seat)) }),
        total !== undefined && h('span', { class: 'num', text: String(total) }));
    });
    const undo = iconButton('undo', 'Take back', () => this.undo());
    undo.toggleAttribute('disabled', view.undo === 'no' || !view.undo || Boolean(this.moment));
    const hint = iconButton('bulb', 'Hint', () => this.hint(), 'wide');
    hint.toggleAttribute('disabled', !this.myTurn);
    $('top').replaceChildren(
      h('a', { class: 'icon', href: '/', 'aria-label': 'Back to the shelf' }, icon('back')), h('h1', { text: view.title }),
      h('span', { class: 'soft small wide', text: this.subtitle() }), h('span', { class: 'spacer' }), h('div', { class: `plates ${plates.length > 2 ? 'many' : ''}` }, ...plates), h('span', { class: 'spacer thin' }),
      hint, undo, iconButton('menu', 'Menu', () => menuDialog(this)));
  }

  subtitle() {
    if (this.moment) return 'looking back';
    if (this.view.outcome) return 'the match is over';
    if (!this.view.viewer) return 'you are looking on';
    return (this.view.hot?.length || 0) > 1 ? `${this.view.hot?.length} people, one screen` : '';
  }

  /** Where the last things went that this viewer has not seen yet. @returns {[string, string][]} */
  trails() {
    if (this.moment) return [];
    const since = (this.view.events || []).filter((e) => e.number > this.seen && e.who !== this.view.viewer);
    return since.slice(-6).flatMap((e) => e.moved || []).map(([, from, to]) => /** @type {[string, string]} */ ([from, to])).slice(-6);
  }

  drawMiddle() {
    const { view } = this;
    const marks = this.marks();
    const focus = /** @type {HTMLElement|null} */ (document.activeElement?.closest('[data-ref]'))?.dataset.ref;
    const targets = view.decision && !this.moment ? view.decision.groups.flatMap((g) => (g.axes || []).flatMap((a) => a.refs)).filter((ref) => ref.startsWith('c:')) : [];
    const live = [...marks.next, ...marks.chosen].filter((ref) => ref.startsWith('c:'));
    const over = view.places.filter((p) => p.shape === 'edges');
    const more = { targets: this.selection.empty ? [] : live.length ? live : targets, trails: this.trails(), over };
    const main = view.places.filter((p) => p.role === 'main');
    const boards = view.places.filter((p) => p.role === 'board' && p.shape !== 'edges');
    const stock = view.places.filter((p) => p.role === 'stock' && shown(p, marks));
    const others = view.places.filter((p) => p.role === 'other' && shown(p, marks));
    const own = view.places.filter((p) => p.role === 'own' && p.shape !== 'hand' && shown(p, marks));
    const middle = $('boards');
    const side = $('side');
    if (view.tale) {
      $('story').hidden = false;
      $('story').replaceChildren(...storyOf(view));
      const last = [...$('story').querySelectorAll('h2')].pop();
      $('story').scrollTop = last instanceof HTMLElement ? last.offsetTop - $('story').offsetTop - 8 : $('story').scrollHeight;
    }
    this.zoom.keep(middle);
    middle.replaceChildren();
    side.replaceChildren();
    if (main.length && !view.tale) {
      for (const place of main) {
        const drawn = board(place, this.drawer, marks, more);
        const [box, tools] = this.zoom.frame(drawn, middle, `${view.decision?.id}${this.selection.chosen.length}`);
        if (box) middle.append(aroundMiddle(box, stock.filter((p) => p.inside === place.ref).map((p) => pile(p, this.drawer, marks))));
        if (tools) middle.append(tools);
      }
      const drawnPile = (/** @type {import('./model.js').Place} */ place) => pile(place, this.drawer, marks);
      for (const place of inOrder([...boards, ...stock, ...others, ...own])) {
        if (!boards.includes(place)) side.append(drawnPile(place));
        else side.append(h('section', { class: 'place', 'data-shape': place.shape }, h('h3', { text: place.title }), aroundMiddle(board(place, this.drawer, marks, { ...more, trails: [] }), stock.filter((p) => p.inside === place.ref).map(drawnPile))));
      }
    } else {
      const row = (/** @type {string} */ name, /** @type {import('./model.js').Place[]} */ list) => list.length ? middle.append(h('div', { class: `row ${name}` }, ...list.map((p) => (p.shape === 'hand' ? hand(p, this.drawer, marks, false) : pile(p, this.drawer, marks))))) : null;
      const target = view.tale ? side : middle;
      if (view.tale) for (const place of [...main, ...boards]) target.append(h('section', { class: 'place' }, h('h3', { text: place.title }), board(place, this.drawer, marks, more)));
      if (view.tale) for (const place of [...own, ...stock, ...others]) side.append(pile(place, this.drawer, marks));
      else {
        row('rivals', others);
        row('shared', inOrder([...stock, ...boards]));
        row('mine', own);
      }
    }
    this.#facts(side);
    $('table').classList.toggle('bare', !side.children.length);
    $('table').classList.toggle('facts-only', Boolean(side.children.length) && !side.querySelector('.place'));
    $('table').classList.toggle('no-board', !main.length && !view.tale);
    $('table').classList.remove('tight', 'tighter');
    for (const name of ['tight', 'tighter']) if (!main.length && middle.scrollHeight > middle.clientHeight + 4) $('table').classList.add(name); // all of it is seen, rather a little smaller
    stops($('table'));
    if (focus) {
      const again = document.querySelector(`[data-ref="${CSS.escape(focus)}"]`);
      if (again) focusOn(again);
    }
    this.drawPrompt();
  }

  /** @param {HTMLElement} side */
  #facts(side) {
    const { view } = this;
    const blocks = view.seats.filter((seat) => seat.who !== 'rules').map((seat) => {
      const facts = [...(seat.facts || []), ...(this.known.players?.[seat.name] || [])];
      if (!facts.length) return null;
      return h('section', { class: 'player' }, h('h3', { class: 'seat' }, mark(seat), spoken(seat.name), seat.who === 'you' && h('span', { class: 'soft', text: ' you' })),
        h('dl', {}, ...facts.map((f) => h('div', { class: f.high === undefined ? '' : 'on-track' }, h('dt', { text: f.name }), h('dd', { text: f.text }), track(f)))));
    });
    const whole = (view.facts || []).length ? h('section', { class: 'player' }, h('dl', {}, ...(view.facts || []).map((f) => h('div', {}, h('dt', { text: f.name }), h('dd', { text: f.text }))))) : null;
    const found = [whole, ...blocks].filter(Boolean);
    if (found.length) side.append(h('div', { class: 'players' }, ...found));
  }

  /** What is asked, in one line. */
  prompt() {
    const { view } = this;
    if (this.moment) return 'You are looking at an earlier moment.';
    if (view.outcome) return view.outcome.sentence;
    if (view.decision && !this.myTurn) return 'One moment.';
    if (view.decision) {
      if (this.prepared) return `${wordsOf(view, this.all, this.prepared)}?`;
      if (this.selection.several) return `${view.decision.prompt} ${this.#counted(this.selection.several)}`;
      if (this.selection.chosen.length) {
        const names = this.selection.chosen.map((ref) => nameOf(view, this.all, ref)).join(', ');
        const rest = this.selection.remaining();
        const verbs = [...new Set(rest.map((o) => o.group.title))];
        const group = rest[0]?.group;
        const axis = group?.axes?.find((_, i) => !this.selection.chosen.includes(rest[0].parts[i]));
        if (verbs.length > 1 || !group) return `${capital(names)}: what with it?`;
        const asks = axis?.refs.every((ref) => ref.startsWith('c:')) ? `${axis.word || ''} where?`.trim() : `${axis?.word ? `${axis.word} ` : ''}which ${axis?.label || 'one'}?`;
        return `${capital(names)}: ${group.role === 'act' && group.verb !== 'choose' ? `${group.title.toLowerCase()} ` : ''}${asks}`;
      }
      return view.decision.prompt;
    }
    const deciding = view.seats.filter((seat) => seat.state === 'deciding');
    if (!deciding.length) return 'Waiting.';
    return `${deciding.length > 1 ? 'Waiting for' : ''} ${deciding.map((seat) => spoken(seat.name)).join(' and ')}${deciding.length > 1 ? '.' : ' is deciding.'}`.trim();
  }

  /** How many of a group are picked. @param {import('./model.js').Several} several */
  #counted(several) {
    const { least, most } = several;
    return `${this.selection.chosen.length} picked of ${least === most ? most : least ? `${least} to ${most}` : `at most ${most}`}.`;
  }

  drawPrompt() {
    const mine = this.myTurn && !this.view.outcome;
    $('prompt').replaceChildren(...(mine ? [h('b', { text: 'Your turn. ' })] : []), this.prompt());
    $('prompt').classList.toggle('waiting', !mine);
  }

  drawTray() {
    const { view, selection } = this;
    const marks = this.marks();
    const hands = view.places.filter((p) => p.role === 'own' && p.shape === 'hand');
    const tray = $('tray');
    tray.replaceChildren();
    for (const place of hands) tray.append(hand(place, this.drawer, marks, true));
    const ask = h('div', { class: 'ask' });
    if (this.moment) ask.append(replayBar(this));
    else if (view.asked) ask.append(this.#asked());
    else if (this.prepared) ask.append(this.#confirming(this.prepared));
    else if (this.myTurn) ask.append(this.#verbs(), ...this.#chips());
    if (this.until && this.myTurn) ask.append(h('p', { class: 'small', 'data-until': this.until, text: 'The match goes on soon.' }));
    if (this.myTurn && !selection.empty && !this.prepared) {
      ask.querySelector('.verbs')?.append(h('button', { class: 'quiet', type: 'button', text: selection.several && selection.chosen.length > 1 ? 'Put them back' : 'Put it back', onclick: () => this.clear() }));
    }
    if (this.myTurn) ask.append(this.#finder());
    if (view.outcome && !this.moment) ask.append(h('div', { class: 'verbs' }, h('button', { class: 'primary', type: 'button', text: 'See how it ended', onclick: () => ending(this) })));
    if (ask.children.length) tray.append(ask);
    tray.hidden = !tray.children.length;
    stops(tray);
  }

  #asked() {
    const asked = /** @type {import('./model.js').Asked} */ (this.view.asked);
    const mine = asked.by === this.view.viewer;
    return h('div', { class: 'verbs', role: 'group', 'aria-label': 'A request' }, h('p', { text: mine ? 'You have asked the others. Wait for their answer.' : asked.sentence }),
      mine && h('button', { type: 'button', text: 'Drop it', onclick: () => this.wire?.ask({ do: 'answer', yes: false }) }),
      !mine && this.view.viewer && h('button', { class: 'primary', type: 'button', text: 'Agree', onclick: () => this.wire?.ask({ do: 'answer', yes: true }) }),
      !mine && this.view.viewer && h('button', { type: 'button', text: 'Rather not', onclick: () => this.wire?.ask({ do: 'answer', yes: false }) }));
  }

  /** @param {Option} option */
  #confirming(option) {
    return h('div', { class: 'verbs', role: 'group', 'aria-label': 'Confirm' },
      h('button', { class: 'on', type: 'button', 'data-confirm': 'yes', text: wordsOf(this.view, this.all, option), onclick: () => this.send(option, true) }),
      h('button', { class: 'quiet', type: 'button', text: 'Put it back', onclick: () => this.clear() }), h('span', { class: 'small soft', text: 'It cannot be taken back.' }));
  }

  #verbs() {
    const { view, selection } = this;
    const decision = /** @type {import('./model.js').Decision} */ (view.decision);
    const rest = selection.remaining();
    const done = selection.complete();
    const alone = decision.groups.length === 1 && !decision.unavailable?.length;
    const buttons = decision.groups.map((group) => {
      const own = rest.filter((o) => o.group === group);
      const plain = !(group.axes || []).length;
      if (group.verb === 'choose' && group.role === 'act') return selection.several ? this.#whole() : null;
      if (selection.several && group.role === 'done') return null;
      if (!plain && selection.empty && (innerWidth < 720 || alone)) return null; // touching what is marked is enough
      if (!selection.empty && !own.length && !plain) return null;
      const ready = done.find((o) => o.group === group);
      const on = selection.verb === group.verb || (selection.chosen.length && own.length === rest.length && own.length);
      return h('button', { class: `${on ? 'on' : ''} ${group.role}`, type: 'button', 'data-verb': group.verb, 'aria-pressed': plain ? null : on ? 'true' : 'false', text: group.title,
        onclick: () => (plain ? this.send({ group, parts: [] }) : ready ? this.send(ready) : this.pick(group.verb)) });
    });
    const missing = (selection.empty && innerWidth < 720 ? [] : decision.unavailable || []).map((verb) => h('button', { class: 'no', type: 'button', 'data-verb': verb.verb, 'aria-disabled': 'true', text: verb.title,
      onclick: (/** @type {Event} */ e) => this.why(/** @type {Element} */ (e.currentTarget), verb.verb, selection.chosen) }));
    return h('div', { class: 'verbs', role: 'toolbar', 'aria-label': 'What you can do' }, ...buttons, ...missing);
  }

  /** The button that sends what was picked. */
  #whole() {
    const { selection } = this;
    const many = selection.chosen.length;
    const lacking = (selection.several?.least || 0) - many;
    const text = lacking > 0 ? `Pick ${lacking}${many ? ' more' : ''}` : !many ? 'Choose none' : many > 1 ? `Choose these ${many}` : 'Choose this';
    const button = h('button', { class: selection.enough ? 'on' : '', type: 'button', 'data-several': 'yes', text, onclick: () => { const one = selection.whole(); if (one && selection.enough) this.send(one); } });
    button.toggleAttribute('disabled', !selection.enough);
    return button;
  }

  /** Parts that nothing on the table stands for: numbers, directions, values. */
  #chips() {
    const { view, selection } = this;
    const found = new Map();
    for (const { group, parts } of selection.remaining()) {
      parts.forEach((ref, i) => {
        if (selection.chosen.includes(ref) || !/^[nvdl]:/.test(ref) || (ref.startsWith('l:') && view.decision?.areas?.[ref])) return;
        const others = parts.filter((other, n) => n !== i && !/^[nvd]:/.test(other) && !selection.chosen.includes(other));
        if (others.length) return; // first what lies on the table
        const axis = (group.axes || [])[i];
        found.set(ref, axis?.word || axis?.label || '');
      });
    }
    if (!found.size) return [];
    const label = [...found.values()][0];
    return [h('div', { class: 'chips', role: 'group', 'aria-label': label }, label && h('span', { class: 'label', text: capital(label) }),
      ...[...found.keys()].map((ref) => h('button', { type: 'button', class: 'chip', 'data-ref': ref, 'data-chip': ref, text: nameOf(view, this.all, ref) })))];
  }

  #finder() {
    const many = this.selection.remaining().length;
    return h('div', { class: 'finder' }, this.view.whole && h('button', { class: 'list', type: 'button', 'data-whole': 'yes', text: 'Take my whole turn back', onclick: () => this.undo(undefined, true) }), h('button', { class: 'list', type: 'button', onclick: () => listDialog(this) }, icon('list', 18), ` ${many} ${many === 1 ? 'way' : 'ways'} to go on`));
  }

  drawPanel() {
    const log = $('log');
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
    log.replaceChildren(...logLines(this));
    if (atEnd || !log.dataset.read) log.scrollTop = log.scrollHeight;
    log.dataset.read = 'yes';
    $('scores').replaceChildren(...scoreSheet(this.view, this.moment ? {} : this.known));
    $('scores').hidden = !$('scores').children.length;
  }

  drawTabs() {
    const fresh = (this.view.events || []).filter((e) => e.number > this.seen && e.who !== this.view.viewer).length;
    const tabs = /** @type {[string, string, string][]} */ ([['table', 'Table', 'table'], ['log', 'Log', 'log'], ['score', 'Score', 'score'], ['rules', 'Rules', 'book']]);
    $('tabs').replaceChildren(...tabs.map(([id, title, picture]) => h('button', { type: 'button', class: this.tab === id ? 'here' : '', 'aria-current': this.tab === id ? 'page' : null, onclick: () => this.go(id) },
      icon(picture), h('span', {}, title, id === 'log' && fresh > 0 && h('span', { class: 'count', text: String(fresh) })))));
  }

  /** @param {string} tab */
  go(tab) {
    this.tab = tab;
    $('table').dataset.tab = tab;
    if (tab === 'rules') bookAt(this, '');
    if (tab === 'score') this.askFacts();
    if (tab === 'log') this.look();
    this.drawTabs();
  }

  /** Everything up to here has been read. */
  look() {
    const last = (this.live.events || []).length;
    if (last <= this.seen) return;
    this.seen = last;
    remember(`seen-${this.view.match}-${this.view.viewer}`, String(last));
    this.wire?.send({ do: 'look', version: last });
  }

  // ------------------------------------------------------------ touches

  #listen() {
    fingers(this);
    peeking(this);
    document.addEventListener('contextmenu', (event) => {
      const spot = event.target instanceof Element ? event.target.closest('[data-ref]') : null;
      if (!spot) return;
      event.preventDefault();
      inspector(this, /** @type {HTMLElement} */ (spot).dataset.ref || '');
    });
    keyboard({ touch: (e) => this.touch(e), why: (e) => this.why(e, null, refsAt(e).slice(0, 1)), inspect: (e) => inspector(this, refsAt(e)[0]), act: (name) => this.act(name) });
    $('chat').addEventListener('submit', (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ ($('words'));
      if (field.value.trim()) this.wire?.ask({ do: 'say', text: field.value.slice(0, 500) });
      field.value = '';
    });
    addEventListener('resize', () => this.drawMiddle());
    document.addEventListener('visibilitychange', () => { if (document.hidden) this.look(); });
  }

  /** @param {string} name @returns {boolean} */
  act(name) {
    if (name.startsWith('verb ')) {
      const button = document.querySelectorAll('.verbs button')[Number(name.slice(5)) - 1];
      if (button instanceof HTMLElement) button.click();
      return Boolean(button);
    }
    const deeds = /** @type {Record<string, () => void>} */ ({
      list: () => listDialog(this), undo: () => this.undo(), whole: () => this.undo(undefined, true), hint: () => this.hint(), rules: () => bookAt(this, ''), log: () => this.go('log'), score: () => this.go('score'),
      clear: () => this.clear(), earlier: () => this.show((this.moment || (this.live.events || []).length) - 1), later: () => this.show(this.moment + 1),
      describe: () => announce(this.view.places.map((p) => (p.cells ? `${p.title}: ${p.cells.filter((c) => c.pieces?.length || c.heaps?.length).map((c) => c.say).join('. ')}` : p.say || '')).slice(0, 5), '', 0),
    });
    deeds[name]?.();
    return name in deeds;
  }

  /** @param {Element} spot */
  touch(spot) {
    hideBubble();
    if (this.moment || this.busy || this.zoom.panned) return;
    const refs = refsAt(spot);
    for (const [line, cells] of Object.entries(this.view.decision?.areas || {})) if (refs.some((ref) => cells.includes(ref))) refs.push(line);
    if (!this.myTurn) {
      if (refs[0]) inspector(this, refs[0]);
      return;
    }
    if (this.prepared && refs.some((ref) => this.prepared?.parts.includes(ref))) {
      this.send(this.prepared, true);
      return;
    }
    this.prepared = null;
    const full = this.selection.several && this.selection.chosen.length >= this.selection.several.most;
    if (this.selection.touch(refs) === 'nothing') {
      if (full && refs.some((ref) => this.selection.several?.refs.includes(ref))) {
        toast('No more can be picked. Touch one that you have picked to put it back.');
        return;
      }
      this.why(spot, null, refs.slice(0, 1), this.selection.chosen);
      this.clear();
      return;
    }
    this.#narrowed();
  }

  /** Take an option of the list; of a group it is one more. @param {Option} option */
  take(option) {
    if (!this.selection.several) {
      this.send(option);
      return;
    }
    this.selection.touch(option.parts);
    this.#narrowed();
  }

  /** @param {string} verb */
  pick(verb) {
    this.selection.verb = this.selection.verb === verb ? null : verb;
    this.#narrowed();
  }

  #narrowed() {
    const rest = this.selection.remaining();
    const done = this.selection.complete();
    if (done.length === 1 && rest.length === 1) {
      this.send(done[0]);
      return;
    }
    this.drawTop();
    this.drawTray(); // before the board, which takes the room that is left
    this.drawMiddle();
    announce([], this.prompt(), rest.length);
  }

  clear() {
    this.selection.clear();
    this.prepared = null;
    this.hinted = [];
    this.drawTop();
    this.drawTray(); // before the board, which takes the room that is left
    this.drawMiddle();
  }

  /** Whether to ask before something that cannot be taken back. */
  get careful() {
    return setting('confirm', matchMedia('(pointer: coarse)').matches ? 'final' : 'never');
  }

  /** @param {Option} option @param {boolean} [sure] */
  async send(option, sure = false) {
    const { decision } = this.view;
    if (!decision || this.busy || !this.myTurn) return;
    if (!sure && this.careful === 'always') {
      this.prepare(option);
      return;
    }
    this.busy = true;
    $('table').setAttribute('aria-busy', 'true');
    const answer = await /** @type {Wire} */ (this.wire).ask({ do: 'choose', decision: decision.id, verb: option.group.verb, parts: option.parts, several: Boolean(decision.several), sure: sure || this.careful === 'never' });
    this.busy = false;
    $('table').removeAttribute('aria-busy');
    if (answer.kind === 'confirm') {
      this.prepare(option);
      return;
    }
    if (answer.kind === 'refused') {
      this.clear();
      toast(answer.sentence || 'That is not possible now.');
    } else {
      if (this.view.decision?.id === decision.id) {
        this.sent = decision.id;
        this.draw();
      }
      this.look();
    }
  }

  /** @param {Option} option */
  prepare(option) {
    this.prepared = option;
    this.selection.chosen = option.parts;
    this.drawTray();
    this.drawMiddle();
    announce([], `${this.prompt()} It cannot be taken back.`, 0);
  }

  // ------------------------------------------------------------ questions and requests

  /** @param {Element} at @param {string|null} verb @param {string[]} parts @param {string[]} [more] */
  async why(at, verb, parts, more = []) {
    const asked = [...more, ...parts].filter((ref) => /^[pchxs]:/.test(ref)).slice(0, 6);
    const box = at.getBoundingClientRect();
    const answer = await this.wire?.ask({ do: 'why', verb: verb || undefined, parts: asked });
    if (answer?.why) bubble(this, box, answer.why);
    else if (answer?.sentence) toast(answer.sentence);
  }

  async hint() {
    const answer = await this.wire?.ask({ do: 'hint' });
    if (answer?.kind !== 'hint') {
      toast(answer?.sentence || 'There is no hint.');
      return;
    }
    this.hinted = answer.parts || [];
    const group = this.view.decision?.groups.find((g) => g.verb === answer.verb);
    this.drawTray();
    this.drawMiddle();
    if (group) toast(`A machine would: ${wordsOf(this.view, this.all, { group, parts: answer.parts || [] })}.`);
  }

  /** @param {number} [line] @param {boolean} [whole] */
  async undo(line, whole = false) {
    const answer = await this.wire?.ask({ do: 'undo', version: line, whole });
    if (answer?.sentence) toast(answer.sentence);
  }

  /** Look at the table as it was when a line of the log was written; 0 and the last line: now. @param {number} line */
  async show(line) {
    const last = (this.live.events || []).length;
    if (line <= 0 || line >= last) {
      this.moment = 0;
      this.view = this.live;
      this.selection = new Selection(this.live.decision);
      this.draw();
      return;
    }
    const answer = await this.wire?.ask({ do: 'at', version: line });
    if (!answer?.view) return;
    this.moment = line;
    this.view = { ...answer.view, maker: this.live.maker, hot: this.live.hot };
    this.selection = new Selection(null);
    const before = snapshot(document);
    this.draw();
    travel(document, before);
  }

  note() {
    noteDialog(this);
  }
}

/** What lies at a touched element, from the top down. @param {Element} element @returns {string[]} */
function refsAt(element) {
  const found = [];
  for (let at = /** @type {Element|null} */ (element); at; at = at.parentElement) {
    const ref = at instanceof HTMLElement || at instanceof SVGElement ? at.dataset.ref : '';
    if (ref) found.push(ref);
  }
  for (const inner of element.querySelectorAll('[data-ref]')) found.push(/** @type {HTMLElement} */ (inner).dataset.ref || '');
  return [...new Set(found)];
}

/** Places that hold nothing are left out, unless they can be touched. @param {import('./model.js').Place} place @param {import('./draw.js').Marks} marks */
function shown(place, marks) {
  return Boolean(place.pieces?.length || place.heaps?.length || marks.next.has(place.ref) || marks.soft.has(place.ref));
}

/** The last that was told, as text to be read. @param {View} view */
function storyOf(view) {
  const told = (view.events || []).filter((e) => e.kind === 'tell').slice(-14);
  return told.flatMap((e) => [e.title ? h('h2', { text: e.title }) : null, h('p', { text: e.text })]).filter((x) => x !== null);
}

const data = given();
document.documentElement.style.setProperty('--game', data.accent || data.view?.accent || '#37475a');
if (data.curtain) {
  curtain(data);
} else {
  const table = new Table(data.view, Boolean(data.curtained));
  /** @type {any} */ (window).table = table; // for tests
  await table.begin();
  if (data.moment) await table.show(data.moment);
  else if (table.view.outcome) ending(table);
}
