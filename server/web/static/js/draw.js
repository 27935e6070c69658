// Pieces and boards as SVG, from the view model and the sheet of looks. Nothing here decides anything.
import { mark, s, spoken } from './dom.js';

/** @typedef {import('./model.js').Piece} Piece */
/** @typedef {import('./model.js').Heap} Heap */
/** @typedef {import('./model.js').Cell} Cell */
/** @typedef {import('./model.js').Place} Place */
/** @typedef {import('./model.js').Look} Look */

const U = 100; // units of a cell
const CROWD = 12; // things on a cell that are drawn one by one
const FANNED = 4; // cards on a cell that are seen beside one another

export class Sheet {
  constructor() {
    /** @type {Record<string, Look>} */
    this.looks = {};
    /** @type {Record<string, string>} */
    this.ids = {};
  }

  /** @param {string} address */
  async load(address) {
    this.looks = await (await fetch(address)).json();
    const defs = s('svg', { class: 'sheet', 'aria-hidden': 'true', width: 0, height: 0 });
    Object.entries(this.looks).forEach(([key, look], number) => {
      this.ids[key] = `look-${number}`;
      const cut = look.round ? `<clipPath id="cut-${number}"><circle cx="${look.w / 2}" cy="${look.h / 2}" r="${Math.min(look.w, look.h) / 2}"/></clipPath>` : ''; // as it is cut out of the sheet
      const text = `<symbol xmlns="http://www.w3.org/2000/svg" id="look-${number}" viewBox="0 0 ${look.w} ${look.h}">${cut}${cut ? `<g clip-path="url(#cut-${number})">${look.svg}</g>` : look.svg}</symbol>`;
      const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
      defs.append(document.importNode(parsed, true));
    });
    document.body.append(defs);
  }

  /** @param {string} key @returns {Look} */
  look(key) {
    return this.looks[key] || { svg: '', w: 20, h: 20, sort: 'token', name: key, facts: [], text: '' };
  }

  /**
   * A drawing with its middle at a point, as large as fits into a box.
   * @param {string} key @param {number} x @param {number} y @param {number} wide @param {number} [high]
   */
  use(key, x, y, wide, high = wide) {
    const { w, h } = this.look(key);
    const scale = Math.min(wide / w, high / h);
    if (!this.ids[key]) return s('rect', { x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: 8, class: 'unknown' });
    return s('use', { href: `#${this.ids[key]}`, x: x - (w * scale) / 2, y: y - (h * scale) / 2, width: w * scale, height: h * scale });
  }

  /** @param {string} key */
  ratio(key) {
    const { w, h } = this.look(key);
    return w / h;
  }
}

/** What can be touched, for drawing. @typedef {{next: Set<string>, soft: Set<string>, chosen: string[], fresh: Set<string>, hinted: string[], faint?: boolean}} Marks */

/** @param {string[]} refs @param {Marks} marks */
export function state(refs, marks) {
  if (refs.some((r) => marks.chosen.includes(r))) return 'chosen';
  if (refs.some((r) => marks.next.has(r))) return 'can';
  return refs.some((r) => marks.soft.has(r)) ? 'soft' : '';
}

/**
 * The ring around something that can be chosen: dotted, or solid with a halo once it is.
 * @param {string} how @param {string} form @param {Record<string, number>} box
 */
export function ring(how, form, box) {
  if (!how) return null;
  const one = (/** @type {string} */ name) => s(form, { ...box, class: name });
  return s('g', { class: 'rings', 'aria-hidden': 'true' }, one('halo'), one(how));
}

