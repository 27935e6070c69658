// Hands, piles and decks: open pieces side by side, hidden ones as a stack with its number.
import { h, s, spoken } from './dom.js';
import { ring, state } from './draw.js';

/** @typedef {import('./model.js').Place} Place */
/** @typedef {import('./model.js').Piece} Piece */
/** @typedef {import('./draw.js').Drawer} Drawer */
/** @typedef {import('./draw.js').Marks} Marks */

const MOST = 12; // pieces of a pile that are drawn one by one
/** @type {Set<string>} */
const opened = new Set(); // small places that somebody wanted to see

/** Places in their order, each that the author wants beside another right behind it. @param {Place[]} places @param {Place[]} main */
export function inOrder(places, main) {
  const inMiddle = (/** @type {Place} */ place) => Boolean(place.inside) && innerWidth >= 720 && [...places, ...main].some((o) => o.ref === place.inside); // on a phone a ring is too small for it
  const found = places.filter((p) => (!p.beside || !places.some((o) => o.ref === p.beside)) && !inMiddle(p));
  for (let left = places.filter((p) => !found.includes(p) && !inMiddle(p)); left.length;) {
    const next = left.find((p) => found.some((o) => o.ref === p.beside)) || left[0];
    found.splice(found.findIndex((o) => o.ref === next.beside) + 1 || found.length, 0, next);
    left = left.filter((p) => p !== next);
  }
  return found;
}

/** A ring with what lies in its middle. @param {Element} ring @param {Element[]} middle @returns {Element} */
export function aroundMiddle(ring, middle) {
  if (!middle.length || innerWidth < 720) return ring;
  const many = Math.max(...middle.map((m) => m.querySelectorAll('.card').length));
  return h('div', { class: 'around' }, ring, h('div', { class: `inside ${many > 4 ? 'crowd' : many > 1 ? 'some' : ''}` }, ...middle));
}

/** A number as a place on a track. @param {import('./model.js').Fact} fact */
export function track(fact) {
  if (fact.low === undefined || fact.high === undefined) return null;
  const { low, high } = fact;
  const now = Number(fact.text);
  return h('span', { class: 'number-track', 'aria-hidden': 'true' }, ...Array.from({ length: high - low + 1 }, (_, i) => h('i', { class: low + i === now ? 'now' : '', text: low + i === now || i % 5 === 0 ? String(low + i) : '' })));
}

/** @param {Piece} piece @param {Drawer} drawer @param {Marks} marks @param {number} size */
function card(piece, drawer, marks, size) {
  const ratio = drawer.sheet.ratio(piece.look);
  const token = drawer.sheet.look(piece.look).sort === 'token';
  const high = token ? size * 0.5 : ratio > 1.1 ? size / ratio : size;
  const wide = high * ratio;
  const how = state([piece.id], marks);
  const picture = s('svg', { viewBox: `${-6} ${-6} ${wide + 12} ${high + 12}`, width: wide + 12, height: high + 12, 'aria-hidden': 'true' }, drawer.piece(piece, wide / 2, high / 2, wide, high, { ...marks, next: new Set(how === 'can' ? [piece.id] : inner(piece, marks.next)), soft: new Set(how === 'soft' ? [piece.id] : inner(piece, marks.soft)) }));
  const said = [spoken(piece.say), ...(piece.facts || []).map((f) => `${f.name} ${f.text}`)].join(', ');
  return h('li', { class: `card ${how}`, role: 'option', tabindex: -1, 'data-ref': piece.id, 'aria-label': said, 'aria-selected': how === 'chosen' ? 'true' : 'false', title: said }, picture);
}

/** Refs on top of a piece that can be touched. @param {Piece} piece @param {Set<string>} refs @returns {string[]} */
const inner = (piece, refs) => [...(piece.on || []).map((p) => p.id), ...(piece.heaps || []).map((x) => x.ref)].filter((ref) => refs.has(ref));

