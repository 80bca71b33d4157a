// The same players as server_load.py, at boardgame.io's server. usage: node load.js PORT TABLES SECONDS THINK_MS
const { io } = require("socket.io-client");

const [port, tables, seconds, think] = process.argv.slice(2).map(Number);
const clock = () => Number(process.hrtime.bigint()) / 1e6;
const own = [];
const other = [];
let measuring = false;
let stopped = false;
let matches = 0;

class Pair {
  constructor(number) {
    this.number = number;
    this.round = 0;
    this.sent = 0;
    this.mover = -1;
    this.sockets = [];
  }

  async open() {
    for (const seat of [0, 1]) {
      const socket = io(`http://127.0.0.1:${port}/pig`, { transports: ["websocket"], forceNew: true });
      this.sockets[seat] = socket;
      socket.on("sync", (id, info) => this.synced(id, info.state));
      socket.on("update", (id, state) => this.heard(seat, id, state));
      await new Promise((done) => socket.once("connect", done));
    }
    this.begin();
  }

  begin() {
    this.id = `table${this.number}-${this.round++}`;
    this.here = 0;
    this.ended = 0;
    this.sockets.forEach((socket, seat) => socket.emit("sync", this.id, String(seat), undefined, 2));
  }

  synced(id, state) {
    if (id === this.id && ++this.here === 2) this.next(state);
  }

  heard(seat, id, state) {
    if (id !== this.id || stopped) return;
    if (measuring && this.sent) (seat === this.mover ? own : other).push(clock() - this.sent);
    if (state.ctx.gameover) {
      if (++this.ended === 2) {
        if (measuring) matches++;
        this.begin();
      }
    } else if (Number(state.ctx.currentPlayer) === seat) {
      this.next(state);
    }
  }

  next(state) {
    if (think) setTimeout(() => this.act(state), think * (0.5 + Math.random()));
    else this.act(state);
  }

  act(state) {
    if (stopped) return;
    const seat = Number(state.ctx.currentPlayer);
    const { scores, brought } = state.G;
    const hold = scores[seat] + brought >= 100 || (brought && Math.random() < 0.5);
    this.mover = seat;
    this.sent = clock();
    const payload = { type: hold ? "hold" : "roll", args: [], playerID: String(seat), credentials: undefined };
    this.sockets[seat].emit("update", { type: "MAKE_MOVE", payload }, state._stateID, this.id, String(seat));
  }
}

const quantile = (values, share) =>
  values.length ? +values[Math.min(values.length - 1, Math.floor(share * values.length))].toFixed(2) : null;

async function main() {
  for (let start = 0; start < tables; start += 25) {
    const count = Math.min(25, tables - start);
    await Promise.all(Array.from({ length: count }, (_, n) => new Pair(start + n).open()));
  }
  await new Promise((done) => setTimeout(done, 2000));
  measuring = true;
  const begun = clock();
  const before = process.cpuUsage();
  await new Promise((done) => setTimeout(done, seconds * 1000));
  stopped = true;
  const took = (clock() - begun) / 1000;
  const used = process.cpuUsage(before);
  for (const values of [own, other]) values.sort((a, b) => a - b);
  console.log(
    JSON.stringify({
      tables,
      think_ms: think,
      actions_s: +(own.length / took).toFixed(1),
      matches_s: +(matches / took).toFixed(2),
      other_p50_ms: quantile(other, 0.5),
      other_p99_ms: quantile(other, 0.99),
      own_p50_ms: quantile(own, 0.5),
      own_p99_ms: quantile(own, 0.99),
      client_cpu: +((used.user + used.system) / 1e6 / took).toFixed(2),
    }),
  );
  process.exit(0);
}

main();