export class Drawer {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    /** @type {Record<string, import('./model.js').Fact[]>} */
    this.known = {};
  }

  /**
   * One piece in a box around a point.
   * @param {Piece} piece @param {number} x @param {number} y @param {number} wide @param {number} high @param {Marks} marks
   */
  piece(piece, x, y, wide, high, marks) {
    const token = this.sheet.look(piece.look).sort === 'token';
    const ratio = this.sheet.ratio(piece.look);
    const w = Math.min(wide, high * ratio);
    const t = w / ratio;
    const how = state([piece.id], marks);
    /** @type {Record<string, number>} */
    const box = token ? { cx: x, cy: y, r: Math.min(w, t) / 2 + 3 } : { x: x - w / 2 - 3, y: y - t / 2 - 3, width: w + 6, height: t + 6, rx: 9 };
    const g = s('g', { 'data-ref': piece.id, 'data-piece': piece.id, class: `piece ${how}` });
    const drawn = this.sheet.use(piece.look, x, y, wide, high);
    if (piece.turn) drawn.setAttribute('transform', `rotate(${piece.turn} ${x} ${y})`);
    g.append(drawn);
    const owned = piece.owner && !token && piece.face !== 'down' ? marks_of(piece.owner) : null;
    if (owned) g.append(s('rect', { x: x - w / 2 + 1, y: y + t / 2 - t * 0.09, width: w - 2, height: t * 0.08, rx: 2, fill: owned.fill, stroke: owned.rim, 'stroke-width': 1.2 }));
    this.#form(g, piece, x, y, w, t);
    this.#badges(g, piece, x, y, w, t);
    (piece.on || []).forEach((other, i, all) => {
      const size = Math.min(w, t) * (all.length > 4 ? 0.22 : 0.3);
      g.append(this.piece(other, x - w / 2 + size * (0.6 + (i % 3) * 1.1), y + t / 2 - size * (0.7 + Math.floor(i / 3) * 1.1), size, size, marks));
    });
    (piece.heaps || []).forEach((heap, i) => g.append(this.heap(heap, x - w / 4 + i * w * 0.3, y + t * 0.25, w * 0.3, marks)));
    const ringed = ring(how, token ? 'circle' : 'rect', box);
    if (ringed) g.append(ringed);
    if (marks.hinted.includes(piece.id)) g.append(s('circle', { cx: x + w / 2 - 4, cy: y - t / 2 + 4, r: 9, class: 'hint' }));
    if (marks.fresh.has(piece.id)) g.append(label(x - w / 2 + 22, y + t / 2 - 12, 'new'));
    return g;
  }

  /**
   * Whose it is, by form, where colours alone would not tell.
   * @param {SVGElement} g @param {Piece} piece @param {number} x @param {number} y @param {number} w @param {number} t
   */
  #form(g, piece, x, y, w, t) {
    const form = this.sheet.look(piece.look).form;
    if (!form || piece.face === 'down') return;
    const size = Math.max(9, Math.min(w, t) * 0.36);
    const drawn = mark(form, size);
    drawn.setAttribute('x', String(x - w / 2));
    drawn.setAttribute('y', String(y + t / 2 - size));
    g.append(s('circle', { cx: x - w / 2 + size / 2, cy: y + t / 2 - size / 2, r: size * 0.62, class: 'badge' }), drawn);
  }

  /**
   * What is true of a piece now, as small as can be read.
   * @param {SVGElement} g @param {Piece} piece @param {number} x @param {number} y @param {number} w @param {number} t
   */
  #badges(g, piece, x, y, w, t) {
    const worth = (this.known[piece.id] || []).find((f) => /^-?\d+$/.test(f.text));
    if (worth && w >= 60) {
      g.append(s('circle', { cx: x + w / 2 - 15, cy: y + t / 2 - 16, r: 13, class: 'badge' }));
      g.append(s('text', { x: x + w / 2 - 15, y: y + t / 2 - 10, class: 'badge-text', text: worth.text }));
    }
    const face = (piece.facts || []).find((f) => f.name === 'face' && /^\d+$/.test(f.text));
    if (face) g.append(die(Number(face.text), x, y, Math.min(w, t) * 0.62));
    const said = (this.sheet.look(piece.look).figure ? [] : piece.marks || []).map((m) => m.slice(0, 1).toUpperCase());
    said.slice(0, 3).forEach((letter, i) => {
      const crown = /crown|king/.test((piece.marks || [])[i]);
      const r = Math.max(9, w * 0.16);
      const at = { x: x + w * 0.32 - i * r * 2, y: y - t * 0.32 };
      g.append(s('circle', { cx: at.x, cy: at.y, r, class: 'badge' }));
      if (crown) g.append(s('path', { d: 'M-9 7-9-5-4 0 0-8 4 0 9-5 9 7z', transform: `translate(${at.x} ${at.y}) scale(${r / 14})`, class: 'badge-crown' }));
      else g.append(s('text', { x: at.x, y: at.y + r * 0.36, 'font-size': r * 1.15, class: 'badge-text', text: letter }));
    });
  }

  /** @param {Heap} heap @param {number} x @param {number} y @param {number} size @param {Marks} marks */
  heap(heap, x, y, size, marks) {
    const how = state([heap.ref], marks);
    const g = s('g', { 'data-ref': heap.ref, class: `piece ${how}` });
    const round = this.sheet.look(heap.look).sort === 'token';
    g.append(this.sheet.use(heap.look, x, y, size));
    if (heap.count > 1) {
      g.append(s('circle', { cx: x + size * 0.28, cy: y + size * 0.28, r: Math.max(10, size * 0.24), class: 'badge' }));
      g.append(s('text', { x: x + size * 0.28, y: y + size * 0.28 + Math.max(10, size * 0.24) * 0.38, 'font-size': Math.max(12, size * 0.3), class: 'badge-text', text: String(heap.count) }));
    }
    const ringed = round ? ring(how, 'circle', { cx: x, cy: y, r: size / 2 + 3 }) : ring(how, 'rect', { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: 9 });
    if (ringed) g.append(ringed);
    return g;
  }

  /**
   * All that stands on a cell.
   * @param {Cell} cell @param {number} x @param {number} y @param {number} wide @param {number} high @param {Marks} marks @param {Place} place
   */
  content(cell, x, y, wide, high, marks, place) {
    /** @type {SVGElement[]} */
    const found = [];
    const pieces = cell.pieces || [];
    const large = pieces.filter((p) => this.sheet.look(p.look).sort !== 'token');
    const { small, heaps } = crowded(pieces.filter((p) => !large.includes(p)), cell.heaps || [], marks);
    const shown = large.length > FANNED ? [...large.filter((p) => !state([p.id], marks)), ...large.filter((p) => state([p.id], marks))].slice(-Math.max(FANNED, large.filter((p) => state([p.id], marks)).length)) : large;
    shown.forEach((piece, i) => {
      const shift = shown.length > 1 ? (i - (shown.length - 1) / 2) * wide * (0.48 / Math.max(3, shown.length - 1)) : 0;
      found.push(this.piece(piece, x + shift, y, wide * (shown.length > 1 ? 0.7 : 0.97), high * 0.97, marks));
    });
    if (large.length > shown.length) found.push(label(x, y + high * 0.36, `${large.length} in all`));
    if (place.shape === 'rows') return [...found, ...heaps.map((h) => this.#seeds(h, x, y, wide, marks))];
    if ((place.tall || 1) > 1) return [...found, ...this.#tower(heaps, x, y, wide, high, marks, place, cell)];
    const things = [...small.map((p) => ({ p, h: /** @type {Heap|null} */ (null) })), ...heaps.map((h) => ({ p: /** @type {Piece|null} */ (null), h }))];
    const spots = spread(things.length, x, y + (large.length ? high * 0.18 : 0), wide, high);
    const unit = Math.min(wide, high);
    const size = unit * (things.length <= 1 ? (large.length ? 0.42 : 0.86) : things.length <= 2 ? (things.some((t) => (t.h?.count || 1) > 1) ? 0.39 : 0.48) : things.length <= 4 ? 0.42 : 0.3);
    things.forEach((thing, i) => {
      const [sx, sy] = spots[i];
      if (thing.p) found.push(this.piece(thing.p, sx, sy, size, size, marks));
      else if (thing.h) found.push(this.heap(thing.h, sx, sy, size, marks));
    });
    return found;
  }

  /** Seeds in a house: so many as can be counted at a glance, and their number. @param {Heap} heap @param {number} x @param {number} y @param {number} size @param {Marks} marks */
  #seeds(heap, x, y, size, marks) {
    const g = s('g', { 'data-ref': heap.ref, class: `piece ${state([heap.ref], marks)}` });
    const many = Math.min(heap.count, 12);
    for (let i = 0; i < many; i++) {
      const r = many === 1 ? 0 : i < 6 ? 0.2 : 0.09;
      const angle = (2 * Math.PI * (i % 6)) / Math.min(6, i < 6 ? many : many - 6) + (i < 6 ? 0 : 0.5);
      g.append(this.sheet.use(heap.look, x + size * r * Math.sin(angle), y - size * 0.06 - size * r * Math.cos(angle), size * 0.2));
    }
    g.append(s('text', { x, y: y + size * 0.4, 'font-size': 20, class: 'count', text: String(heap.count) }));
    return g;
  }

  /** @param {Heap[]} heaps @param {number} x @param {number} y @param {number} wide @param {number} high @param {Marks} marks @param {Place} place @param {Cell} cell */
  #tower(heaps, x, y, wide, high, marks, place, cell) {
    const top = cell.y < Math.max(...(place.cells || []).map((c) => c.y));
    const size = Math.min(wide * 0.92, high / 5.2);
    const found = [];
    let at = 0;
    for (const heap of heaps) {
      const g = s('g', { 'data-ref': heap.ref, class: `piece ${state([heap.ref], marks)}` });
      const shown = Math.min(heap.count, 5);
      for (let i = 0; i < shown; i++, at++) {
        const cy = top ? y - high / 2 + size * (0.55 + at) : y + high / 2 - size * (0.55 + at);
        g.append(this.sheet.use(heap.look, x, cy, size));
        if (i === shown - 1) {
          if (heap.count > 5) g.append(s('text', { x, y: cy + 9, 'font-size': 26, class: 'badge-text over', text: String(heap.count) }));
          const ringed = ring(state([heap.ref], marks), 'circle', { cx: x, cy, r: size / 2 + 2 });
          if (ringed) g.append(ringed);
        }
      }
      found.push(g);
    }
    return found;
  }
}

