// Large boards: cells stay large enough for a finger, the board is panned, and opens on what can be touched.
import { h, iconButton, remember, setting } from './dom.js';

const FINGER = 44; // pixels of a cell that a finger finds
const MOUSE = 26;
const LARGEST = 118; // pixels of a cell: beyond that nothing is gained

/** @param {Element} box */
const seen = (box) => ({ left: box.scrollLeft, top: box.scrollTop });

/** Say on which sides the board goes on. @param {HTMLElement} box */
function further(box) {
  const room = box.parentElement;
  if (!room) return;
  room.classList.toggle('more-left', box.scrollLeft > 2);
  room.classList.toggle('more-right', box.scrollLeft + box.clientWidth < box.scrollWidth - 2);
}

export class Zoom {
  /** @param {string} game whose board is as large as it was the last time */
  constructor(game) {
    this.key = `size-${game}-${innerWidth < 720 ? 'phone' : 'wide'}`;
    this.factor = Number(setting(this.key, '1')) || 1;
    this.least = 0.3; // by how much the board can be made smaller: then all of it is seen
    this.at = { left: 0, top: 0 };
    this.question = '';
    this.panned = false;
  }

  /**
   * A board in its frame, as large as it has to be, and the buttons for its size.
   * @param {SVGElement} board @param {HTMLElement} room @returns {[HTMLElement, HTMLElement|null]}
   */
  frame(board, room) {
    const wide = Number(board.dataset.wide);
    const high = Number(board.dataset.high);
    const largest = Math.max(wide, high) < 4 ? LARGEST * 1.5 : LARGEST; // a board of a few cells may be larger
    const fit = Math.min((room.clientWidth - 8) / wide, (room.clientHeight - 8) / high, largest);
    const least = matchMedia('(pointer: coarse)').matches || innerWidth < 720 ? FINGER : MOUSE;
    const tall = board.classList.contains('track') && high > wide * 0.3; // a narrow cell that is tall can be touched
    const small = fit > 0 && fit < least * (tall ? 0.65 : least === FINGER && !board.classList.contains('graph') ? 0.91 : 0.85); // from 40 pixels on rather a little smaller than cut off
    if (fit > 0) this.least = small ? fit / least : 1;
    this.factor = Math.max(this.factor, this.least);
    const cell = Math.max(fit, small ? least : fit) * this.factor;
    board.style.setProperty('--coord', `${Math.max(15, Math.round(1100 / Math.max(20, cell)))}px`); // nothing below 11 pixels
    const words = Math.round(1150 / Math.max(20, cell));
    board.style.setProperty('--name', `${Math.min(27, Math.max(17, words))}px`);
    board.style.setProperty('--fact', `${Math.min(22, Math.max(15, words))}px`);
    const box = h('div', { class: 'main-board' }, board);
    if (cell > fit * 1.001) {
      board.style.width = `${wide * cell}px`;
      board.style.height = `${high * cell}px`;
      box.classList.add('large');
      this.#pan(box);
      box.addEventListener('scroll', () => { this.at = seen(box); further(box); });
    } else {
      board.style.maxWidth = `${wide * largest}px`;
      board.style.maxHeight = `${high * largest}px`;
    }
    const tools = small || this.factor !== 1 ? h('div', { class: 'zoom', role: 'group', 'aria-label': 'Size of the board' },
      iconButton('plus', 'Larger', () => this.to(this.factor * 1.4)), iconButton('minus', 'Smaller', () => this.to(this.factor / 1.4))) : null;
    return [box, tools];
  }

  /** @param {number} factor what is nearly all of the board is all of it */
  to(factor) {
    const near = factor < this.least * 1.2 ? this.least : Math.abs(factor - 1) < 0.1 ? 1 : factor;
    this.factor = Math.min(4, Math.max(this.least, near));
    remember(this.key, String(this.factor));
    dispatchEvent(new Event('resize'));
  }

  /** Where the board was left, or what is to be touched now. @param {HTMLElement} room @param {string} question what is asked: a new one is scrolled to */
  place(room, question) {
    const box = /** @type {HTMLElement|null} */ (room.querySelector('.main-board'));
    const board = box?.querySelector('svg');
    if (!box || !board || !box.classList.contains('large')) {
      room.classList.remove('more-left', 'more-right');
      return;
    }
    if (box.scrollLeft !== this.at.left) box.scrollLeft = this.at.left;
    if (box.scrollTop !== this.at.top) box.scrollTop = this.at.top;
    further(box);
    if (question === this.question) return;
    this.question = question;
    const there = [...board.querySelectorAll('.cell.can, .piece.can, .ghost')].map((e) => e.getBoundingClientRect());
    if (!there.length) return;
    const mine = box.getBoundingClientRect();
    if (there.some((r) => r.left >= mine.left && r.right <= mine.right && r.top >= mine.top && r.bottom <= mine.bottom)) return;
    box.scrollLeft += (Math.min(...there.map((r) => r.left)) + Math.max(...there.map((r) => r.right))) / 2 - (mine.left + mine.right) / 2;
    box.scrollTop += (Math.min(...there.map((r) => r.top)) + Math.max(...there.map((r) => r.bottom))) / 2 - (mine.top + mine.bottom) / 2;
  }

  /** A mouse drags the board, from 8 pixels on; a finger scrolls by itself. @param {HTMLElement} box */
  #pan(box) {
    box.addEventListener('pointerdown', (down) => {
      if (down.pointerType !== 'mouse' || down.button) return;
      const from = { x: down.clientX, y: down.clientY, ...seen(box) };
      this.panned = false;
      const move = (/** @type {PointerEvent} */ e) => {
        if (Math.hypot(e.clientX - from.x, e.clientY - from.y) > 8) this.panned = true;
        if (this.panned) [box.scrollLeft, box.scrollTop] = [from.left + from.x - e.clientX, from.top + from.y - e.clientY];
      };
      const up = () => { removeEventListener('pointermove', move); removeEventListener('pointerup', up); setTimeout(() => { this.panned = false; }, 0); };
      addEventListener('pointermove', move);
      addEventListener('pointerup', up);
    });
  }
}
