// Boards: cells in their places, drawn so that whatever can be touched is seen, and read out by those who listen.
import { s, spoken } from './dom.js';
import { U, colourOf, state } from './draw.js';

/** @typedef {import('./model.js').Place} Place */
/** @typedef {import('./model.js').Cell} Cell */
/** @typedef {import('./draw.js').Marks} Marks */
/** @typedef {import('./draw.js').Drawer} Drawer */

/**
 * A board with everything on it.
 * @param {Place} place @param {Drawer} drawer @param {Marks} marks @param {Shown} more
 */
export function board(place, drawer, marks, more) {
  return drawn(...upright(place, more), drawer, marks);
}

const TRAY = 230; // pixels of a phone that are not the board's

/**
 * On a phone a board of hexagons is turned by sixths, so that its cells are as large as can be.
 * @param {Place} place @param {Shown} more @returns {[Place, Shown]}
 */
function upright(place, more) {
  if (place.shape === 'ring' && place.role === 'board' && innerWidth < 720) return [unrolled(place), more];
  if (place.shape !== 'hex_grid' || place.role !== 'main' || innerWidth >= 720) return [place, more];
  const turned = [0, 1, 2].map((sixths) => {
    const [sin, cos] = [Math.sin((Math.PI / 3) * sixths), Math.cos((Math.PI / 3) * sixths)];
    const turn = (/** @type {Place} */ one) => ({ ...one, cells: (one.cells || []).map((c) => ({ ...c, x: Number((c.x * cos - c.y * sin).toFixed(3)), y: Number((c.x * sin + c.y * cos).toFixed(3)), tilt: (c.tilt || 0) + sixths * 60 })) });
    const cells = turn(place).cells;
    const across = (/** @type {number[]} */ all) => Math.max(...all) - Math.min(...all) + 1;
    return { turn, takes: Math.max(across(cells.map((c) => c.x)) / innerWidth, across(cells.map((c) => c.y)) / (innerHeight - TRAY)) };
  });
  const best = turned.reduce((a, b) => (b.takes < a.takes * 0.98 ? b : a));
  return [best.turn(place), { ...more, over: (more.over || []).map((p) => (p.of === place.ref ? best.turn(p) : p)) }];
}

/**
 * On a phone a ring beside the board is a strip, clockwise from what lies in it alone of its kind: the marker.
 * @param {Place} place @returns {Place & {strip: boolean}}
 */
function unrolled(place) {
  const cells = place.cells || [];
  const kinds = cells.map((cell) => (cell.pieces || []).map((piece) => piece.kind));
  const alone = kinds.findIndex((own, i) => own.some((kind) => !kinds.some((other, k) => k !== i && other.includes(kind))));
  const from = Math.max(0, alone);
  return { ...place, strip: true, cells: [...cells.slice(from), ...cells.slice(0, from)].map((cell, i) => ({ ...cell, x: i * 1.1, y: 0 })) };
}

/** @typedef {{targets: string[], trails: [string, string][], over?: Place[]}} Shown */

/** @param {Place} place @param {Shown} more @param {Drawer} drawer @param {Marks} marks */
function drawn(place, more, drawer, marks) {
  const cells = withTargets(place, more.targets);
  const size = sizes(place);
  const xs = cells.map((c) => c.x);
  const ys = cells.map((c) => c.y);
  const bordered = (more.over || []).some((p) => p.of === place.ref) && place.shape !== 'graph';
  const margin = bordered ? 0.68 : place.shape === 'graph' ? 0.58 : place.shape === 'hex_grid' ? 0.65 : place.shape === 'rows' ? 0.8 : place.shape === 'track' ? 0.64 : 0.54;
  const x0 = Math.min(...xs) - margin * size.w;
  const y0 = (Math.min(...ys) * size.stepY) - margin * size.h;
  const wide = Math.max(...xs) + margin * size.w - x0;
  const high = Math.max(...ys) * size.stepY + margin * size.h - y0;
  const grid = ['grid', 'hex_grid', 'open_grid', 'rows', 'track'].includes(place.shape);
  const root = s('svg', {
    viewBox: `${x0 * U} ${y0 * U} ${wide * U} ${high * U}`,
    class: `board ${place.shape}`,
    role: grid ? 'grid' : 'listbox',
    'aria-label': place.title,
    'data-place': place.ref,
    'data-wide': String(wide),
    'data-high': String(high),
    preserveAspectRatio: innerWidth < 720 && place.role === 'main' ? 'xMidYMin meet' : 'xMidYMid meet',
  });
  const at = (/** @type {Cell} */ cell) => ({ x: cell.x * U, y: cell.y * size.stepY * U });
  edges(root, place, at);
  const rows = new Map();
  for (const cell of cells) rows.set(cell.y, [...(rows.get(cell.y) || []), cell]);
  const names = axisNames(place);
  for (const y of [...rows.keys()].sort((a, b) => a - b)) {
    const row = grid ? s('g', { role: 'row' }) : root;
    for (const cell of rows.get(y).sort((/** @type {Cell} */ a, /** @type {Cell} */ b) => a.x - b.x)) row.append(one(cell, place, drawer, marks, at(cell), size, names, grid));
    if (grid) root.append(row);
  }
  for (const edges of (more.over || []).filter((p) => p.of === place.ref)) {
    const row = grid ? s('g', { role: 'row' }) : root;
    const long = place.shape === 'graph' ? 0.5 : place.shape === 'hex_grid' ? 0.5 : 0.9;
    for (const cell of edges.cells || []) row.append(one(cell, { ...edges, long }, drawer, marks, at(cell), { w: 0.36, h: 0.36 }, null, grid));
    if (grid) root.append(row);
  }
  for (const [from, to] of more.trails) trail(root, cells, from, to, at);
  return root;
}