const PIPS = /** @type {Record<number, [number, number][]>} */ ({
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
});

/** The face of a die that lies on top. @param {number} face @param {number} x @param {number} y @param {number} size */
function die(face, x, y, size) {
  const g = s('g', { class: 'die', 'aria-hidden': 'true' }, s('rect', { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: size * 0.16 }));
  if (!PIPS[face]) g.append(s('text', { x, y: y + size * 0.2, 'font-size': size * 0.56, class: 'badge-text', text: String(face) }));
  for (const [px, py] of PIPS[face] || []) g.append(s('circle', { cx: x + px * size * 0.26, cy: y + py * size * 0.26, r: size * 0.09 }));
  return g;
}

/**
 * Where more than a dozen stand on a cell, those that look the same are one picture with their number; whatever can be touched stands alone.
 * @param {Piece[]} small @param {Heap[]} heaps @param {Marks} marks
 */
export function crowded(small, heaps, marks) {
  if (small.length + heaps.length <= CROWD) return { small, heaps };
  const kept = small.filter((p) => state([p.id], marks) || (p.on || []).length || (p.heaps || []).length);
  /** @type {Map<string, Piece[]>} */
  const kinds = new Map();
  for (const piece of small) if (!kept.includes(piece)) kinds.set(`${piece.look} ${piece.owner || ''}`, [...(kinds.get(`${piece.look} ${piece.owner || ''}`) || []), piece]);
  const counted = [...kinds.values()].map((same) => ({ ref: same[0].id, kind: same[0].kind, look: same[0].look, owner: same[0].owner, count: same.length, say: `${same.length} × ${same[0].say}` }));
  return { small: kept, heaps: [...heaps, ...counted] };
}

