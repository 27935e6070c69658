// What opens over the table: the list of options, the menu, a piece seen large, why not, the rulebook, a note.
import { $, h, iconButton, remember, s, setting, spoken, capital } from './dom.js';
import { matching } from './options.js';
import { nameOf, wordsOf } from './names.js';
import { copyLink } from './replay.js';

/** @typedef {import('./table.js').Table} Table */

const MOST = 200;

/** @param {string} title @param {...(Node|string|null|undefined|false)} content @returns {HTMLDialogElement} */
export function dialog(title, ...content) {
  const found = sheet(title, ...content);
  found.showModal();
  return found;
}

/** Something that opens, not yet open. @param {string} title @param {...(Node|string|null|undefined|false)} content @returns {HTMLDialogElement} */
export function sheet(title, ...content) {
  const found = h('dialog', { class: 'sheet-dialog', 'aria-label': title }, h('header', {}, h('h2', { text: title }), iconButton('close', 'Close', () => found.close())), ...content);
  found.addEventListener('close', () => found.remove());
  found.addEventListener('click', (event) => { if (event.target === found) found.close(); });
  document.body.append(found);
  return found;
}

/** Every option as words, narrowed while one types. @param {Table} table */
export function listDialog(table) {
  const { view } = table;
  if (!view.decision) return;
  const options = table.selection.remaining();
  const titles = options.map((o) => wordsOf(view, table.all, o));
  const list = h('ul', { class: 'options', 'data-list': 'yes' });
  const field = h('input', { type: 'search', placeholder: titles[0] ? `Type: ${titles[0].toLowerCase()}` : 'Type', 'aria-label': 'Find an option', autocomplete: 'off' });
  const note = h('p', { class: 'soft small', role: 'status' });
  const fill = () => {
    const found = matching(titles, field.value);
    list.replaceChildren(...found.slice(0, MOST).map((i) => h('li', {}, h('button', { type: 'button', text: titles[i], onclick: () => { box.close(); table.take(options[i]); } }))));
    note.textContent = found.length > MOST ? `${found.length - MOST} more: type to narrow them down.` : `${found.length} of ${titles.length}`;
  };
  field.addEventListener('input', fill);
  const form = h('form', { onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); list.querySelector('button')?.click(); } }, field);
  const box = dialog('What you can do', form, note, list);
  fill();
  field.focus();
}

/** A piece or cell large, with all that may be known about it. @param {Table} table @param {string} ref */
export function inspector(table, ref) {
  const thing = table.all.get(ref);
  if (!thing || document.querySelector('dialog[open]:not(.beside)')) return;
  const key = thing.piece?.look || thing.cell?.pieces?.[0]?.look || '';
  const look = key ? table.sheet.look(key) : null;
  const picture = look ? s('svg', { viewBox: `0 0 ${look.w} ${look.h}`, class: 'large', 'aria-hidden': 'true' }, table.sheet.use(key, look.w / 2, look.h / 2, look.w, look.h)) : null;
  const facts = [
    ...(look && thing.piece?.face !== 'down' ? look.facts.map(([name, text]) => ({ name, text })) : []),
    ...(thing.piece?.facts || thing.cell?.facts || []),
    ...(table.known.pieces?.[ref] || []),
  ];
  const others = thing.cell && !thing.piece ? [...(thing.cell.pieces || []).map((p) => p.say), ...(thing.cell.heaps || []).map((x) => x.say)] : [];
  dialog(capital(spoken(nameOf(table.view, table.all, ref))), picture, h('p', { class: 'prose', text: look?.text || '' }), h('p', { text: spoken(thing.say) }),
    h('dl', { class: 'facts' }, ...facts.map((f) => h('div', {}, h('dt', { text: f.name }), h('dd', { text: spoken(f.text) })))), ...others.map((text) => h('p', { text })));
}