/** Points on lines, as in Nine Men's Morris: their names are short, and nothing is written on them. @param {Place} place */
const points = (place) => place.shape === 'graph' && (place.cells || []).every((cell) => cell.name.length <= 3);

/** @param {Place} place */
function sizes(place) {
  if (points(place)) return { w: 0.86, h: 0.86, stepY: 1 };
  if (place.shape === 'graph') return { w: 1.5, h: 1.05, stepY: 1 };
  if (place.shape === 'track') return { w: 1, h: place.tall || 1, stepY: (place.tall || 1) + 0.35 };
  return { w: 1, h: 1, stepY: 1 };
}

/**
 * An open board has no cells but those that hold something; what can be laid on is added.
 * @param {Place} place @param {string[]} targets
 */
function withTargets(place, targets) {
  const cells = [...(place.cells || [])];
  if (place.shape !== 'open_grid') return cells;
  const there = new Set(cells.map((c) => c.ref));
  for (const ref of targets) {
    const [, key, name] = ref.split(':');
    if (there.has(ref) || `x:${key}` !== place.ref) continue;
    const [x, y] = name.split(',').map(Number);
    there.add(ref);
    const [ax, ay] = [[x, -y], [-y, -x], [-x, y], [y, x]][place.turn || 0]; // as the side of the table has it
    cells.push({ ref, name: `(${x}, ${y})`, x: ax, y: ay, say: `(${x}, ${y}): empty` });
  }
  return cells.length ? cells : [{ ref: '', name: '', x: 0, y: 0, say: 'nothing yet' }];
}

/** The names of columns and rows, if cells are called by a letter and a number. @param {Place} place */
function axisNames(place) {
  if (place.shape !== 'grid') return null;
  const cells = place.cells || [];
  if (!cells.every((c) => /^[A-Za-z]{1,2}\d{1,2}$/.test(c.name))) return null;
  const low = Math.max(...cells.map((c) => c.y));
  const across = new Set(cells.filter((c) => c.y === low).map((c) => c.name.replace(/\d/g, ''))).size > 1; // letters run along the near side
  return { left: Math.min(...cells.map((c) => c.x)), low, across };
}