/** @typedef {{name: string, mark: string, fill: string, rim: string}} SeatLook */
/** @type {Record<string, SeatLook>} */
let seatLooks = {};

/** @param {SeatLook[]} seats */
export function seatColours(seats) {
  seatLooks = Object.fromEntries(seats.map((seat) => [seat.name, seat]));
}

/** @param {string} owner */
const marks_of = (owner) => seatLooks[owner] || null;
/** @param {string} owner */
export const colourOf = (owner) => marks_of(owner)?.fill || '';

/** @param {number} x @param {number} y @param {string} text */
export function label(x, y, text) {
  const wide = text.length * 8 + 14;
  return s('g', { 'aria-hidden': 'true' }, s('rect', { x: x - wide / 2, y: y - 11, width: wide, height: 22, rx: 11, class: 'pill' }), s('text', { x, y: y + 5, class: 'pill-text', text }));
}

/** @param {number} count @param {number} x @param {number} y @param {number} wide @param {number} high @returns {[number, number][]} */
function spread(count, x, y, wide, high) {
  if (count <= 1) return [[x, y]];
  const across = count === 2 ? 2 : Math.ceil(Math.sqrt((count * wide) / high));
  const rows = Math.ceil(count / across);
  return Array.from({ length: count }, (_, i) => [
    x + ((i % across) - (Math.min(across, count) - 1) / 2) * ((wide * 0.84) / across),
    y + (Math.floor(i / across) - (rows - 1) / 2) * ((high * 0.84) / rows),
  ]);
}

export { U };
export const sayOf = (/** @type {{say?: string, name?: string|null}} */ thing) => spoken(thing.say || thing.name || '');
