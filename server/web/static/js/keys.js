// The keyboard alone is enough: Tab goes from part to part, arrows within, Enter touches.

/** @typedef {{touch: (e: Element) => void, why: (e: Element) => void, inspect: (e: Element) => void, act: (name: string) => boolean}} Hands */

const LETTERS = /** @type {Record<string, string>} */ ({ '/': 'list', l: 'list', u: 'undo', h: 'hint', r: 'rules', g: 'log', s: 'score', '[': 'earlier', ']': 'later', d: 'describe', c: 'clear' });

/** @param {Hands} hands */
export function keyboard(hands) {
  document.addEventListener('keydown', (event) => {
    const at = document.activeElement;
    if (event.ctrlKey || event.metaKey || event.altKey || at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement) return;
    const spot = at?.closest('[data-ref]');
    if (event.key.startsWith('Arrow') && spot) {
      const next = neighbour(spot, event.key);
      if (next) focusOn(next);
      event.preventDefault();
    } else if ((event.key === 'Enter' || event.key === ' ') && spot && !(at instanceof HTMLButtonElement)) {
      hands.touch(spot);
      event.preventDefault();
    } else if (event.key === 'Escape') {
      hands.act('clear');
    } else if (event.key === '?' && spot) {
      hands.why(spot);
    } else if (event.key.toLowerCase() === 'i' && spot) {
      hands.inspect(spot);
    } else if (event.key.toLowerCase() === 'n') {
      nextTouchable(event.shiftKey);
      event.preventDefault();
    } else if (/^[1-9]$/.test(event.key)) {
      if (hands.act(`verb ${event.key}`)) event.preventDefault();
    } else if (event.key === 'U') {
      if (hands.act('whole')) event.preventDefault();
    } else if (LETTERS[event.key.toLowerCase()] && hands.act(LETTERS[event.key.toLowerCase()])) {
      event.preventDefault();
    }
  });
}

/** The nearest cell or piece in a direction, whatever the board looks like. @param {Element} from @param {string} key */
function neighbour(from, key) {
  const group = from.closest('[role=grid], [role=listbox]');
  if (!group) return null;
  const here = middle(from);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] || [0, 0];
  let best = null;
  let least = Infinity;
  for (const other of group.querySelectorAll('[role=gridcell], [role=option]')) {
    const there = middle(other);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (other === from || along < 4 || aside > along * 1.8 + 4) continue;
    if (along + aside * 2 < least) [best, least] = [other, along + aside * 2];
  }
  return best;
}

/** @param {Element} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Element} element */
export function focusOn(element) {
  const group = element.closest('[role=grid], [role=listbox]');
  for (const other of group?.querySelectorAll('[tabindex="0"]') || []) other.setAttribute('tabindex', '-1');
  element.setAttribute('tabindex', '0');
  /** @type {HTMLElement} */ (element).focus();
}

/** @param {boolean} back */
function nextTouchable(back) {
  const all = [...document.querySelectorAll('.cell.can, .card.can, .cell.chosen, .card.chosen, .cell:has(.piece.can), .verbs button:not(.no)')];
  if (!all.length) return;
  const at = all.indexOf(/** @type {Element} */ (document.activeElement?.closest('[data-ref], button')));
  const next = all[(at + (back ? -1 : 1) + all.length) % all.length];
  if (next.closest('[role=grid], [role=listbox]')) focusOn(next);
  else /** @type {HTMLElement} */ (next).focus();
}

/** One stop for Tab in each board and hand. @param {ParentNode} root */
export function stops(root) {
  for (const group of root.querySelectorAll('[role=grid], [role=listbox]')) {
    const first = group.querySelector('.can, .chosen')?.closest('[role=gridcell], [role=option]') || group.querySelector('[role=gridcell], [role=option]');
    first?.setAttribute('tabindex', '0');
  }
}
