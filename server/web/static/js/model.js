// The view model as the page reads it; docs/view.schema.json is its schema, server/model.py its source.

/** @typedef {{name: string, text: string, kept?: string, low?: number, high?: number}} Fact */
/** @typedef {{ref: string, kind: string, look: string, owner?: string|null, count: number, hidden?: boolean, say: string}} Heap */
/**
 * @typedef {object} Piece
 * @property {string} id
 * @property {string} kind
 * @property {string} look
 * @property {string|null} [name]
 * @property {string|null} [owner]
 * @property {string} [face]
 * @property {number} [turn]
 * @property {string[]} [marks]
 * @property {Fact[]} [facts]
 * @property {Piece[]} [on]
 * @property {Heap[]} [heaps]
 * @property {string} say
 */
/**
 * @typedef {object} Cell
 * @property {string} ref
 * @property {string} name
 * @property {number} x
 * @property {number} y
 * @property {number} [tilt]
 * @property {string} [ground]
 * @property {Piece[]} [pieces]
 * @property {Heap[]} [heaps]
 * @property {Fact[]} [facts]
 * @property {string} [say]
 */
/**
 * @typedef {object} Place
 * @property {string} ref
 * @property {string} title
 * @property {string} shape
 * @property {string|null} [owner]
 * @property {string} role
 * @property {boolean} [checkered]
 * @property {number} [tall]
 * @property {Cell[]} [cells]
 * @property {[number, number][]} [edges]
 * @property {string} [of]
 * @property {Piece[]} [pieces]
 * @property {Heap[]} [heaps]
 * @property {boolean} [secret]
 * @property {string} [inside]
 * @property {string} [beside]
 * @property {boolean} [small]
 * @property {number} [turn]
 * @property {number} [long]
 * @property {string} [say]
 */
/**
 * @typedef {object} Seat
 * @property {string} name
 * @property {string} mark
 * @property {string} fill
 * @property {string} rim
 * @property {string} ink
 * @property {string} who
 * @property {string} [called]
 * @property {boolean} [here]
 * @property {string} [state]
 * @property {Fact[]} [facts]
 * @property {string} [level]
 * @property {number|null} [clock]
 * @property {number|null} [since]
 */
/** @typedef {{word: string, label: string, refs: string[]}} Axis */
/** @typedef {{verb: string, title: string, say: string, rule?: string, role: string, axes?: Axis[], rows?: number[][]|null}} Group */
/** @typedef {{verb: string, title: string, rule?: string}} Unavailable */
/** @typedef {{least: number, most: number, refs: string[]}} Several */
/**
 * @typedef {object} Decision
 * @property {string} id
 * @property {string} seat
 * @property {string} prompt
 * @property {Group[]} groups
 * @property {Unavailable[]} [unavailable]
 * @property {Several|null} [several]
 * @property {boolean} [secret]
 * @property {number|null} [seconds]
 * @property {Record<string, string[]>} [areas]
 * @property {Record<string, string>} [names]
 */
/** @typedef {{number: number, kind: string, who?: string|null, text: string, title?: string, moved?: [string, string, string][]}} Happening */
/** @typedef {{name: string, points: number}} Line */
/**
 * @typedef {object} Outcome
 * @property {string} kind
 * @property {string[]} winners
 * @property {string} sentence
 * @property {string} [reason]
 * @property {string} [deciding]
 * @property {Record<string, Line[]>} [scores]
 * @property {string} [resigned]
 */
/** @typedef {{what: string, by: string, sentence: string, answered?: string[]}} Asked */
/**
 * @typedef {object} View
 * @property {string} match
 * @property {string} game
 * @property {string} title
 * @property {string} accent
 * @property {string} looks
 * @property {string} book
 * @property {string|null} viewer
 * @property {boolean} [maker]
 * @property {string[]} [hot]
 * @property {boolean} [tale]
 * @property {number} version
 * @property {Seat[]} seats
 * @property {Place[]} places
 * @property {Fact[]} [facts]
 * @property {Decision|null} [decision]
 * @property {Happening[]} [events]
 * @property {number} [seen]
 * @property {string} [undo]
 * @property {boolean} [whole]
 * @property {number|null} [now]
 * @property {Asked|null} [asked]
 * @property {string} [next]
 * @property {Outcome|null} [outcome]
 */
/** @typedef {{sentence: string, prose?: string, values?: Fact[], rule?: string, title?: string}} WhyNot */
/** @typedef {{scores?: Record<string, Line[]>|null, players?: Record<string, Fact[]>, pieces?: Record<string, Fact[]>, worth?: string[]}} Known */
/**
 * @typedef {object} Message
 * @property {number} [re]
 * @property {string} kind
 * @property {View} [view]
 * @property {number} [version]
 * @property {Record<string, any>} [changed]
 * @property {Happening[]} [events]
 * @property {WhyNot} [why]
 * @property {Known} [known]
 * @property {{line: number, scores: Record<string, number>}[]} [curve]
 * @property {string} [verb]
 * @property {string[]} [parts]
 * @property {string} [link]
 * @property {string} [sentence]
 */
/** @typedef {{svg: string, w: number, h: number, sort: string, name: string, facts: [string, string][], text: string, figure?: boolean, round?: boolean, form?: {mark: string, fill: string, rim: string}}} Look */

/**
 * Take a change into a view: whole objects by key, cells one by one.
 * @param {View} view
 * @param {Record<string, any>} changed
 */
export function applied(view, changed) {
  for (const [key, value] of Object.entries(changed)) {
    if (key.startsWith('seat:')) {
      view.seats = view.seats.map((seat) => (seat.name === key.slice(5) ? value : seat));
    } else if (key.startsWith('x:')) {
      const at = view.places.findIndex((place) => place.ref === key);
      if (at >= 0) view.places[at] = { ...value, cells: view.places[at].cells };
    } else if (key.startsWith('c:')) {
      const place = view.places.find((p) => p.ref.slice(2) === key.split(':')[1]);
      if (!place) continue;
      const cells = (place.cells || []).filter((cell) => cell.ref !== key || value);
      const at = cells.findIndex((cell) => cell.ref === key);
      if (value && at >= 0) cells[at] = value;
      else if (value) cells.push(value);
      place.cells = cells;
    } else {
      /** @type {any} */ (view)[key] = value;
    }
  }
}
