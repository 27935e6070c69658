// Drawing anew: what is the same stays in the page, so that a browser lays out and paints only what has changed.

/** What tells one child from its neighbours. @param {Node} node */
const keyOf = (node) => {
  const { ref, place, line } = node instanceof HTMLElement || node instanceof SVGElement ? node.dataset : /** @type {DOMStringMap} */ ({});
  return ref || place || line || '';
};

/** Nodes that can be made into each other. @param {Node} old @param {Node} next */
function alike(old, next) {
  if (old.nodeType !== next.nodeType || old.nodeName !== next.nodeName) return false;
  // A large board is panned by listeners of its own.
  return !(old instanceof HTMLElement && next instanceof HTMLElement) || old.classList.contains('large') === next.classList.contains('large');
}

/** @param {Element} old @param {Element} next */
function attributes(old, next) {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) if (name !== 'style' && old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [was, is] = [/** @type {HTMLElement} */ (old).style, /** @type {HTMLElement} */ (next).style];
  if (was && is && was.cssText !== is.cssText) was.cssText = is.cssText; // as an attribute the page's policy would not allow it
}

/** One node in place of another: the old one if it is the same or can be made so. @param {Node} old @param {Node} next @returns {Node} */
function merged(old, next) {
  if (old.isEqualNode(next)) return old;
  if (old instanceof Text && next instanceof Text) {
    old.data = next.data;
    return old;
  }
  if (!(old instanceof Element && next instanceof Element) || /^(BUTTON|INPUT|SELECT|TEXTAREA|FORM|A)$/.test(old.tagName)) return next; // what they do may be new
  attributes(old, next);
  renew(old, [...next.childNodes]);
  return old;
}

/**
 * Give an element these children, as `replaceChildren` does.
 * A button that looks the same stays what it was: what it does must follow from how it looks.
 * @param {Element} parent @param {Node[]} children
 */
export function renew(parent, children) {
  const keyed = new Map();
  /** @type {Node[]} */
  const plain = [];
  for (const old of parent.childNodes) {
    if (keyOf(old) && !keyed.has(keyOf(old))) keyed.set(keyOf(old), old);
    else plain.push(old);
  }
  const found = children.map((next) => {
    const key = keyOf(next);
    const old = key ? keyed.get(key) : plain.find((node) => !keyOf(node) && alike(node, next));
    if (!old || !alike(old, next)) return next;
    if (key) keyed.delete(key);
    else plain.splice(plain.indexOf(old), 1);
    return merged(old, next);
  });
  const kept = new Set(found);
  for (const old of [...parent.childNodes]) if (!kept.has(old)) old.remove();
  found.forEach((node, i) => { if (parent.childNodes[i] !== node) parent.insertBefore(node, parent.childNodes[i] || null); });
}
