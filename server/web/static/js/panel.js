// Beside the table: the score with what it is made of, and the log in sentences.
import { h, mark, spoken, capital } from './dom.js';

/** @typedef {import('./model.js').View} View */
/** @typedef {import('./table.js').Table} Table */

/** How somebody stands, for a tip and those who listen. @param {import('./model.js').Seat} seat */
export function standing(seat) {
  const who = seat.who === 'you' ? 'you' : seat.called || (seat.who === 'machine' ? 'a machine' : 'a person');
  return `${spoken(seat.name)}, ${who}, ${seat.state || 'waiting'}`;
}

/** @param {View} view @param {import('./model.js').Known} known @returns {Node[]} */
export function scoreSheet(view, known) {
  const scores = view.outcome?.scores && Object.keys(view.outcome.scores).length ? view.outcome.scores : known.scores;
  const seats = view.seats.filter((seat) => scores?.[seat.name]);
  if (!scores || !seats.length) return [];
  const entries = [...new Set(seats.flatMap((seat) => scores[seat.name].map((line) => line.name)))];
  if (!entries.length) return [];
  const points = (/** @type {string} */ seat, /** @type {string} */ name) => scores[seat].find((line) => line.name === name)?.points ?? 0;
  const total = (/** @type {string} */ seat) => scores[seat].reduce((sum, line) => sum + line.points, 0);
  const head = h('tr', {}, h('th', { scope: 'col' }, h('span', { class: 'title', text: 'Score' })), ...seats.map((seat) => h('th', { scope: 'col' }, h('span', { class: 'seat' }, mark(seat, 15), spoken(seat.name)))));
  const rows = entries.map((name) => h('tr', {}, h('th', { scope: 'row', text: capital(spoken(name)) }), ...seats.map((seat) => h('td', { text: String(points(seat.name, name)) }))));
  const sum = entries.length > 1 ? [h('tr', { class: 'total' }, h('th', { scope: 'row', text: view.outcome ? 'Score' : 'Now' }), ...seats.map((seat) => h('td', { text: String(total(seat.name)) })))] : [];
  return [h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows, ...sum))];
}

/** @param {Table} table @returns {Node[]} */
export function logLines(table) {
  const { live } = table;
  const seats = new Map(live.seats.map((seat) => [seat.name, seat]));
  const found = [];
  let told = false;
  for (const event of (live.events || []).slice(-400)) {
    if (event.number > table.seen && !told && event.who !== live.viewer && event.number > 1) {
      found.push(h('div', { class: 'since', text: 'Since you last looked' }));
      told = true;
    }
    const seat = event.who ? seats.get(event.who) : null;
    const own = live.viewer && event.text.includes(spoken(live.viewer)) && event.who !== live.viewer;
    const line = h('div', { class: `${event.kind} ${event.number <= table.seen ? 'old' : ''} ${event.number === table.moment ? 'here' : ''}`, 'data-line': event.number });
    if (seat) line.style.setProperty('--seat', seat.fill === '#ffffff' ? 'var(--ink)' : seat.fill);
    if (event.title) line.append(h('b', { text: `${event.title}. ` }));
    if (event.kind === 'say') line.append(h('b', { text: `${event.who ? spoken(event.who) : 'An onlooker'}: ` }));
    line.append(h('button', { class: `line ${own ? 'mine' : ''}`, type: 'button', title: 'See the table at this moment', text: event.text, onclick: () => table.show(event.number) }));
    found.push(line);
  }
  return found;
}
