// What lies where, and what it is called: for prompts, lists and those who listen.
import { capital, spoken } from './dom.js';

/** @typedef {import('./model.js').View} View */
/** @typedef {{sort: 'piece'|'heap'|'cell'|'place', name: string, say: string, place: import('./model.js').Place, cell: import('./model.js').Cell|null, piece: import('./model.js').Piece|null}} Thing */

/** @param {View} view @returns {Map<string, Thing>} */
export function things(view) {
  /** @type {Map<string, Thing>} */
  const found = new Map();
  for (const place of view.places) {
    found.set(place.ref, { sort: 'place', name: place.title, say: place.say || place.title, place, cell: null, piece: null });
    const boxes = place.cells ? place.cells.map((cell) => ({ cell, pieces: cell.pieces, heaps: cell.heaps })) : [{ cell: null, pieces: place.pieces, heaps: place.heaps }];
    for (const { cell, pieces, heaps } of boxes) {
      if (cell) found.set(cell.ref, { sort: 'cell', name: cell.name, say: cell.say || cell.name, place, cell, piece: null });
      const all = [...(pieces || [])];
      while (all.length) {
        const piece = /** @type {import('./model.js').Piece} */ (all.pop());
        found.set(piece.id, { sort: 'piece', name: spoken(piece.name || piece.say), say: piece.say, place, cell, piece });
        all.push(...(piece.on || []));
        for (const heap of piece.heaps || []) found.set(heap.ref, { sort: 'heap', name: heap.say, say: heap.say, place, cell, piece });
      }
      for (const heap of heaps || []) found.set(heap.ref, { sort: 'heap', name: heap.hidden ? `${spoken(heap.kind).toLowerCase()} in ${place.title.toLowerCase()}` : cell ? cell.name : heap.say, say: heap.say, place, cell, piece: null });
    }
  }
  return found;
}

/**
 * A name by which something is told apart from its like: a pawn by its square, a card by its place.
 * @param {View} view @param {Map<string, Thing>} all @param {string} ref
 */
export function nameOf(view, all, ref) {
  const word = view.decision?.names?.[ref];
  if (word) return word;
  const thing = all.get(ref);
  if (!thing) return ref.startsWith('s:') ? spoken(ref.slice(2)) : ref.startsWith('c:') ? cellName(ref) : spoken(ref.slice(2));
  if (thing.sort !== 'piece') return spoken(thing.name);
  const alike = [...all.values()].filter((other) => other.sort === 'piece' && other.name === thing.name).length > 1;
  const where = thing.cell ? thing.cell.name : thing.place.title.toLowerCase();
  return alike ? `${thing.name} ${thing.cell ? '' : 'in '}${where}` : thing.name;
}

/** @param {string} ref */
function cellName(ref) {
  const name = ref.split(':')[2] || ref;
  return /^-?\d+,-?\d+$/.test(name) ? `(${name.replace(',', ', ')})` : spoken(name);
}

/**
 * An option in words: "expand Farm on (1, 0)".
 * @param {View} view @param {Map<string, Thing>} all @param {{group: import('./model.js').Group, parts: string[]}} option
 */
export function wordsOf(view, all, option) {
  if (option.parts.length > (option.group.axes || []).length) return capital(option.parts.map((ref) => nameOf(view, all, ref)).join(', '));
  if ((option.group.axes || []).length && !option.parts.length) return 'Nothing';
  const filled = option.group.say.replace(/\{(\d)\}/g, (_, i) => nameOf(view, all, option.parts[Number(i)]));
  return capital(filled.trim());
}
