// A new match: who sits where, what is agreed on, and the links that are handed on.
import { $, given, h, mark, spoken, capital } from './dom.js';
import { applyTheme, linkBox } from './dialogs.js';

applyTheme();
const { game, machines } = given();
const usual = ['fair', 'greedy'].find((one) => machines.includes(one)) || machines[0];
document.documentElement.style.setProperty('--game', game.accent);
/** @type {Record<string, string>} */
const seats = {};
/** @type {Record<string, string>} */
const options = Object.fromEntries(game.options.map((/** @type {any} */ o) => [o.name, o.value]));
/** @type {Set<string>} */
const variants = new Set();
const seating = game.options.find((/** @type {any} */ o) => o.sort === 'seats');
let players = game.usual;
let clock = '';
let pause = '4';
const CLOCKS = /** @type {[string, string][]} */ ([['', 'none'], ['300+3', '5 minutes'], ['900+10', '15 minutes'], ['3600+30', '1 hour'], ['259200+43200', '3 days']]);

/** @param {string} name @param {[string, string][]} values @param {string} chosen @param {(value: string) => void} pick */
function segments(name, values, chosen, pick) {
  return h('div', { class: 'segments', role: 'radiogroup', 'aria-label': name }, ...values.map(([value, title]) => h('button', { type: 'button', role: 'radio', 'aria-checked': String(value === chosen), 'data-value': value, text: title, onclick: () => { pick(value); draw(); } })));
}

/** Those who take part: whom somebody chose, or the first ones. @returns {any[]} */
const seated = () => (seating ? game.seats.filter((/** @type {any} */ s) => options[seating.name].split(',').includes(s.name)) : game.seats.slice(0, players));

/** @param {number} number */
function asMany(number) {
  players = number;
  if (seating) options[seating.name] = game.seats.slice(0, number).map((/** @type {any} */ s) => s.name).join(',');
}

function draw() {
  const shown = seated();
  $('seats').replaceChildren(...shown.map((/** @type {any} */ seat, /** @type {number} */ i) => {
    seats[seat.name] ??= i === 0 ? 'here' : usual;
    const now = seats[seat.name];
    const machine = !['here', 'link'].includes(now);
    const values = /** @type {[string, string][]} */ ([['here', 'You, here'], ['link', 'A person, by link'], [machine ? now : usual, 'A machine']]);
    const level = machine && machines.length > 1 ? h('label', { class: 'level' }, 'plays ', (() => {
      const select = h('select', { 'aria-label': `How the machine at ${spoken(seat.name)} plays`, onchange: () => { seats[seat.name] = select.value; draw(); } }, ...machines.map((/** @type {string} */ m) => h('option', { value: m, text: m })));
      select.value = now;
      return select;
    })()) : null;
    return h('div', { class: 'seat-row', 'data-seat': seat.name }, h('span', { class: 'seat' }, mark(seat, 20), spoken(seat.name)), segments(spoken(seat.name), values, now, (value) => { seats[seat.name] = value; }), level,
      now === 'link' ? h('p', { class: 'small soft', text: 'You get a link to hand on when the match begins.' }) : null);
  }));
  $('players').replaceChildren(...(game.most > game.fewest ? [h('h2', { text: 'How many play' }), segments('Players', Array.from({ length: game.most - game.fewest + 1 }, (_, i) => /** @type {[string, string]} */ ([String(game.fewest + i), String(game.fewest + i)])), String(players), (value) => asMany(Number(value)))] : []));
  const rows = game.options.map(optionRow);
  const rest = rows.slice(2);
  const more = rest.length > 1 ? [h('details', { open: $('options').querySelector('details')?.open }, h('summary', { text: `${rest.length} more rules to agree on` }), ...rest)] : rest;
  $('options').replaceChildren(...rows.slice(0, 2), ...more, ...(game.variants.length ? [h('fieldset', {}, h('legend', { text: 'Variants' }), ...game.variants.map((/** @type {string} */ title) => chip(title, variants.has(title), () => { if (!variants.delete(title)) variants.add(title); draw(); })))] : []));
  $('pace').replaceChildren(h('h2', { text: 'Clock' }), segments('Clock', CLOCKS, clock, (value) => { clock = value; }), clock ? h('p', { class: 'small soft', text: 'For each person, and some more for each decision. Whoever has no time left has lost; others can give a minute more.' }) : '',
    ...(game.interrupts ? [h('h2', { text: 'Time to interrupt' }), segments('Time to interrupt', [['2', '2 seconds'], ['4', '4 seconds'], ['8', '8 seconds'], ['0', 'no limit']], pause, (value) => { pause = value; }), h('p', { class: 'small soft', text: 'Before each roll all wait so long, so that nobody notices who could have interrupted. Without a limit they can.' })] : []));
  const waits = shown.filter((/** @type {any} */ s) => seats[s.name] === 'link').map((/** @type {any} */ s) => spoken(s.name));
  const first = waits.length ? `The match begins at once; ${listed(waits)} can sit down later. You can close this page and come back.` : 'The match begins at once. You can close it and come back.';
  $('begin').textContent = first;
}

