// Under the thumb: the own hand, what can be done with what was touched, and requests of others.
import { $, capital, h, icon } from './dom.js';
import { listDialog } from './dialogs.js';
import { ending } from './ending.js';
import { renew } from './keep.js';
import { stops } from './keys.js';
import { nameOf, wordsOf } from './names.js';
import { hand } from './piles.js';
import { replayBar } from './replay.js';

/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./options.js').Option} Option */

/** @param {Table} table */
export function drawTray(table) {
  const { view, selection } = table;
  const marks = table.marks();
  const hands = view.places.filter((p) => p.role === 'own' && p.shape === 'hand');
  const tray = $('tray');
  tray.querySelector(':scope > .ask')?.remove(); // what its buttons do is new with every question
  renew(tray, hands.map((place) => hand(place, table.drawer, marks, true)));
  const ask = h('div', { class: 'ask' });
  if (table.moment) ask.append(replayBar(table));
  else if (view.asked) ask.append(asked(table));
  else if (table.prepared) ask.append(confirming(table, table.prepared));
  else if (table.myTurn) ask.append(verbs(table), ...chips(table));
  if (table.until && table.myTurn) ask.append(h('p', { class: 'small', 'data-until': table.until, text: 'The match goes on soon.' }));
  if (table.myTurn && !selection.empty && !table.prepared) {
    ask.querySelector('.verbs')?.append(h('button', { class: 'quiet', type: 'button', text: selection.several && selection.chosen.length > 1 ? 'Put them back' : 'Put it back', onclick: () => table.clear() }));
  }
  if (table.myTurn) ask.append(finder(table));
  if (view.outcome && !table.moment) ask.append(h('div', { class: 'verbs' }, h('button', { class: 'primary', type: 'button', text: 'See how it ended', onclick: () => ending(table) })));
  if (ask.children.length) tray.append(ask);
  tray.hidden = !tray.children.length;
  stops(tray);
}

/** @param {Table} table */
function asked(table) {
  const asked = /** @type {import('./model.js').Asked} */ (table.view.asked);
  const mine = asked.by === table.view.viewer;
  return h('div', { class: 'verbs', role: 'group', 'aria-label': 'A request' }, h('p', { text: mine ? 'You have asked the others. Wait for their answer.' : asked.sentence }),
    mine && h('button', { type: 'button', text: 'Drop it', onclick: () => table.wire?.ask({ do: 'answer', yes: false }) }),
    !mine && table.view.viewer && h('button', { class: 'primary', type: 'button', text: 'Agree', onclick: () => table.wire?.ask({ do: 'answer', yes: true }) }),
    !mine && table.view.viewer && h('button', { type: 'button', text: 'Rather not', onclick: () => table.wire?.ask({ do: 'answer', yes: false }) }));
}

/** @param {Table} table @param {Option} option */
function confirming(table, option) {
  return h('div', { class: 'verbs', role: 'group', 'aria-label': 'Confirm' },
    h('button', { class: 'on', type: 'button', 'data-confirm': 'yes', text: wordsOf(table.view, table.all, option), onclick: () => table.send(option, true) }),
    h('button', { class: 'quiet', type: 'button', text: 'Put it back', onclick: () => table.clear() }), h('span', { class: 'small soft', text: 'It cannot be taken back.' }));
}

/** @param {Table} table */
function verbs(table) {
  const { view, selection } = table;
  const decision = /** @type {import('./model.js').Decision} */ (view.decision);
  const rest = selection.remaining();
  const done = selection.complete();
  const alone = decision.groups.length === 1 && !decision.unavailable?.length;
  const buttons = decision.groups.map((group) => {
    const own = rest.filter((o) => o.group === group);
    const plain = !(group.axes || []).length;
    if (group.verb === 'choose' && group.role === 'act') return selection.several ? whole(table) : null;
    if (selection.several && group.role === 'done') return null;
    if (!plain && selection.empty && (innerWidth < 720 || alone)) return null; // touching what is marked is enough
    if (!selection.empty && !own.length && !plain) return null;
    const ready = done.find((o) => o.group === group);
    const on = selection.verb === group.verb || (selection.chosen.length && own.length === rest.length && own.length);
    return h('button', { class: `${on ? 'on' : ''} ${group.role}`, type: 'button', 'data-verb': group.verb, 'aria-pressed': plain ? null : on ? 'true' : 'false', text: group.title,
      onclick: () => (plain ? table.send({ group, parts: [] }) : ready ? table.send(ready) : table.pick(group.verb)) });
  });
  const missing = (selection.empty && innerWidth < 720 ? [] : decision.unavailable || []).map((verb) => h('button', { class: 'no', type: 'button', 'data-verb': verb.verb, 'aria-disabled': 'true', text: verb.title,
    onclick: (/** @type {Event} */ e) => table.why(/** @type {Element} */ (e.currentTarget), verb.verb, selection.chosen) }));
  return h('div', { class: 'verbs', role: 'toolbar', 'aria-label': 'What you can do' }, ...buttons, ...missing);
}

/** The button that sends what was picked. @param {Table} table */
function whole(table) {
  const { selection } = table;
  const many = selection.chosen.length;
  const lacking = (selection.several?.least || 0) - many;
  const text = lacking > 0 ? `Pick ${lacking}${many ? ' more' : ''}` : !many ? 'Choose none' : many > 1 ? `Choose these ${many}` : 'Choose this';
  const button = h('button', { class: selection.enough ? 'on' : '', type: 'button', 'data-several': 'yes', text, onclick: () => { const one = selection.whole(); if (one && selection.enough) table.send(one); } });
  button.toggleAttribute('disabled', !selection.enough);
  return button;
}

/** Parts that nothing on the table stands for: numbers, directions, values. @param {Table} table */
function chips(table) {
  const { view, selection } = table;
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
    ...[...found.keys()].map((ref) => h('button', { type: 'button', class: 'chip', 'data-ref': ref, 'data-chip': ref, text: nameOf(view, table.all, ref) })))];
}

/** @param {Table} table */
function finder(table) {
  const many = table.selection.remaining().length;
  return h('div', { class: 'finder' }, table.view.whole && h('button', { class: 'list', type: 'button', 'data-whole': 'yes', text: 'Take my whole turn back', onclick: () => table.undo(undefined, true) }), h('button', { class: 'list', type: 'button', onclick: () => listDialog(table) }, icon('list', 18), ` ${many} ${many === 1 ? 'way' : 'ways'} to go on`));
}
