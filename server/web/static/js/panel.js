// Beside the table: the score with what it is made of, and the log in sentences.
import { $, h, mark, spoken, capital } from './dom.js';
import { renew } from './keep.js';

/** @typedef {import('./model.js').View} View */
/** @typedef {import('./table.js').Table} Table */

/** How somebody stands, for a tip and those who listen. @param {import('./model.js').Seat} seat */
export function standing(seat) {
  const who = seat.who === 'you' ? 'you' : seat.called || (seat.who === 'machine' ? `a machine${seat.level ? ` (${seat.level})` : ''}` : 'a person');
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
  return [h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows, ...sum, ...partsOf(view, known, seats)))];
}

/** The colour of a seat where it must be told from the paper it stands on, by day and by night. @param {string} colour */
export function inkOf(colour) {
  const parts = /^#(..)(..)(..)$/.exec(colour);
  if (!parts) return colour;
  const [r, g, b] = parts.slice(1).map((x) => parseInt(x, 16));
  const light = 0.3 * r + 0.59 * g + 0.11 * b;
  return light > 205 ? 'var(--ink)' : light < 70 ? `var(--dim, ${colour})` : colour;
}

/** Single pieces that the score is made of, a column for each seat. @param {View} view @param {import('./model.js').Known} known @param {import('./model.js').Seat[]} seats */
function partsOf(view, known, seats) {
  const worth = new Set(known.worth || []);
  const found = new Map(seats.map((seat) => [seat.name, /** @type {[string, string][]} */ ([])]));
  for (const place of view.places) {
    for (const piece of (place.cells || [place]).flatMap((cell) => cell.pieces || [])) {
      const facts = known.pieces?.[piece.id] || [];
      const fact = facts.find((f) => worth.has(f.name) && f.text !== '0');
      const too = facts.filter((f) => f.text === 'yes').map((f) => f.name); // what else is true of it may count in the score
      if (fact && piece.owner) found.get(piece.owner)?.push([[spoken(piece.name || piece.kind), ...too].join(', '), fact.text]);
    }
  }
  const rows = Math.max(0, ...[...found.values()].map((list) => list.length));
  return Array.from({ length: rows }, (_, i) => h('tr', { class: 'part' }, h('th', { scope: 'row' }), ...seats.map((seat) => {
    const part = found.get(seat.name)?.[i];
    return h('td', {}, part && h('span', { class: 'soft', text: part[0] }), part && ` ${part[1]}`);
  })));
}

/** @param {Table} table @returns {Node[]} */
function logLines(table) {
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
    if (seat) line.style.setProperty('--seat', inkOf(seat.fill));
    if (event.title) line.append(h('b', { text: `${event.title}. ` }));
    if (event.kind === 'say') line.append(h('b', { text: `${event.who ? spoken(event.who) : 'An onlooker'}: ` }));
    line.append(h('button', { class: `line ${own ? 'mine' : ''}`, type: 'button', title: 'See the table at this moment', text: event.text, onclick: () => table.show(event.number) }));
    found.push(line);
  }
  return found;
}

/** Score and log; whoever reads the last lines goes on reading the last lines. @param {Table} table */
export function drawPanel(table) {
  const log = $('log');
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
  renew(log, logLines(table));
  if (atEnd || !log.dataset.read) log.scrollTop = log.scrollHeight;
  log.dataset.read = 'yes';
  renew($('scores'), scoreSheet(table.view, table.moment ? {} : table.known));
  $('scores').hidden = !$('scores').children.length;
}
