// The table: a view is drawn, touches narrow the options, answers go to the server. The page has no other knowledge.
import { $, given, remember, setting } from './dom.js';
import { applied } from './model.js';
import { Selection } from './options.js';
import { Drawer, Sheet, seatColours } from './draw.js';
import { Wire } from './net.js';
import { things, wordsOf } from './names.js';
import { snapshot, travel } from './motion.js';
import { fingers } from './fingers.js';
import { alarm, announce } from './speak.js';
import { keyboard } from './keys.js';
import { drawPanel } from './panel.js';
import { bubble, hideBubble, inspector, noteDialog, toast, bookAt } from './dialogs.js';
import { curtain } from './curtain.js';
import { act, refsAt } from './deeds.js';
import { ending } from './ending.js';
import { drawMiddle, drawPrompt, prompt } from './middle.js';
import { peeking } from './peek.js';
import { setClock, tick } from './clock.js';
import { drawTabs, drawTop } from './top.js';
import { drawTray } from './tray.js';
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
    this.zoom = new Zoom(view.game);
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
    drawTop(this);
  }

  drawMiddle() {
    drawMiddle(this);
  }

  prompt() {
    return prompt(this);
  }

  drawPrompt() {
    drawPrompt(this);
  }

  drawTray() {
    drawTray(this);
  }

  drawPanel() {
    drawPanel(this);
  }

  drawTabs() {
    drawTabs(this);
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
    return act(this, name);
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
