// The end: who won, the score sheet, how it went, and once more.
import { $, h, s, spoken } from './dom.js';
import { sheet as opening, toast } from './dialogs.js';
import { inkOf, scoreSheet } from './panel.js';

/** @typedef {import('./table.js').Table} Table */

const WIDE = 1024; // pixels from which the end stands beside the table, not over it

/** @param {Table} table */
export function ending(table) {
  const { live: view } = table;
  const outcome = view.outcome;
  if (!outcome || document.querySelector('dialog[open]')) return;
  const beside = innerWidth >= WIDE;
  const last = (view.events || []).length;
  const slider = h('input', { type: 'range', min: 1, max: Math.max(1, last), value: last, 'aria-label': 'A moment of the match' });
  const said = h('p', { class: 'small soft', text: 'Slide to see any moment of the match.' });
  const curve = h('div', { class: 'curve' });
  table.wire?.ask({ do: 'curve' }).then((answer) => { if ((answer.curve || []).length > 1) curve.append(drawn(view, answer.curve || [], last)); });
  slider.addEventListener('change', () => { if (!beside) box.close(); table.show(Number(slider.value)); });
  slider.addEventListener('input', () => { said.textContent = (view.events || [])[Number(slider.value) - 1]?.text || ''; });
  const sheet = h('div', { class: 'scores final' }, ...scoreSheet(view, table.known));
  if (!table.known.worth) table.wire?.ask({ do: 'facts' }).then((answer) => { if (answer.known) sheet.replaceChildren(...scoreSheet(view, answer.known)); });
  const totals = Object.values(outcome.scores || {}).filter((lines) => lines.length).map((lines) => lines.reduce((sum, line) => sum + line.points, 0));
  const standing = totals.length > 1 ? `${totals.sort((a, b) => b - a).join(' to ')}.` : '';
  const box = opening(outcome.sentence,
    outcome.resigned ? h('p', { text: outcome.reason }) : null,
    outcome.deciding ? h('p', { text: outcome.deciding }) : null,
    standing ? h('p', { class: 'soft', text: standing }) : null,
    sheet,
    h('section', { class: 'course' }, h('h3', { text: 'How it went' }), curve, slider, said),
    h('div', { class: 'verbs' },
      view.viewer ? h('button', { class: 'primary', type: 'button', text: view.next ? 'Go to the rematch' : 'Rematch', onclick: () => rematch(table) }) : null,
      h('a', { class: 'button', href: `/m/${view.match}/transcript.json`, download: `${view.match}.json`, text: 'Keep the record' }),
      h('a', { class: 'button quiet', href: '/', text: 'Back to the shelf' })));
  box.classList.add('ending');
  if (!beside) {
    box.showModal();
    return;
  }
  const room = (/** @type {boolean} */ on) => { $('table').classList.toggle('ended', on); dispatchEvent(new Event('resize')); };
  box.classList.add('beside'); // the table stays in sight, and the slider moves it
  box.addEventListener('close', () => room(false));
  box.show();
  room(true);
}

const DASHES = ['', '7 5', '2 5', '12 4 2 4', '1 4', '16 6'];

/**
 * The score at the end of each turn: a line for each seat, told apart by its pattern as well as by its colour.
 * @param {import('./model.js').View} view @param {{line: number, scores: Record<string, number>}[]} stands @param {number} last
 */
function drawn(view, stands, last) {
  const seats = view.seats.filter((seat) => seat.name in stands[0].scores);
  const all = stands.flatMap((stand) => Object.values(stand.scores));
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (/** @type {number} */ line) => 4 + ((line - 1) / Math.max(1, last - 1)) * 470;
  const y = (/** @type {number} */ points) => 104 - ((points - low) / (high - low)) * 92;
  const root = s('svg', { viewBox: '0 0 580 112', role: 'img', 'aria-label': seats.map((seat) => `${spoken(seat.name)} ends with ${stands[stands.length - 1].scores[seat.name]}`).join(', ') });
  root.append(s('line', { x1: 4, y1: y(0), x2: 474, y2: y(0), class: 'zero' }));
  const ends = seats.map((seat) => y(stands[stands.length - 1].scores[seat.name]));
  seats.forEach((seat, i) => {
    const way = stands.map((stand, n) => `${n ? `H${x(stand.line)}V` : `M${x(stand.line)} `}${y(stand.scores[seat.name])}`).join('');
    const line = s('path', { d: way, class: 'way', 'stroke-dasharray': DASHES[i % DASHES.length] });
    line.style.stroke = inkOf(seat.fill);
    root.append(line);
    const near = ends.slice(0, i).filter((other) => Math.abs(other - ends[i]) < 15).length;
    root.append(s('text', { x: 480, y: ends[i] + 5 + near * 15, class: 'way-name', text: `${spoken(seat.name)} ${stands[stands.length - 1].scores[seat.name]}` }));
  });
  return root;
}

/** @param {Table} table */
async function rematch(table) {
  const answer = await fetch(`/m/${table.live.match}/rematch`, { method: 'POST', body: '{}' });
  const found = await answer.json();
  if (answer.ok) location.href = `/m/${found.match}`;
  else toast(found.sentence);
}
