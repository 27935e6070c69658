// The end: who won, the score sheet, how it went, and once more.
import { h, s, spoken } from './dom.js';
import { dialog, toast } from './dialogs.js';
import { scoreSheet } from './panel.js';

/** @typedef {import('./table.js').Table} Table */

/** @param {Table} table */
export function ending(table) {
  const { live: view } = table;
  const outcome = view.outcome;
  if (!outcome || document.querySelector('dialog[open]')) return;
  const last = (view.events || []).length;
  const slider = h('input', { type: 'range', min: 1, max: Math.max(1, last), value: last, 'aria-label': 'A moment of the match' });
  const said = h('p', { class: 'small soft', text: 'Slide to see any moment of the match.' });
  slider.addEventListener('change', () => { box.close(); table.show(Number(slider.value)); });
  slider.addEventListener('input', () => { said.textContent = (view.events || [])[Number(slider.value) - 1]?.text || ''; });
  const box = dialog(outcome.sentence,
    outcome.resigned ? h('p', { text: outcome.reason }) : null,
    outcome.deciding ? h('p', { text: `The tie is broken by ${spoken(outcome.deciding)}.` }) : null,
    h('div', { class: 'scores final' }, ...scoreSheet(view, table.known)),
    h('section', { class: 'course' }, h('h3', { text: 'How it went' }), slider, said),
    h('div', { class: 'verbs' },
      view.viewer ? h('button', { class: 'primary', type: 'button', text: view.next ? 'Go to the rematch' : 'Rematch', onclick: () => rematch(table) }) : null,
      h('a', { class: 'button', href: `/m/${view.match}/transcript.json`, download: `${view.match}.json`, text: 'Keep the record' }),
      h('a', { class: 'button quiet', href: '/', text: 'Back to the shelf' })));
  box.classList.add('ending');
  box.prepend(s('svg', { viewBox: '0 0 10 1', class: 'band', 'aria-hidden': 'true' }, s('rect', { width: 10, height: 1 })));
}

/** @param {Table} table */
async function rematch(table) {
  const answer = await fetch(`/m/${table.live.match}/rematch`, { method: 'POST', body: '{}' });
  const found = await answer.json();
  if (answer.ok) location.href = `/m/${found.match}`;
  else toast(found.sentence);
}
