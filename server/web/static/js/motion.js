// Motion tells what happened, then stops: pieces travel from where they were to where they are.

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches || document.documentElement.dataset.motion === 'none';

/** Where everything is now. @param {ParentNode} root @returns {Map<string, DOMRect>} */
export function snapshot(root) {
  const found = new Map();
  for (const element of root.querySelectorAll('[data-piece]')) found.set(/** @type {HTMLElement} */ (element).dataset.piece, element.getBoundingClientRect());
  return found;
}

/** Let what has moved travel. @param {ParentNode} root @param {Map<string, DOMRect>} before */
export function travel(root, before) {
  if (still() || !before.size) return;
  for (const animation of document.getAnimations()) if (animation.id === 'travel') animation.cancel(); // what is still on its way goes on from there
  const moving = [];
  for (const element of root.querySelectorAll('[data-piece]')) { // first all is measured, then it moves
    const was = before.get(/** @type {HTMLElement} */ (element).dataset.piece || '');
    const is = element.getBoundingClientRect();
    if (!was || !is.width) continue;
    const dx = was.x + was.width / 2 - is.x - is.width / 2;
    const dy = was.y + was.height / 2 - is.y - is.height / 2;
    if (Math.hypot(dx, dy) < 6) continue;
    const svg = element instanceof SVGElement ? element.ownerSVGElement : null;
    moving.push({ element, dx, dy, unit: svg ? svg.viewBox.baseVal.width / (svg.getBoundingClientRect().width || 1) : 1 });
  }
  for (const { element, dx, dy, unit } of moving) element.animate([{ transform: `translate(${dx * unit}px, ${dy * unit}px)` }, { transform: 'none' }], { duration: Math.hypot(dx, dy) > 300 ? 480 : 320, easing: 'ease-out', id: 'travel' });
}

/** Any touch ends the motion. */
export function finish() {
  for (const animation of document.getAnimations()) if (animation.effect) animation.finish();
}
