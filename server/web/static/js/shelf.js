// The shelf: colours of covers, and games found by typing or by kind.
import { $, h } from './dom.js';
import { applyTheme } from './dialogs.js';

applyTheme();
for (const element of document.querySelectorAll('[data-accent]')) /** @type {HTMLElement} */ (element).style.setProperty('--game', /** @type {HTMLElement} */ (element).dataset.accent || '');

const field = /** @type {HTMLInputElement} */ ($('find'));
const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.game')]);
let kind = '';

function narrow() {
  const words = field.value.toLowerCase();
  let count = 0;
  for (const card of cards) {
    const fits = (card.textContent || '').toLowerCase().includes(words) && (!kind || ` ${card.dataset.kinds} `.includes(` ${kind} `));
    card.hidden = !fits;
    count += Number(fits);
  }
  $('none').hidden = count > 0;
}

field.addEventListener('input', narrow);
for (const button of document.querySelectorAll('[data-kind]')) {
  button.addEventListener('click', () => {
    kind = /** @type {HTMLElement} */ (button).dataset.kind || '';
    for (const other of document.querySelectorAll('[data-kind]')) other.setAttribute('aria-pressed', String(other === button));
    narrow();
  });
}

$('join').addEventListener('click', () => {
  const box = h('dialog', { class: 'sheet-dialog', 'aria-label': 'Join with a link' });
  const link = h('input', { type: 'url', 'aria-label': 'The link', placeholder: 'Paste the link here' });
  box.append(h('h2', { text: 'Join with a link' }), h('form', { onsubmit: (/** @type {Event} */ e) => {
    e.preventDefault();
    const found = /\/(s|m)\/([\w-]+)/.exec(link.value);
    if (found) location.href = `/${found[1]}/${found[2]}`;
  } }, link, h('div', { class: 'verbs' }, h('button', { class: 'primary', type: 'submit', text: 'Join' }), h('button', { type: 'button', text: 'Not now', onclick: () => box.close() }))));
  document.body.append(box);
  box.showModal();
  box.addEventListener('close', () => box.remove());
});

// Where whoever runs the server allows it: rules of one's own.
document.getElementById('bring')?.addEventListener('click', () => {
  const box = h('dialog', { class: 'sheet-dialog', 'aria-label': 'Your own rules' });
  const file = h('input', { type: 'file', accept: '.rules,text/plain', 'aria-label': 'A rules file' });
  const said = h('p', { role: 'alert' });
  const send = h('button', { class: 'primary', type: 'button', text: 'Put it on the shelf', onclick: async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    said.textContent = 'One moment: the rules are tried.';
    const answer = await fetch('/rules', { method: 'POST', body: await chosen.text() });
    const found = await answer.json();
    if (answer.ok) location.href = `/g/${found.game}`;
    else said.textContent = found.sentence;
  } });
  box.append(h('h2', { text: 'Your own rules' }), h('p', { class: 'soft', text: 'One file of at most 64 KB. Everybody who comes here can play it.' }), file, said, h('div', { class: 'verbs' }, send, h('button', { type: 'button', text: 'Not now', onclick: () => box.close() })));
  document.body.append(box);
  box.showModal();
  box.addEventListener('close', () => box.remove());
});
