/** The line to the server: it comes back by itself and asks for what it missed. */

const FIRST = 2_000; // ms without a word until the server is first asked whether it is there
const FINAL = [4404, 4410, 4411, 4500]; // no such link; too many tabs, which would take turns for ever; a link that died; a damaged match
const CONNECT = 5_000; // ms until an attempt to connect, or a first question without an answer, is given up

export class Connection {
  /**
   * @param {string} path of the WebSocket
   * @param {{version: () => number, message: (frame: Wire.FromServer) => void, renewed: () => void, down: (tries: number) => void, closed: (event: CloseEvent) => void}} ears
   */
  constructor(path, ears) {
    this.url = new URL(path, location.href.replace(/^http/, "ws"));
    this.ears = ears;
    this.tries = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {WebSocket | null} */
    this.caught = null; // the last one that has said everything that was missed
    /** @type {import("./outbox.js").Beside | null} */
    this.beside = null; // comes with the script of what is sent
    this.timer = 0;
    this.beat = 0;
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    this.open();
  }

  get up() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    clearTimeout(this.timer);
    const socket = (this.socket = this.dial());
    this.timer = setTimeout(() => socket.readyState || socket.close(), CONNECT);
    this.beside?.asked();
  }

  /** One more line, which is not in use yet. */
  dial() {
    const socket = new WebSocket(this.url);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", version: this.ears.version() }));
    socket.onmessage = (event) => {
      if (socket !== this.socket && !this.beside?.use(socket)) return;
      const frame = JSON.parse(event.data);
      this.tries = 0;
      this.beside?.heard();
      this.ears.message(frame);
      if (this.caught !== socket && /^(full|table)$/.test(frame.type)) {
        this.caught = socket;
        this.ears.renewed();
      }
      clearTimeout(this.beat);
      this.beat = setTimeout(() => this.ask(), this.beside?.pulse ?? FIRST);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      if (FINAL.includes(event.code)) return this.ears.closed(event);
      this.ears.down(++this.tries);
      // Half a second, doubled up to three (ten while nobody looks), or less: spread so that a server that comes back is not stormed.
      this.timer = setTimeout(() => this.open(), Math.min(document.hidden ? 10_000 : 3000, 250 * 2 ** this.tries) * (1 + Math.random()) / 2);
    };
    return socket;
  }

  /** Asks the server whether it is there. Until the script is loaded that notices a silence, another line takes the place of one without an answer. */
  ask() {
    this.send({ type: "ping" });
    if (this.beside) return;
    clearTimeout(this.beat);
    this.beat = setTimeout(() => this.up && (this.socket?.close(), this.open()), CONNECT);
  }

  /** Tries at once where the line is down, and asks where it is not. */
  now() {
    return this.socket?.readyState === WebSocket.CLOSED ? this.open() : this.ask();
  }

  /**
   * @param {{type: string} & Record<string, unknown>} frame
   * @param {number} [times] that it was sent, with this one
   * @returns {boolean} whether it went out
   */
  send(frame, times = 1) {
    if (!this.up) return false;
    this.socket?.send(JSON.stringify(frame));
    this.beside?.asked(times);
    return true;
  }
}
