// The bar: who plays, whose turn it is, and what can always be reached.
import { $, h, icon, iconButton, mark, spoken } from './dom.js';
import { clockText, timeLeft } from './clock.js';
import { menuDialog } from './dialogs.js';
import { state } from './draw.js';
import { renew } from './keep.js';
import { standing } from './panel.js';

/** @typedef {import('./table.js').Table} Table */

/** @param {Table} table */
export function drawTop(table) {
  const { view } = table;
  const marks = table.marks();
  const plates = view.seats.filter((seat) => seat.who !== 'rules').map((seat) => {
    const how = state([`s:${seat.name}`], marks);
    const total = table.moment ? undefined : table.known.scores?.[seat.name]?.reduce((sum, line) => sum + line.points, 0);
    return h('button', { class: `plate ${how}`, type: 'button', 'data-ref': `s:${seat.name}`, 'data-deciding': seat.state === 'deciding', 'data-away': seat.who === 'person' && seat.here === false, title: standing(seat), 'aria-label': standing(seat) },
      mark(seat, 20), h('span', { class: 'seat', text: spoken(seat.name) }),
      h('span', { class: 'says', text: seat.who === 'you' ? 'you' : seat.called || (seat.who === 'machine' ? seat.level || 'machine' : seat.here === false ? 'away' : '') }),
      seat.state === 'has chosen' && h('span', { class: 'tick', title: 'has chosen', text: '✓' }),
      typeof seat.clock === 'number' && h('span', { class: `time ${seat.since ? 'runs' : ''}`, 'data-clock': seat.name, text: clockText(timeLeft(seat)) }),
      total !== undefined && h('span', { class: 'num', text: String(total) }));
  });
  const undo = iconButton('undo', 'Take back', () => table.undo());
  undo.toggleAttribute('disabled', view.undo === 'no' || !view.undo || Boolean(table.moment));
  const hint = iconButton('bulb', 'Hint', () => table.hint(), 'wide');
  hint.toggleAttribute('disabled', !table.myTurn);
  renew($('top'), [
    h('a', { class: 'icon', href: '/', 'aria-label': 'Back to the shelf' }, icon('back')), h('h1', { text: view.title }),
    h('span', { class: 'soft small wide', text: subtitle(table) }), h('span', { class: 'spacer' }), h('div', { class: `plates ${plates.length > 2 ? 'many' : ''}` }, ...plates), h('span', { class: 'spacer thin' }),
    hint, undo, iconButton('menu', 'Menu', () => menuDialog(table))]);
}

/** @param {Table} table */
function subtitle(table) {
  if (table.moment) return 'looking back';
  if (table.view.outcome) return 'the match is over';
  if (!table.view.viewer) return 'you are looking on';
  return (table.view.hot?.length || 0) > 1 ? `${table.view.hot?.length} people, one screen` : '';
}

/** @param {Table} table */
export function drawTabs(table) {
  const fresh = (table.view.events || []).filter((e) => e.number > table.seen && e.who !== table.view.viewer).length;
  const tabs = /** @type {[string, string, string][]} */ ([['table', 'Table', 'table'], ['log', 'Log', 'log'], ['score', 'Score', 'score'], ['rules', 'Rules', 'book']]);
  $('tabs').replaceChildren(...tabs.map(([id, title, picture]) => h('button', { type: 'button', class: table.tab === id ? 'here' : '', 'aria-current': table.tab === id ? 'page' : null, onclick: () => table.go(id) },
    icon(picture), h('span', {}, title, id === 'log' && fresh > 0 && h('span', { class: 'count', text: String(fresh) })))));
}
