// What keys and touches stand for.
import { listDialog, bookAt } from './dialogs.js';
import { announce } from './speak.js';

/** @typedef {import('./table.js').Table} Table */

/** Do what a key stands for, if it can be done. @param {Table} table @param {string} name @returns {boolean} */
export function act(table, name) {
  if (name.startsWith('verb ')) {
    const button = document.querySelectorAll('.verbs button')[Number(name.slice(5)) - 1];
    if (button instanceof HTMLElement) button.click();
    return Boolean(button);
  }
  const deeds = /** @type {Record<string, () => void>} */ ({
    list: () => listDialog(table), undo: () => table.undo(), whole: () => table.undo(undefined, true), hint: () => table.hint(), rules: () => bookAt(table, ''), log: () => table.go('log'), score: () => table.go('score'),
    clear: () => table.clear(), earlier: () => table.show((table.moment || (table.live.events || []).length) - 1), later: () => table.show(table.moment + 1),
    describe: () => announce(table.view.places.map((p) => (p.cells ? `${p.title}: ${p.cells.filter((c) => c.pieces?.length || c.heaps?.length).map((c) => c.say).join('. ')}` : p.say || '')).slice(0, 5), '', 0),
  });
  deeds[name]?.();
  return name in deeds;
}

/** What lies at a touched element, from the top down. @param {Element} element @returns {string[]} */
export function refsAt(element) {
  const found = [];
  for (let at = /** @type {Element|null} */ (element); at; at = at.parentElement) {
    const ref = at instanceof HTMLElement || at instanceof SVGElement ? at.dataset.ref : '';
    if (ref) found.push(ref);
  }
  for (const inner of element.querySelectorAll('[data-ref]')) found.push(/** @type {HTMLElement} */ (inner).dataset.ref || '');
  return [...new Set(found)];
}