/** @param {SVGElement} root @param {Place} place @param {(c: Cell) => {x: number, y: number}} at */
function edges(root, place, at) {
  const cells = place.cells || [];
  for (const [a, b] of place.edges || []) {
    if (!cells[a] || !cells[b]) continue;
    const from = at(cells[a]);
    const to = at(cells[b]);
    root.append(s('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: 'edge' }));
  }
  if (place.shape === 'ring' && !('strip' in place)) root.append(s('circle', { cx: 0, cy: 0, r: U * Math.hypot(cells[0].x, cells[0].y), class: 'round' }));
}

/**
 * @param {Cell} cell @param {Place} place @param {Drawer} drawer @param {Marks} marks @param {{x: number, y: number}} p
 * @param {{w: number, h: number}} size @param {{left: number, low: number, across: boolean}|null} names @param {boolean} grid
 */
function one(cell, place, drawer, marks, p, size, names, grid) {
  const how = state([cell.ref], marks);
  const wide = size.w * U;
  const high = size.h * U;
  const g = s('g', {
    'data-ref': cell.ref,
    class: `cell ${how}`,
    role: grid ? 'gridcell' : 'option',
    tabindex: -1,
    'aria-label': spoken(cell.say || cell.name),
    'aria-selected': how === 'chosen' ? 'true' : 'false',
  });
  g.append(ground(cell, place, p, wide, high));
  if (names && cell.y === names.low) g.append(s('text', { x: p.x + 46, y: p.y + 45, class: 'coord end', text: cell.name.replace(names.across ? /\d/g : /\D/g, '') }));
  if (names && cell.x === names.left) g.append(s('text', { x: p.x - 46, y: p.y - 33, class: 'coord', text: cell.name.replace(names.across ? /\D/g : /\d/g, '') }));
  const dot = points(place);
  const inside = place.shape === 'graph' && !dot ? { y: p.y + 14, h: high - 34 } : { y: p.y, h: high };
  if (dot) g.append(s('text', { x: p.x - wide / 2 + 6, y: p.y - high / 2 + 10, class: 'coord', text: cell.name }));
  else if (place.shape === 'graph') g.append(s('text', { x: p.x, y: p.y - high / 2 + 22, class: 'name', text: spoken(cell.name) }));
  else if (place.shape === 'track' || place.shape === 'rows') g.append(s('text', { x: p.x, y: p.y + (place.shape === 'track' ? high / 2 + 22 : place.cells && cell.y > 0 ? 66 : -54), class: 'coord middle', text: cell.name }));
  facts(g, cell, place, p, wide, high);
  const lies = place.shape === 'edges' ? { ...cell, heaps: (cell.heaps || []).filter((x) => x.owner || x.count > 1 || state([x.ref], marks)) } : cell; // what is nobody's is the edge itself
  for (const thing of drawer.content(lies, p.x, inside.y, wide, inside.h, marks, place)) g.append(thing);
  const busy = (cell.pieces || []).length + (cell.heaps || []).length > 0;
  if (how === 'can' || how === 'chosen') g.append(target(marks.faint && how === 'can' ? 'faint' : how, busy, place, p, wide, high));
  if (marks.hinted.includes(cell.ref)) g.append(s('circle', { cx: p.x + wide / 2 - 14, cy: p.y - high / 2 + 14, r: 10, class: 'hint' }));
  return g;
}

/** @param {Cell} cell @param {Place} place @param {{x: number, y: number}} p @param {number} wide @param {number} high */
function ground(cell, place, p, wide, high) {
  const found = form(cell, place, p, wide, high);
  if (cell.ground && place.shape !== 'edges') found.style.fill = cell.ground;
  return found;
}

/** @param {Cell} cell @param {Place} place @param {{x: number, y: number}} p @param {number} wide @param {number} high */
function form(cell, place, p, wide, high) {
    if (place.shape === 'hex_grid') {
    const r = U / Math.sqrt(3);
    const points = Array.from({ length: 6 }, (_, i) => `${p.x + r * Math.sin((Math.PI / 3) * i)},${p.y - r * Math.cos((Math.PI / 3) * i)}`);
    return s('polygon', { points: points.join(' '), class: 'ground' });
  }
  if (place.shape === 'rows') return s('circle', { cx: p.x, cy: p.y, r: U * 0.47, class: 'ground' });
  if (place.shape === 'edges') return bar(cell, place, p);
  const box = { x: p.x - wide / 2, y: p.y - high / 2, width: wide, height: high };
  if (points(place)) return s('circle', { cx: p.x, cy: p.y, r: wide * 0.42, class: 'ground box' });
  if (place.shape === 'graph') return s('rect', { ...box, rx: 14, class: 'ground box' });
  if (place.shape === 'open_grid') return s('rect', { ...box, rx: 9, class: 'ground open' });
  if (place.shape === 'ring') return s('rect', { x: box.x + 3, y: box.y + 3, width: wide - 6, height: high - 6, rx: 9, class: 'ground slot' });
  const dark = place.checkered && (Math.round(cell.x) + Math.round(cell.y)) % 2 === 1;
  const odd = place.shape === 'track' && Math.round(cell.x) % 2 === 1;
  return s('rect', { ...box, class: `ground ${dark || odd ? 'dark' : 'light'}` });
}

/** An edge: a thin bar, filled by what lies there, with room around it for a finger. @param {Cell} cell @param {Place} place @param {{x: number, y: number}} p */
function bar(cell, place, p) {
  const wide = U * (place.long || 0.5);
  const one = (/** @type {number} */ high, /** @type {string} */ name) => s('rect', { x: p.x - wide / 2, y: p.y - high / 2, width: wide, height: high, rx: 5, transform: `rotate(${cell.tilt || 0} ${p.x} ${p.y})`, class: name });
  const owner = [...(cell.pieces || []), ...(cell.heaps || [])].map((x) => x.owner || '');
  const drawn = one(12, `ground between ${owner.length ? 'taken' : ''}`);
  const colour = owner.length ? colourOf(owner[0]) : '';
  if (colour) drawn.style.fill = colour;
  return s('g', {}, one(34, 'reach'), drawn);
}

/** What is printed on a cell or true of it now, in a word. @param {SVGElement} g @param {Cell} cell @param {Place} place @param {{x: number, y: number}} p @param {number} wide @param {number} high */
function facts(g, cell, place, p, wide, high) {
  const shown = (cell.facts || []).filter((f) => f.text !== 'no');
  if (!shown.length || place.shape === 'open_grid' || points(place)) return;
  if (place.shape === 'graph') {
    if (innerWidth < 720 && ((cell.pieces || []).length || (cell.heaps || []).length)) return; // nothing is written under what stands there
    const words = shown.map((f) => (f.text === 'yes' ? f.name : f.text));
    while (words.length > 1 && words.join(' · ').length > (innerWidth < 720 ? 13 : 20)) words.pop(); // the rest is read where the cell is looked at
    g.append(s('text', { x: p.x, y: p.y + high / 2 - 8, class: 'fact', text: words.join(' · ').slice(0, 26) }));
    return;
  }
  if (place.shape === 'edges') {
    g.append(s('text', { x: p.x, y: p.y + high / 2 + 12, class: 'fact', text: shown.map((f) => (f.text === 'yes' ? f.name : f.text)).join(' ') }));
    return;
  }
  const letters = shown.slice(1, 5).map((f) => (f.text === 'yes' ? f.name : f.text).slice(0, 1).toUpperCase());
  g.append(s('text', { x: p.x + wide / 2 - 5, y: p.y - high / 2 + 20, class: 'coord end', text: letters.join(' ') }));
}

/** @param {string} how @param {boolean} busy @param {Place} place @param {{x: number, y: number}} p @param {number} wide @param {number} high */
function target(how, busy, place, p, wide, high) {
  const g = s('g', { 'aria-hidden': 'true', class: 'target' });
  if (place.shape === 'open_grid' && !busy) {
    g.append(s('rect', { x: p.x - 46, y: p.y - 46, width: 92, height: 92, rx: 9, class: how === 'chosen' ? 'spot on' : 'spot' }));
    g.append(s('circle', { cx: p.x, cy: p.y, r: 9, class: 'dot' }));
    return g;
  }
  if (how === 'faint') {
    if (!busy) g.append(s('circle', { cx: p.x, cy: p.y, r: 7, class: 'dot faint' }));
    return g;
  }
  if (how === 'chosen' || busy) {
    const name = how === 'chosen' ? 'chosen' : 'can';
    const shape = place.shape === 'edges' ? s('circle', { cx: p.x, cy: p.y, r: 19, class: name }) : place.shape === 'rows' || place.shape === 'hex_grid' || points(place) ? s('circle', { cx: p.x, cy: p.y, r: points(place) ? wide * 0.42 + 4 : 44, class: name }) : s('rect', { x: p.x - wide / 2 + 5, y: p.y - high / 2 + 5, width: wide - 10, height: high - 10, rx: 8, class: name });
    g.append(shape);
    return g;
  }
  const down = place.shape === 'graph' && !points(place) ? 12 : 0;
  g.append(s('circle', { cx: p.x, cy: p.y + down, r: 17, class: 'dot-halo' }), s('circle', { cx: p.x, cy: p.y + down, r: 13, class: 'dot' }));
  return g;
}

/** @param {SVGElement} root @param {Cell[]} cells @param {string} from @param {string} to @param {(c: Cell) => {x: number, y: number}} at */
function trail(root, cells, from, to, at) {
  const a = cells.find((c) => c.ref === from);
  const b = cells.find((c) => c.ref === to);
  if (!b) return;
  const end = at(b);
  if (!a) {
    root.append(s('rect', { x: end.x - 46, y: end.y - 46, width: 92, height: 92, rx: 9, class: 'ghost' }));
    return;
  }
  const start = at(a);
  const far = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const stop = { x: end.x - ((end.x - start.x) / far) * 34, y: end.y - ((end.y - start.y) / far) * 34 };
  const turn = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
  root.append(s('rect', { x: start.x - 44, y: start.y - 44, width: 88, height: 88, rx: 9, class: 'ghost' }));
  root.append(s('line', { x1: start.x, y1: start.y, x2: stop.x, y2: stop.y, class: 'trail' }));
  root.append(s('path', { d: 'M0-9 16 0 0 9z', transform: `translate(${stop.x} ${stop.y}) rotate(${turn})`, class: 'tip' }));
}