/** @param {import('./model.js').Heap} heap @param {Drawer} drawer @param {Marks} marks @param {number} size */
function stack(heap, drawer, marks, size) {
  const ratio = drawer.sheet.ratio(heap.look);
  const token = drawer.sheet.look(heap.look).sort === 'token';
  const high = token ? size * 0.5 : size;
  const wide = high * ratio;
  const how = state([heap.ref], marks);
  const deep = heap.hidden ? Math.min(3, heap.count - 1) : 0;
  const picture = s('svg', { viewBox: `-6 -6 ${wide + 22} ${high + 22}`, width: wide + 22, height: high + 22, 'aria-hidden': 'true' });
  for (let i = deep; i >= 0; i--) picture.append(drawer.sheet.use(heap.look, wide / 2 + i * 3, high / 2 + i * 3, wide, high));
  if (heap.count > 1) picture.append(s('circle', { cx: wide - 6, cy: high - 4, r: 15, class: 'badge' }), s('text', { x: wide - 6, y: high + 2, 'font-size': 18, class: 'badge-text', text: String(heap.count) }));
  const ringed = token ? ring(how, 'circle', { cx: wide / 2, cy: high / 2, r: high / 2 + 2 }) : ring(how, 'rect', { x: -2, y: -2, width: wide + 4, height: high + 4, rx: 9 });
  if (ringed) picture.append(ringed);
  return h('li', { class: `card ${how}`, role: 'option', tabindex: -1, 'data-ref': heap.ref, 'aria-label': heap.say, 'aria-selected': how === 'chosen' ? 'true' : 'false', title: heap.say }, picture);
}

/** @param {Place} place @param {Drawer} drawer @param {Marks} marks */
export function pile(place, drawer, marks) {
  const pieces = place.pieces || [];
  const how = state([place.ref], marks);
  const roomy = innerWidth >= 1024 && innerHeight >= 700 && document.querySelector('.table.no-board') ? 1.35 : 1;
  const size = (place.role === 'stock' || place.role === 'own' ? 84 : 64) * roomy;
  const deck = place.shape === 'deck';
  const wanted = pieces.filter((p) => state([p.id], marks));
  const most = place.role === 'stock' && pieces.length > MOST ? 4 : MOST;
  const listed = deck ? pieces.slice(0, 1) : [...wanted, ...pieces.filter((p) => !wanted.includes(p))].slice(0, Math.max(most, wanted.length));
  const hidden = (place.heaps || []).reduce((sum, heap) => sum + heap.count, 0);
  const total = pieces.length + hidden;
  const items = [...listed.map((p) => card(p, drawer, marks, size)), ...(place.heaps || []).map((x) => stack(x, drawer, marks, size))];
  const rest = pieces.length - listed.length;
  if (place.small && !how && ![...pieces.map((p) => p.id), ...(place.heaps || []).map((x) => x.ref)].some((ref) => state([ref], marks))) return shut(place, total, items, rest);
  return h('section', { class: `place pile ${how} ${place.shape}`, 'data-ref': place.ref, 'data-place': place.ref },
    h('h3', {}, place.title, total > 1 && h('span', { class: 'soft', text: ` · ${total}` })),
    items.length ? h('ul', { class: 'cards', role: 'listbox', 'aria-label': place.title }, ...items) : h('p', { class: 'soft small', text: 'empty' }),
    rest > 0 && h('p', { class: 'soft small', text: `and ${rest} more` }));
}

/** A place that is a number until it is touched. @param {Place} place @param {number} total @param {Element[]} items @param {number} rest */
function shut(place, total, items, rest) {
  const open = opened.has(place.ref);
  const look = () => {
    if (open) opened.delete(place.ref);
    else opened.add(place.ref);
    dispatchEvent(new Event('resize'));
  };
  return h('section', { class: `place pile shut ${place.shape}`, 'data-place': place.ref },
    h('button', { type: 'button', 'aria-expanded': open ? 'true' : 'false', onclick: look }, place.title, h('b', { text: ` ${total}` })),
    open && items.length > 0 && h('ul', { class: 'cards', role: 'listbox', 'aria-label': place.title }, ...items), open && rest > 0 && h('p', { class: 'soft small', text: `and ${rest} more` }));
}