/** @param {string[]} names */
const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}` : names[0]);

/** @param {string} title @param {boolean} on @param {() => void} act */
const chip = (title, on, act) => h('button', { type: 'button', class: `choice ${on ? 'on' : ''}`, 'aria-pressed': String(on), text: `${on ? '✓ ' : ''}${title}`, onclick: act });

/** @param {any} option */
function optionRow(option) {
  const name = capital(option.title);
  const about = option.about ? h('span', { class: 'soft', text: ` ${option.about}` }) : null;
  const now = options[option.name];
  if (option.sort === 'flag') return h('fieldset', {}, h('legend', {}, name, about), ...['yes', 'no'].map((v) => chip(v, now === v, () => { options[option.name] = v; draw(); })));
  if (option.sort === 'one') return h('fieldset', {}, h('legend', {}, name, about), ...option.members.map((/** @type {string} */ m, /** @type {number} */ i) => chip(option.names[i], now === m, () => { options[option.name] = m; draw(); })));
  if (option.sort === 'seats') {
    const now = seated();
    return h('fieldset', {}, h('legend', {}, name, about), ...game.seats.map((/** @type {any} */ seat) => chip(spoken(seat.name), now.includes(seat), () => {
      const next = game.seats.filter((/** @type {any} */ s) => (s === seat) !== now.includes(s));
      if (next.length < game.fewest || next.length > game.most) return;
      players = next.length;
      options[option.name] = next.map((/** @type {any} */ s) => s.name).join(',');
      draw();
    })));
  }
  if (option.sort === 'set') {
    const set = now.split(/,\s*/).filter(Boolean);
    return h('fieldset', {}, h('legend', {}, name, h('span', { class: 'soft', text: option.exactly ? ` ${option.exactly} of ${option.members.length}` : '' }), about), ...option.members.map((/** @type {string} */ m, /** @type {number} */ i) => chip(option.names[i], set.includes(m), () => {
      const next = set.includes(m) ? set.filter((/** @type {string} */ x) => x !== m) : [...set, m];
      if (option.exactly && next.length > option.exactly) next.shift();
      options[option.name] = option.members.filter((/** @type {string} */ x) => next.includes(x)).join(',');
      draw();
    })));
  }
  const field = h('input', { type: option.sort === 'number' ? 'number' : 'text', value: now, min: option.low, max: option.high, 'aria-label': name, onchange: () => { options[option.name] = field.value; } });
  return h('fieldset', {}, h('legend', {}, name, about), field);
}

$('start').addEventListener('click', async () => {
  const changed = Object.fromEntries(game.options.filter((/** @type {any} */ o) => options[o.name] !== o.value).map((/** @type {any} */ o) => [o.name, options[o.name]]));
  const names = seated().map((/** @type {any} */ s) => s.name);
  const asked = { game: game.name, players: players === game.usual ? null : players, options: changed, variants: [...variants], seats: Object.fromEntries(names.map((/** @type {string} */ n) => [n, seats[n]])), watch: /** @type {HTMLInputElement} */ ($('watch')).checked, window: Number(pause), clock: clock ? { seconds: Number(clock.split('+')[0]), more: Number(clock.split('+')[1]) } : null };
  $('start').setAttribute('aria-busy', 'true');
  const answer = await fetch('/new', { method: 'POST', body: JSON.stringify(asked) });
  const found = await answer.json();
  $('start').removeAttribute('aria-busy');
  if (!answer.ok) {
    $('problem').textContent = found.sentence;
    return;
  }
  if (!found.links.length) {
    location.href = `/m/${found.match}`;
    return;
  }
  $('form').replaceChildren(h('h2', { text: 'Hand these on' }), ...found.links.map((/** @type {any} */ one) => h('section', { class: 'seat-row' }, h('h3', { text: `Whoever opens this sits down as ${spoken(one.seat)}.` }), linkBox(one.link, one.qr))),
    h('div', { class: 'verbs' }, h('a', { class: 'button primary', href: `/m/${found.match}`, text: 'To the table' })));
});

draw();
