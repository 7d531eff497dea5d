// Events of the server over `fetch`: an EventSource sends no header, and a session needs one.

import { sessionHeaders } from './api.js';

const [CONNECTING, OPEN, CLOSED] = [0, 1, 2];
const PAUSE = 2000;

/** As an EventSource, as far as the page uses one: it comes back by itself where it was cut off. */
export class EventStream extends EventTarget {
  static CONNECTING = CONNECTING;
  static CLOSED = CLOSED;

  /** @type {((event: Event) => void) | undefined} */
  onopen;
  /** @type {((event: MessageEvent<string>) => void) | undefined} */
  onmessage;
  /** @type {((event: Event) => void) | undefined} */
  onerror;

  /** @param {string} path */
  constructor(path) {
    super();
    this.path = path;
    this.readyState = CONNECTING;
    this.last = '';
    this.stop = new AbortController();
    this.follow();
  }

  close() {
    this.readyState = CLOSED;
    this.stop.abort();
  }

  /**
   * Hands on what each event of a kind holds.
   * @param {string} kind
   * @param {(data: any) => void} take
   */
  on(kind, take) {
    this.addEventListener(kind, (event) => take(JSON.parse(/** @type {MessageEvent<string>} */ (event).data)));
  }

  /** @param {string} kind */
  tell(kind, fields = {}) {
    const event = Object.assign(new Event(kind), fields);
    /** @type {any} */ (this)[`on${kind}`]?.(event);
    this.dispatchEvent(event);
  }

  async follow() {
    while (this.readyState !== CLOSED) {
      try {
        /** @type {Record<string, string>} */
        const headers = { Accept: 'text/event-stream', ...sessionHeaders() };
        if (this.last) headers['Last-Event-ID'] = this.last;
        const reply = await fetch(this.path, { headers, cache: 'no-store', signal: this.stop.signal });
        if (!reply.ok) {
          this.close();
          return this.tell('error');
        }
        this.readyState = OPEN;
        this.tell('open');
        await this.read(/** @type {ReadableStream<BufferSource>} */ (reply.body).pipeThrough(new TextDecoderStream()).getReader());
      } catch {
        // cut off, or closed: the state says which
      }
      if (this.readyState === CLOSED) return undefined;
      this.readyState = CONNECTING;
      this.tell('error');
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    return undefined;
  }

  /** @param {ReadableStreamDefaultReader<string>} reader */
  async read(reader) {
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done || this.readyState === CLOSED) return;
      const parts = (rest + value).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) this.take(part);
    }
  }

  /**
   * One event; a comment is none.
   * @param {string} text
   */
  take(text) {
    let kind = 'message';
    const data = [];
    for (const line of text.split('\n')) {
      const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      if (name === 'id') this.last = value;
      else if (name === 'event') kind = value;
      else if (name === 'data') data.push(value);
    }
    if (data.length && this.readyState !== CLOSED) this.tell(kind, { data: data.join('\n'), lastEventId: this.last });
  }
}