/** @param {Place} place @param {Drawer} drawer @param {Marks} marks @param {boolean} mine */
export function hand(place, drawer, marks, mine) {
  const own = innerWidth >= 1024 && innerHeight >= 760 ? fitting(place, drawer, 148) : 116;
  const crowded = !mine && (innerWidth < 720 || document.querySelectorAll('.plate').length > 2);
  if (crowded && !(place.pieces || []).length && (place.heaps || []).length) return held(place, drawer, marks);
  const items = [...(place.pieces || []).map((p) => card(p, drawer, marks, mine ? own : 84)), ...(place.heaps || []).flatMap((x) => (x.hidden && x.count <= 12 && !mine ? backs(x, drawer, marks) : [stack(x, drawer, marks, mine ? own : 84)]))];
  const many = (place.pieces || []).length + (place.heaps || []).reduce((sum, x) => sum + x.count, 0);
  const title = mine ? `Your ${place.title.replace(` of ${spoken(place.owner || '')}`, '').toLowerCase()}` : place.title;
  return h('div', { class: `hand-box ${mine ? 'mine' : ''}`, 'data-place': place.ref },
    h('h3', { class: 'label' }, h('b', { text: title }), h('span', { class: 'soft', text: mine ? (place.secret ? ' · only you see it' : '') : ` · ${many}` })),
    items.length ? h('ul', { class: 'cards hand', role: 'listbox', 'aria-label': title }, ...items) : h('p', { class: 'soft small', text: 'empty' }));
}

/** How high the own cards are, so that all are seen at once if that can be. @param {Place} place @param {Drawer} drawer @param {number} most */
function fitting(place, drawer, most) {
  const room = (document.getElementById('tray')?.clientWidth || innerWidth) - 40;
  const wide = (place.pieces || []).reduce((sum, p) => sum + most * Math.min(1, drawer.sheet.ratio(p.look)) + 16, 0);
  return wide > room ? Math.max(92, Math.floor((most * room) / wide) - 8) : most;
}

/** What somebody else holds, where there is little room: how much it is. @param {Place} place @param {Drawer} drawer @param {Marks} marks */
function held(place, drawer, marks) {
  const items = (place.heaps || []).map((x) => stack(x, drawer, marks, 52));
  return h('div', { class: 'hand-box', 'data-place': place.ref }, h('h3', { class: 'label' }, h('b', { text: place.title })), h('ul', { class: 'cards', role: 'listbox', 'aria-label': place.title }, ...items));
}

/** Hidden cards side by side, as they are held. @param {import('./model.js').Heap} heap @param {Drawer} drawer @param {Marks} marks */
function backs(heap, drawer, marks) {
  const how = state([heap.ref], marks);
  const ratio = drawer.sheet.ratio(heap.look);
  const step = 34;
  const wide = 84 * ratio + step * (heap.count - 1);
  const picture = s('svg', { viewBox: `-4 -4 ${wide + 8} 92`, width: wide + 8, height: 92, 'aria-hidden': 'true' });
  for (let i = 0; i < heap.count; i++) picture.append(drawer.sheet.use(heap.look, (84 * ratio) / 2 + i * step, 42, 84 * ratio, 84));
  const ringed = ring(how, 'rect', { x: -2, y: -2, width: wide + 4, height: 88, rx: 9 });
  if (ringed) picture.append(ringed);
  return [h('li', { class: `card ${how}`, role: 'option', tabindex: -1, 'data-ref': heap.ref, 'aria-label': heap.say, 'aria-selected': 'false' }, picture)];
}
