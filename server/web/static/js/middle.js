// The places of the table, each where its role puts it, and the line that says what is asked.
import { $, capital, h, mark, spoken } from './dom.js';
import { board } from './board.js';
import { renew } from './keep.js';
import { focusOn, stops } from './keys.js';
import { nameOf, wordsOf } from './names.js';
import { aroundMiddle, hand, inOrder, pile, track } from './piles.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./model.js').View} View */
/** @typedef {import('./model.js').Place} Place */

/** @param {Table} table */
export function drawMiddle(table) {
  const { view } = table;
  const marks = table.marks();
  const focus = /** @type {HTMLElement|null} */ (document.activeElement?.closest('[data-ref]'))?.dataset.ref;
  const targets = view.decision && !table.moment ? view.decision.groups.flatMap((g) => (g.axes || []).flatMap((a) => a.refs)).filter((ref) => ref.startsWith('c:')) : [];
  const live = [...marks.next, ...marks.chosen].filter((ref) => ref.startsWith('c:'));
  const over = view.places.filter((p) => p.shape === 'edges');
  const more = { targets: table.selection.empty ? [] : live.length ? live : targets, trails: trails(table), over };
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
  const plain = !main.length && !view.tale; // a table without a board
  const drawnPile = (/** @type {Place} */ place) => pile(place, table.drawer, marks);
  const inside = (/** @type {Place} */ place) => stock.filter((p) => p.inside === place.ref).map(drawnPile);
  const beside = view.tale ? besideTale(table, [...main, ...boards], [...own, ...stock, ...others], marks, more)
    : plain ? [] : inOrder([...boards, ...stock, ...others, ...own], main).map((place) => (boards.includes(place)
      ? h('section', { class: 'place', 'data-shape': place.shape }, h('h3', { text: place.title }), aroundMiddle(board(place, table.drawer, marks, { ...more, trails: [] }), inside(place))) : drawnPile(place)));
  const players = facts(table);
  renew(side, [...beside, ...(players ? [players] : [])]);
  $('table').classList.toggle('bare', !side.children.length);
  $('table').classList.toggle('facts-only', Boolean(players) && !beside.length);
  $('table').classList.toggle('no-board', plain);
  if (plain) {
    const row = (/** @type {string} */ name, /** @type {Place[]} */ list) => list.length ? [h('div', { class: `row ${name}` }, ...list.map((p) => (p.shape === 'hand' ? hand(p, table.drawer, marks, false) : drawnPile(p))))] : [];
    renew(middle, [...row('rivals', others), ...row('shared', inOrder([...stock, ...boards], [])), ...row('mine', own)]);
    $('table').classList.remove('tight', 'tighter');
    for (const name of ['tight', 'tighter']) if (middle.scrollHeight > middle.clientHeight + 4) $('table').classList.add(name); // all of it is seen, rather a little smaller
  } else {
    const framed = view.tale ? [] : main.map((place) => {
      const [box, tools] = table.zoom.frame(board(place, table.drawer, marks, more), middle);
      return [aroundMiddle(box, inside(place)), ...(tools ? [tools] : [])];
    });
    renew(middle, framed.flat());
    table.zoom.place(middle, `${view.decision?.id}${table.selection.chosen.length}`);
  }
  stops($('table'));
  if (focus) {
    const again = document.querySelector(`[data-ref="${CSS.escape(focus)}"]`);
    if (again) focusOn(again);
  }
  drawPrompt(table);
}

/**
 * In the margin of a story.
 * @param {Table} table @param {Place[]} boards @param {Place[]} piles @param {import('./draw.js').Marks} marks @param {Parameters<typeof board>[3]} more
 */
const besideTale = (table, boards, piles, marks, more) => [...boards.map((place) => h('section', { class: 'place' }, h('h3', { text: place.title }), board(place, table.drawer, marks, more))), ...piles.map((place) => pile(place, table.drawer, marks))];

/** What is known of everybody, and of the table as a whole. @param {Table} table */
function facts(table) {
  const { view } = table;
  const blocks = view.seats.filter((seat) => seat.who !== 'rules').map((seat) => {
    const facts = [...(seat.facts || []), ...(table.known.players?.[seat.name] || [])];
    if (!facts.length) return null;
    return h('section', { class: 'player' }, h('h3', { class: 'seat' }, mark(seat), spoken(seat.name), seat.who === 'you' && h('span', { class: 'soft', text: ' you' })),
      h('dl', {}, ...facts.map((f) => h('div', { class: f.high === undefined ? '' : 'on-track' }, h('dt', { text: f.name }), h('dd', { text: f.text }), track(f)))));
  });
  const whole = (view.facts || []).length ? h('section', { class: 'player' }, h('dl', {}, ...(view.facts || []).map((f) => h('div', {}, h('dt', { text: f.name }), h('dd', { text: f.text }))))) : null;
  const found = [whole, ...blocks].filter(Boolean);
  return found.length ? h('div', { class: 'players' }, ...found) : null;
}

/** Where the last things went that table viewer has not seen yet. @param {Table} table @returns {[string, string][]} */
function trails(table) {
  if (table.moment) return [];
  const since = (table.view.events || []).filter((e) => e.number > table.seen && e.who !== table.view.viewer);
  return since.slice(-6).flatMap((e) => e.moved || []).map(([, from, to]) => /** @type {[string, string]} */ ([from, to])).slice(-6);
}

/** What is asked, in one line. @param {Table} table */
export function prompt(table) {
  const { view } = table;
  if (table.moment) return 'You are looking at an earlier moment.';
  if (view.outcome) return view.outcome.sentence;
  if (view.decision && !table.myTurn) return 'One moment.';
  if (view.decision) {
    if (table.prepared) return `${wordsOf(view, table.all, table.prepared)}?`;
    if (table.selection.several) return `${view.decision.prompt} ${counted(table, table.selection.several)}`;
    if (table.selection.chosen.length) {
      const names = table.selection.chosen.map((ref) => nameOf(view, table.all, ref)).join(', ');
      const rest = table.selection.remaining();
      const verbs = [...new Set(rest.map((o) => o.group.title))];
      const group = rest[0]?.group;
      const axis = group?.axes?.find((_, i) => !table.selection.chosen.includes(rest[0].parts[i]));
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

/** How many of a group are picked. @param {import('./model.js').Several} several @param {Table} table */
function counted(table, several) {
  const { least, most } = several;
  return `${table.selection.chosen.length} picked of ${least === most ? most : least ? `${least} to ${most}` : `at most ${most}`}.`;
}

/** @param {Table} table */
export function drawPrompt(table) {
  const mine = table.myTurn && !table.view.outcome;
  $('prompt').replaceChildren(...(mine ? [h('b', { text: 'Your turn. ' })] : []), prompt(table));
  $('prompt').classList.toggle('waiting', !mine);
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