/** Why not, in the words of the rule, beside what was touched and never over it. @param {Table} table @param {DOMRect} at @param {import('./model.js').WhyNot} why */
export function bubble(table, at, why) {
  hideBubble();
  const values = (why.values || []).map((f) => `${f.name} ${f.text}`).join(' · ');
  const box = h('div', { class: 'why', id: 'why', role: 'status' }, h('p', { class: why.prose ? 'prose' : '', text: why.sentence }), values && h('div', { class: 'small soft', text: values }),
    why.rule && h('button', { class: 'link', type: 'button', text: `${table.view.title} › ${why.title}`, onclick: () => bookAt(table, why.rule || '') }));
  document.body.append(box);
  const mine = box.getBoundingClientRect();
  const below = at.top < mine.height + 70;
  const top = below ? Math.min(at.bottom + 12, innerHeight - mine.height - 8) : at.top - mine.height - 12;
  const left = Math.max(8, Math.min(at.left + at.width / 2 - 60, innerWidth - mine.width - 8));
  box.classList.toggle('below', below);
  box.style.top = `${Math.max(8, top)}px`;
  box.style.left = `${left}px`;
  box.style.setProperty('--tip', `${Math.max(16, Math.min(mine.width - 30, at.left + at.width / 2 - left - 7))}px`);
}

export function hideBubble() {
  document.getElementById('why')?.remove();
}

/** @param {string} text @param {boolean} [stays] */
export function toast(text, stays = false) {
  const box = $('toast');
  box.textContent = text;
  box.hidden = !text;
  clearTimeout(Number(box.dataset.timer));
  if (!stays) box.dataset.timer = String(setTimeout(() => { box.hidden = true; }, 5000));
}

/** The rulebook beside the table, at a rule. @param {Table} table @param {string} rule */
export function bookAt(table, rule) {
  hideBubble();
  const frame = /** @type {HTMLIFrameElement} */ ($('book'));
  const address = `${table.view.book}${rule ? `#${rule}` : ''}`;
  if (frame.getAttribute('src') !== address) frame.src = address;
  $('drawer').hidden = false;
  table.tab = 'rules';
  $('table').dataset.tab = 'rules';
  table.drawTabs();
}

/** What somebody did not understand, tied to the moment. @param {Table} table */
export function noteDialog(table) {
  const field = h('textarea', { rows: 4, maxlength: 500, 'aria-label': 'Your note', placeholder: 'I did not understand this…' });
  const verbs = [...new Set((table.view.decision?.groups || []).map((g) => g.verb).concat((table.view.decision?.unavailable || []).map((u) => u.verb)))];
  const rule = h('select', { 'aria-label': 'Which rule' }, h('option', { value: '', text: 'no rule in particular' }), ...verbs.map((v) => h('option', { value: `r-${v}`, text: spoken(v) })));
  const box = dialog('A note for the designer', h('p', { class: 'soft', text: 'It is kept with this moment of the match.' }), field, h('label', {}, 'About the rule: ', rule),
    h('button', { class: 'primary', type: 'button', text: 'Keep the note', onclick: async () => {
      const answer = await table.wire?.ask({ do: 'note', text: field.value, rule: rule.value, version: table.moment || (table.live.events || []).length });
      box.close();
      toast(answer?.kind === 'ok' ? 'The note is kept.' : answer?.sentence || '');
    } }));
  field.focus();
}

