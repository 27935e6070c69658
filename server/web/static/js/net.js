// The socket: reconnects by itself, asks once, gets each answer once, and notices what it has missed.

/** @typedef {import('./model.js').Message} Message */

const SLOWER = 400; // milliseconds until what came too soon is asked again

export class Wire {
  /**
   * @param {string} match @param {string|null} seat @param {() => number} version what the page has
   * @param {{message: (m: Message) => void, state: (connected: boolean) => void}} ears
   */
  constructor(match, seat, version, ears) {
    this.address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/m/${match}/socket${seat ? `?as=${encodeURIComponent(seat)}` : ''}`;
    this.version = version;
    this.ears = ears;
    this.number = Math.floor(Math.random() * 2 ** 40) * 1000;
    /** @type {Map<number, {text: string, done: (m: Message) => void}>} */
    this.open = new Map();
    this.tries = 0;
    this.ended = false;
    /** @type {WebSocket|null} */
    this.socket = null;
    /** @type {Message[]|null} */
    this.held = null; // what came while a finger was down
    this.connect();
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && this.socket?.readyState !== WebSocket.OPEN) this.connect();
    });
    addEventListener('offline', () => this.#cut()); // a socket does not notice by itself that the network has gone
    addEventListener('online', () => this.connect());
    setInterval(() => this.socket?.readyState === WebSocket.OPEN && this.send({ do: 'ping' }), 25000);
  }

  connect() {
    if (this.ended || this.socket?.readyState === WebSocket.CONNECTING || this.socket?.readyState === WebSocket.OPEN) return;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      socket.send(JSON.stringify({ do: 'hello', id: this.number++, version: this.version() }));
      for (const { text } of this.open.values()) socket.send(text);
      this.ears.state(true);
    };
    socket.onmessage = (event) => this.#heard(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket === socket) this.socket = null;
      if (this.ended) return;
      this.ears.state(false);
      const wait = Math.min(8000, 500 * 2 ** this.tries++) * (0.7 + Math.random() * 0.6);
      setTimeout(() => this.connect(), wait);
    };
  }

  /** The network has gone: what is asked from now on is asked when it is back. */
  #cut() {
    this.socket?.close();
    if (!this.ended) this.ears.state(false);
  }

  /** While a finger is down nothing changes under it: a touch means what was seen. */
  hold() {
    this.held = this.held || [];
  }

  /** The finger is up: what came meanwhile is heard, in order. */
  release() {
    const waiting = this.held || [];
    this.held = null;
    for (const message of waiting) this.#heard(message);
  }

  /** @param {Message} message */
  #heard(message) {
    if (this.held) {
      this.held.push(message);
      return;
    }
    if (message.re !== undefined && message.re !== null) {
      const waiting = this.open.get(message.re);
      if (waiting && message.kind === 'slower') {
        setTimeout(() => this.socket?.readyState === WebSocket.OPEN && this.socket.send(waiting.text), SLOWER);
        return;
      }
      this.open.delete(message.re);
      if (waiting) waiting.done(message);
      return;
    }
    if (message.kind === 'bye') this.ended = true;
    this.ears.message(message);
  }

  /** Whoever missed something asks for the rest. */
  again() {
    this.send({ do: 'hello' });
  }

  /** @param {Record<string, any>} what */
  send(what) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ id: this.number++, ...what }));
  }

  /**
   * Ask, and wait for the answer; asked again after a lost connection.
   * @param {Record<string, any>} what @returns {Promise<Message>}
   */
  ask(what) {
    const id = this.number++;
    const text = JSON.stringify({ id, ...what });
    return new Promise((done) => {
      this.open.set(id, { text, done });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  close() {
    this.ended = true;
    this.socket?.close();
  }
}
