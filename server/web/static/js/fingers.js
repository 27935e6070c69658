// Fingers and mice: a touch means what lay under it when it began, and none is lost while the table is drawn anew.
import { finish } from './motion.js';
import { inspector } from './dialogs.js';

const LONG = 600; // milliseconds after which a finger that stays wants to read
const SLIP = 8; // pixels that a finger may slip
const LATEST = 1500; // milliseconds after which a finger that was never lifted is forgotten
const CLICK = 120; // milliseconds within which a lifted finger becomes a click

/** @param {EventTarget|null} target */
const spotAt = (target) => (target instanceof Element ? target.closest('[data-ref]') : null);

/** @param {import('./table.js').Table} table */
export function fingers(table) {
  let long = 0;
  let forgotten = 0;
  /** @type {{spot: Element|null, x: number, y: number}|null} */
  let down = null;
  const up = () => {
    clearTimeout(forgotten);
    table.wire?.release();
  };
  document.addEventListener('pointerdown', (event) => {
    down = { spot: spotAt(event.target), x: event.clientX, y: event.clientY };
    finish();
    table.wire?.hold();
    clearTimeout(forgotten);
    forgotten = window.setTimeout(up, LATEST);
    clearTimeout(long);
    const ref = /** @type {HTMLElement|null} */ (down.spot)?.dataset.ref;
    if (ref && event.pointerType !== 'mouse') long = window.setTimeout(() => inspector(table, ref), LONG); // a mouse has its other button
  }, { capture: true });
  document.addEventListener('pointermove', (event) => {
    if (down && Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLIP) clearTimeout(long);
  });
  for (const end of ['pointerup', 'pointercancel']) {
    document.addEventListener(end, () => {
      clearTimeout(long);
      clearTimeout(forgotten);
      forgotten = window.setTimeout(up, CLICK); // the click comes first
    });
  }
  document.addEventListener('click', (event) => {
    const slipped = down && Math.hypot(event.clientX - down.x, event.clientY - down.y) > SLIP;
    const begun = !slipped && event.detail && down?.spot?.isConnected ? down.spot : null; // a key or a script clicks with detail 0
    const spot = begun || spotAt(event.target);
    down = null;
    if (spot && !spot.closest('dialog')) table.touch(spot);
    clearTimeout(forgotten);
    forgotten = window.setTimeout(up, 0);
  });
}
