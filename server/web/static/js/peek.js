// A card seen large while the mouse rests on it; a finger holds it instead (the inspector).
import { h, s } from './dom.js';

const WAIT = 450;
const READABLE = 150; // pixels: a card that is as wide need not be enlarged

/** @param {import('./table.js').Table} table */
export function peeking(table) {
  let timer = 0;
  const away = () => {
    clearTimeout(timer);
    document.getElementById('peek')?.remove();
  };
  document.addEventListener('pointerover', (event) => {
    away();
    const spot = event.target instanceof Element && event.pointerType === 'mouse' ? event.target.closest('[data-ref]') : null;
    if (spot && !spot.closest('dialog')) timer = window.setTimeout(() => show(table, /** @type {HTMLElement} */ (spot)), WAIT);
  });
  for (const end of ['pointerdown', 'keydown', 'scroll', 'wheel']) document.addEventListener(end, away, { capture: true, passive: true });
}

/** @param {import('./table.js').Table} table @param {HTMLElement} spot */
function show(table, spot) {
  const thing = table.all.get(spot.dataset.ref || '');
  const key = thing?.piece?.look || thing?.cell?.pieces?.[0]?.look || '';
  const look = key ? table.sheet.look(key) : null;
  const at = spot.getBoundingClientRect();
  if (!look || look.sort === 'token' || look.figure || at.width > READABLE || !spot.isConnected) return;
  const wide = Math.min(260, innerWidth * 0.3);
  const high = (wide * look.h) / look.w;
  const box = h('div', { id: 'peek', class: 'peek', 'aria-hidden': 'true' }, s('svg', { viewBox: `0 0 ${look.w} ${look.h}`, width: wide, height: high }, table.sheet.use(key, look.w / 2, look.h / 2, look.w, look.h)),
    look.text && thing?.piece?.face !== 'down' && h('p', { class: 'prose', text: look.text }));
  document.body.append(box);
  const mine = box.getBoundingClientRect();
  box.style.left = `${at.right + mine.width + 12 < innerWidth ? at.right + 10 : Math.max(4, at.left - mine.width - 10)}px`;
  box.style.top = `${Math.max(4, Math.min(at.top - 20, innerHeight - mine.height - 6))}px`;
}
