// For those who listen: what happened, what is asked, how much can be done; once each, in this order.
import { $ } from './dom.js';

const MOST = 5;

/** @param {string[]} happened @param {string} prompt @param {number} options */
export function announce(happened, prompt, options) {
  const lines = happened.slice(0, MOST);
  if (happened.length > MOST) lines.push(`and ${happened.length - MOST} more: press G for the log.`);
  if (prompt) lines.push(prompt);
  if (options) lines.push(`${options} ${options === 1 ? 'option' : 'options'}.`);
  if (lines.length) $('polite').textContent = lines.join(' ');
}

/** Only what must not be missed. @param {string} text */
export function alarm(text) {
  $('alarm').textContent = text;
}
