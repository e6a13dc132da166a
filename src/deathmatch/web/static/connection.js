/** The line to the server: it comes back by itself and asks for what it missed. */

const PATIENCE = 35_000; // ms without a word from the server until the line counts as dead
const PULSE = 15_000; // ms between two pings

export class Connection {
  /**
   * @param {string} path of the WebSocket
   * @param {{version: () => number, message: (frame: Wire.FromServer) => void, down: (tries: number) => void, elsewhere: () => void, gone: () => void, damaged: (reason: string) => void}} ears
   */
  constructor(path, ears) {
    this.url = new URL(path, location.href.replace(/^http/, "ws"));
    this.ears = ears;
    this.tries = 0;
    this.heard = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    setInterval(() => this.pulse(), PULSE);
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    this.open();
  }

  get up() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    clearTimeout(this.timer);
    const socket = (this.socket = new WebSocket(this.url));
    socket.onopen = () => this.send({ type: "hello", version: this.ears.version() });
    socket.onmessage = (event) => {
      this.tries = 0;
      this.heard = Date.now();
      this.ears.message(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      if (event.code === 4404) return this.ears.gone();
      if (event.code === 4500) return this.ears.damaged(event.reason);
      if (event.code === 4410) return this.ears.elsewhere(); // tabs that took turns would never end; this one comes back when it is looked at
      this.tries += 1;
      this.ears.down(this.tries);
      // Half a second, doubled each time, at most ten; spread so that a server that comes back is not stormed.
      const wait = Math.min(10_000, 250 * 2 ** this.tries) * (0.75 + Math.random() / 2);
      this.timer = setTimeout(() => this.open(), wait);
    };
  }

  /** Tries at once where the line is down. */
  now() {
    if (this.socket?.readyState === WebSocket.CLOSED) this.open();
  }

  pulse() {
    if (!this.up) return;
    if (Date.now() - this.heard > PATIENCE) this.socket?.close();
    else this.send({ type: "ping" });
  }

  /**
   * @param {{type: string} & Record<string, unknown>} frame
   * @returns {boolean} whether it went out; a submission is kept by the reader of this answer
   */
  send(frame) {
    if (!this.up) return false;
    this.socket?.send(JSON.stringify(frame));
    return true;
  }
}
