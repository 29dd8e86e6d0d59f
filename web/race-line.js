// The line of a race: how it stands, told by the server whenever that changes. It comes back by itself.

export class RaceLine {
  /**
   * @param {string} code @param {(race: import('./racers.js').Race) => void} onRace @param {(isUp: boolean) => void} onState
   * @param {() => void} onGone there is no such race any more
   */
  constructor(code, onRace, onState, onGone) {
    this.address = new URL(`/api/races/${code}/live`, location.href);
    this.address.protocol = this.address.protocol === 'https:' ? 'wss:' : 'ws:';
    this.onRace = onRace;
    this.onState = onState;
    this.onGone = onGone;
    this.delay = 250;
    this.connect();
    addEventListener('online', () => this.connect());
    addEventListener('offline', () => this.lose(this.socket));
  }

  connect() {
    if (this.socket) return;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener('message', (event) => {
      this.delay = 250;
      this.onState(true);
      this.onRace(JSON.parse(event.data));
    });
    socket.addEventListener('close', (event) => this.lose(socket, event.code));
  }

  /** @param {WebSocket} [socket] @param {number} [code] */
  lose(socket, code = 0) {
    if (!socket || socket !== this.socket) return;
    this.socket = undefined;
    socket.close();
    if (code === 4404) {
      this.onGone();
      return;
    }
    this.onState(false);
    setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(this.delay * 2, 8000);
  }
}
