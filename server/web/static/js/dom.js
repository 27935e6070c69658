// Making elements. Text is always text: nothing that somebody wrote becomes markup.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props] attributes; `class`, `on…` listeners, `text`
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const found = document.createElement(tag);
  set(found, props);
  for (const child of children) if (child) found.append(child);
  return found;
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {SVGElement}
 */
export function s(tag, props = {}, ...children) {
  const found = /** @type {SVGElement} */ (document.createElementNS('http://www.w3.org/2000/svg', tag));
  set(found, props);
  for (const child of children) if (child) found.append(child);
  return found;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} props
 */
function set(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'text') element.textContent = String(value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** @param {string} id @returns {HTMLElement} */
export function $(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/** @returns {any} what the server wrote into the page */
export function given() {
  return JSON.parse($('data').textContent || '{}');
}

/** Player1 is Player 1. @param {string} name */
export const spoken = (name) => name.replace(/_/g, ' ').replace(/\bPlayer(\d+)\b/g, 'Player $1');

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} key @param {string} [usual] */
export function setting(key, usual = '') {
  try {
    return localStorage.getItem(`rulewright-${key}`) || usual;
  } catch {
    return usual;
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`rulewright-${key}`, value);
  } catch {
    /* a browser that keeps nothing */
  }
}

const ICONS = /** @type {Record<string, string>} */ ({
  back: 'M15 5l-7 7 7 7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  undo: 'M9 7 5 11l4 4M5 11h9a5 5 0 0 1 0 10h-3',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 0 1 4 10c-1 1-1 2-1 3H9c0-1 0-2-1-3a6 6 0 0 1 4-10z',
  log: 'M6 4h12v16H6zM9 8h6M9 12h6M9 16h4',
  table: 'M4 6h16v9H4zM7 15v5M17 15v5',
  score: 'M5 20V11M12 20V4M19 20v-6',
  book: 'M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v14',
  close: 'M6 6l12 12M18 6 6 18',
  list: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
  note: 'M5 4h14v11l-5 5H5zM14 20v-5h5',
  play: 'M7 4l13 8-13 8z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  first: 'M18 5l-9 7 9 7zM6 5v14',
  prev: 'M16 5l-9 7 9 7z',
  next: 'M8 5l9 7-9 7z',
  last: 'M6 5l9 7-9 7zM18 5v14',
});

/** @param {string} name @param {number} [size] */
export function icon(name, size = 24) {
  const path = s('path', { d: ICONS[name], fill: 'none', stroke: 'currentColor', 'stroke-width': 2, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' });
  return s('svg', { viewBox: '0 0 24 24', width: size, height: size, 'aria-hidden': 'true' }, path);
}

/**
 * A button that is only a picture.
 * @param {string} name @param {string} label @param {() => void} act @param {string} [more] a class
 */
export function iconButton(name, label, act, more = '') {
  return h('button', { class: `icon ${more}`, 'aria-label': label, title: label, type: 'button', onclick: act }, icon(name));
}

/**
 * The mark of a seat: form and colour, so that it can be told in grey.
 * @param {{mark: string, fill: string, rim: string}} seat @param {number} [size]
 */
export function mark(seat, size = 18) {
  const look = { fill: seat.fill, stroke: seat.rim, 'stroke-width': 2, 'stroke-linejoin': 'round' };
  const forms = /** @type {Record<string, () => SVGElement>} */ ({
    circle: () => s('circle', { cx: 10, cy: 10, r: 8, ...look }),
    square: () => s('rect', { x: 2.5, y: 2.5, width: 15, height: 15, rx: 2, ...look }),
    triangle: () => s('path', { d: 'M10 2 18.500 17h-17z', ...look }),
    diamond: () => s('path', { d: 'M10 1 18 10l-8 9-8-9z', ...look }),
    cross: () => s('path', { d: 'M7 2h6v5h5v6h-5v5H7v-5H2V7h5z', ...look }),
    star: () => s('path', { d: 'M10 1l2.600 6 6.400.500-4.900 4.200 1.500 6.300L10 14.600 4.400 18l1.500-6.300L1 7.500 7.400 7z', ...look }),
    hexagon: () => s('path', { d: 'M10 1.500 17.500 5.800v8.400L10 18.500l-7.500-4.300V5.800z', ...look }),
    pentagon: () => s('path', { d: 'M10 1.500 18.500 8l-3.200 10H4.700L1.500 8z', ...look }),
    octagon: () => s('path', { d: 'M6.500 2h7L18 6.500v7L13.500 18h-7L2 13.500v-7z', ...look }),
    shield: () => s('path', { d: 'M3 2.500h14v8c0 4-3.500 6.500-7 8-3.500-1.500-7-4-7-8z', ...look }),
  });
  const form = (forms[seat.mark] || forms.circle)();
  return s('svg', { viewBox: '0 0 20 20', width: size, height: size, class: 'mark', 'aria-hidden': 'true' }, form);
}