/** @param {Table} table */
export function menuDialog(table) {
  const { live: view } = table;
  const match = view.match;
  const act = (/** @type {string} */ text, /** @type {() => void} */ run) => h('button', { class: 'row-button', type: 'button', text, onclick: () => { box.close(); run(); } });
  const choice = (/** @type {string} */ key, /** @type {string} */ title, /** @type {[string, string][]} */ values, /** @type {string} */ usual, /** @type {() => void} */ then = () => {}) => h('label', { class: 'setting' }, h('span', { text: title }),
    (() => {
      const select = h('select', { onchange: () => { remember(key, select.value); then(); } }, ...values.map(([v, t]) => h('option', { value: v, text: t })));
      select.value = setting(key, usual);
      return select;
    })());
  const seats = view.maker ? view.seats.filter((seat) => seat.who === 'person' || seat.who === 'you') : [];
  const box = dialog('Menu',
    act('List what I can do', () => listDialog(table)), view.viewer ? act('Hint', () => table.hint()) : null, act('Note for the designer', () => noteDialog(table)),
    act('Look back through the match', () => table.show(Math.max(1, (view.events || []).length - 1))),
    view.whole ? act('Take my whole turn back', () => table.undo(undefined, true)) : null,
    act('Copy a link to this moment', () => copyLink(table)),
    h('a', { class: 'row-button', href: `/m/${match}/transcript.json`, download: `${match}.json`, text: 'Download the transcript' }),
    h('a', { class: 'row-button', href: `/m/${match}/notes.html`, text: 'Notes of playtesters, with pictures' }),
    ...view.seats.filter((seat) => view.viewer && seat.who === 'person' && typeof seat.clock === 'number' && !view.outcome).map((seat) => act(`Give ${spoken(seat.name)} a minute more`, () => table.wire?.ask({ do: 'time', seat: seat.name }))),
    h('div', { class: 'settings' },
      choice('theme', 'Light', [['', 'as the device'], ['light', 'light'], ['dark', 'dark']], '', applyTheme),
      choice('confirm', 'Ask before', [['always', 'everything'], ['final', 'what cannot be taken back'], ['never', 'nothing']], table.careful),
      choice('motion', 'Motion', [['', 'as the device'], ['none', 'none']], '', applyTheme),
      choice('notify', 'Tell me when it is my turn', [['', 'no'], ['yes', 'yes']], '', () => { if (setting('notify') === 'yes') Notification.requestPermission?.(); })),
    view.viewer ? nameField(table) : null,
    ...seats.map((seat) => act(`Give the seat of ${spoken(seat.name)} away`, () => giveAway(table, seat.name))),
    view.viewer && !view.outcome ? act('Resign', () => sure('Do you really want to resign?', 'Resign', () => table.wire?.ask({ do: 'resign' }))) : null);
}

/** @param {Table} table */
function nameField(table) {
  const field = h('input', { type: 'text', maxlength: 40, value: table.me?.called || setting('name'), 'aria-label': 'Your name', placeholder: 'Your name' });
  return h('form', { class: 'setting', onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); remember('name', field.value); table.wire?.ask({ do: 'name', text: field.value }); toast('The others see your name.'); } }, h('span', { text: 'Your name' }), field);
}

/** @param {string} question @param {string} yes @param {() => void} run */
function sure(question, yes, run) {
  const box = dialog(question, h('div', { class: 'verbs' }, h('button', { class: 'primary', type: 'button', text: yes, onclick: () => { box.close(); run(); } }), h('button', { type: 'button', text: 'No', onclick: () => box.close() })));
}

/** @param {Table} table @param {string} seat */
async function giveAway(table, seat) {
  const answer = await fetch(`/m/${table.live.match}/give`, { method: 'POST', body: JSON.stringify({ seat }) });
  const found = await answer.json();
  if (!answer.ok) {
    toast(found.sentence);
    return;
  }
  dialog(`A new link for ${spoken(seat)}`, h('p', { text: 'Whoever opens it sits there. The old link no longer works.' }), linkBox(found.link, found.qr));
}

/** A link to hand on, with its code for a phone. @param {string} link @param {string} code */
export function linkBox(link, code) {
  const picture = new DOMParser().parseFromString(code, 'image/svg+xml').documentElement;
  picture.setAttribute('class', 'qr');
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', 'the link as a code for a phone');
  return h('div', { class: 'link-box' }, document.importNode(picture, true), h('div', {}, h('code', { text: link }), h('button', { type: 'button', text: 'Copy', onclick: () => navigator.clipboard?.writeText(link) })));
}

export function applyTheme() {
  document.documentElement.dataset.theme = setting('theme');
  document.documentElement.dataset.motion = setting('motion');
}
