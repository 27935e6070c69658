// From touches to an option: what is chosen narrows what is left, in any order. Nothing here knows the page.

/** @typedef {import('./model.js').Decision} Decision */
/** @typedef {import('./model.js').Group} Group */
/** @typedef {{group: Group, parts: string[]}} Option */

const MOST = 4000; // options that are written out one by one

/**
 * Every option of a group that holds all that is chosen.
 * @param {Group} group @param {string[]} chosen @returns {Option[]}
 */
export function left(group, chosen) {
  const axes = group.axes || [];
  if (chosen.length > axes.length) return [];
  if (group.rows) {
    return group.rows.map((row) => row.map((n, i) => axes[i].refs[n])).filter((parts) => chosen.every((ref) => parts.includes(ref))).map((parts) => ({ group, parts }));
  }
  /** @type {string[][]} */
  let found = [[]];
  for (const axis of axes) {
    const wanted = axis.refs.filter((ref) => chosen.includes(ref));
    const refs = wanted.length && !sharedAxis(axes, wanted[0], axis) ? wanted : axis.refs;
    found = found.flatMap((parts) => refs.map((ref) => [...parts, ref]));
    if (found.length > MOST) break;
  }
  return found.filter((parts) => parts.length === axes.length && chosen.every((ref) => parts.includes(ref))).map((parts) => ({ group, parts }));
}

/**
 * Whether something that was chosen could also stand in another part of the same option.
 * @param {{refs: string[]}[]} axes @param {string} ref @param {{refs: string[]}} axis
 */
const sharedAxis = (axes, ref, axis) => axes.some((other) => other !== axis && other.refs.includes(ref));

export class Selection {
  /** @param {Decision|null|undefined} decision */
  constructor(decision) {
    this.decision = decision || null;
    /** @type {string[]} */
    this.chosen = [];
    /** @type {string|null} */
    this.verb = null;
  }

  get empty() {
    return !this.chosen.length && !this.verb;
  }

  clear() {
    this.chosen = [];
    this.verb = null;
  }

  /** A group that is picked in any order. */
  get several() {
    return this.decision?.several || null;
  }

  /** Whether what is picked may be sent as it is. */
  get enough() {
    return Boolean(this.several) && this.chosen.length >= (this.several?.least || 0) && this.chosen.length <= (this.several?.most || 0);
  }

  /** The group as it is picked now. @returns {Option|null} */
  whole() {
    const group = this.decision?.groups.find((g) => g.verb === 'choose' && g.role === 'act');
    return group && this.several ? { group, parts: [...this.chosen] } : null;
  }

  /** @returns {Option[]} */
  remaining() {
    const one = this.whole();
    if (one && this.several) return this.chosen.length < this.several.most ? this.several.refs.filter((ref) => !this.chosen.includes(ref)).map((ref) => ({ group: one.group, parts: [ref] })) : [];
    return this.with(this.chosen, this.verb);
  }

  /** @param {string[]} chosen @param {string|null} verb @returns {Option[]} */
  with(chosen, verb) {
    const groups = (this.decision?.groups || []).filter((g) => !verb || g.verb === verb);
    return groups.flatMap((group) => left(group, chosen));
  }

  /** What can be touched next, and what would begin anew. */
  touchable() {
    const next = new Set(this.remaining().flatMap((o) => o.parts));
    for (const ref of this.chosen) next.delete(ref);
    if (this.several) return { next, soft: new Set() };
    const soft = new Set((this.decision?.groups || []).flatMap((g) => (g.axes || []).flatMap((a) => a.refs)));
    return { next, soft };
  }

  /**
   * Take a touch, whatever lies there from the top down.
   * @param {string[]} refs @returns {'chosen'|'let go'|'nothing'}
   */
  touch(refs) {
    const { next, soft } = this.touchable();
    const further = refs.find((ref) => next.has(ref));
    if (further) {
      this.chosen = [...this.chosen, further];
      return 'chosen';
    }
    const again = refs.find((ref) => this.chosen.includes(ref));
    if (again) {
      this.chosen = this.chosen.filter((ref) => ref !== again);
      if (!this.chosen.length) this.verb = null;
      return 'let go';
    }
    const anew = refs.find((ref) => soft.has(ref));
    if (anew) {
      const kept = this.verb && this.with([anew], this.verb).length ? this.verb : null;
      this.clear();
      this.verb = kept;
      this.chosen = [anew];
      return 'chosen';
    }
    return 'nothing';
  }

  /** The options that need nothing more: all their parts are chosen. @returns {Option[]} */
  complete() {
    if (this.several) return [];
    return this.remaining().filter((o) => o.parts.length === this.chosen.length);
  }

  /** The one option that is meant, if there is no other. @returns {Option|null} */
  only() {
    const rest = this.remaining();
    return !this.several && !this.empty && rest.length === 1 ? rest[0] : null;
  }
}

/**
 * Options that some words mean: those with these words, then these beginnings, then this text.
 * @param {string[]} titles @param {string} text @returns {number[]}
 */
export function matching(titles, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = titles.map((title, i) => ({ i, title: title.toLowerCase() }));
  if (!words.length) return all.map((o) => o.i);
  const exact = all.filter((o) => o.title === words.join(' '));
  if (exact.length) return exact.map((o) => o.i);
  const begun = all.filter((o) => words.every((w) => o.title.split(/[\s(]+/).some((part) => part.startsWith(w))));
  return (begun.length ? begun : all.filter((o) => o.title.includes(words.join(' ')))).map((o) => o.i);
}
