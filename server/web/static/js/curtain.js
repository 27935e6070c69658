// One device, several seats: the page of the one before is gone when this stands here, and nothing of the next has been asked for.
import { h, mark, spoken } from './dom.js';

/** @param {{curtain: string, match: string, title: string, seats: any[], news: string[], hot: string[]}} data */
export function curtain(data) {
  const seat = data.seats.find((one) => one.name === data.curtain) || data.seats[0];
  const name = spoken(seat.name);
  const go = h('a', { class: 'button big', href: `/m/${data.match}?as=${encodeURIComponent(seat.name)}`, 'data-curtain': seat.name, text: `I am ${name}` });
  go.style.setProperty('--fill', seat.fill);
  go.style.setProperty('--rim', seat.rim);
  go.style.setProperty('--on', seat.ink);
  document.body.replaceChildren(
    h('main', { class: 'curtain' }, h('p', { class: 'what' }, h('b', { text: data.title }), ` · ${data.hot.length} people, one screen`),
      h('div', { class: 'who' }, mark(seat, 96), h('h1', { text: `Pass to ${name}` }), h('p', { text: 'and let nobody else look.' })),
      data.news.length ? h('section', { class: 'news' }, h('h2', { text: 'What everybody saw' }), ...data.news.map((text) => h('p', { text }))) : null,
      go, h('p', { class: 'small', text: 'Nothing of the others is on this page.' })));
  go.focus();
}
