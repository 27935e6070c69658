// Clocks are the server's; the page only counts down.

/** @typedef {import('./model.js').Seat} Seat */

let skew = 0; // seconds that the server's time is ahead of ours

/** @param {number|null|undefined} now the server's time */
export function setClock(now) {
  if (now) skew = now - Date.now() / 1000;
}

/** @param {Seat} seat */
export function timeLeft(seat) {
  const gone = seat.since ? Math.max(0, Date.now() / 1000 + skew - seat.since) : 0;
  return Math.max(0, (seat.clock || 0) - gone);
}

/** 4:05, 1:02:30, 3 days. @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.ceil(seconds);
  if (whole >= 2 * 86400) return `${Math.floor(whole / 86400)} days`;
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Let all clocks on the page run. @param {() => Seat[]} seats */
export function tick(seats) {
  setInterval(() => {
    for (const seat of seats()) {
      const shown = document.querySelector(`[data-clock="${CSS.escape(seat.name)}"]`);
      if (shown) shown.textContent = clockText(timeLeft(seat));
      shown?.classList.toggle('short', timeLeft(seat) < 30);
    }
    for (const shown of document.querySelectorAll('[data-until]')) {
      const left = Math.max(0, Math.ceil((Number(/** @type {HTMLElement} */ (shown).dataset.until) - Date.now()) / 1000));
      shown.textContent = `The match goes on in ${left} s.`;
    }
  }, 500);
}
