// Looking back: a slider over the moments of the match, a link to one of them, and the way back to it.
import { h, iconButton } from './dom.js';
import { toast } from './dialogs.js';

/** @typedef {import('./table.js').Table} Table */

/** What stands in the tray while an earlier moment is looked at. @param {Table} table */
export function replayBar(table) {
  const events = table.live.events || [];
  const last = events.length;
  const said = h('p', { class: 'said', text: events[table.moment - 1]?.text || '' });
  const slider = h('input', { type: 'range', min: 1, max: Math.max(1, last), value: table.moment, 'aria-label': 'A moment of the match', 'data-slider': 'yes' });
  slider.addEventListener('input', () => { said.textContent = events[Number(slider.value) - 1]?.text || ''; });
  slider.addEventListener('change', () => table.show(Number(slider.value)));
  const back = table.live.viewer && !table.live.outcome && table.live.undo !== 'no';
  return h('div', { class: 'replay', role: 'group', 'aria-label': 'Looking back' },
    h('div', { class: 'moments' }, iconButton('first', 'The beginning', () => table.show(1)), iconButton('prev', 'One back', () => table.show(Math.max(1, table.moment - 1))), slider,
      iconButton('next', 'One on', () => table.show(table.moment + 1)), iconButton('last', 'Now', () => table.show(0))), said,
    h('div', { class: 'verbs' }, h('button', { class: 'primary', type: 'button', text: 'Back to now', onclick: () => table.show(0) }),
      h('button', { type: 'button', text: 'Copy a link to this moment', onclick: () => copyLink(table) }),
      back && h('button', { type: 'button', 'data-undo-to': table.moment, text: 'Take back to here', onclick: () => { const line = table.moment; table.show(0).then(() => table.undo(line)); } })));
}

/** @param {Table} table */
export async function copyLink(table) {
  const link = `${location.origin}/m/${table.live.match}/at/${table.moment || (table.live.events || []).length}`;
  try {
    await navigator.clipboard.writeText(link);
    toast('The link is copied.');
  } catch {
    toast(link, true);
  }
}
