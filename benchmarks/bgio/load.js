// The same players as server_load.py, at boardgame.io's server, told the same. usage: node load.js PORT TABLES THINK_MS
const readline = require("node:readline");
const { io } = require("socket.io-client");

const [port, tables, think] = process.argv.slice(2).map(Number);
const clock = () => Number(process.hrtime.bigint()) / 1e6;
let own = [];
let other = [];
let playing = false;
let began = 0;
let underWay = 0;
let waiting = [];
let rested = () => {};

class Pair {
  constructor(number) {
    this.number = number;
    this.round = 0;
    this.sockets = [];
    this.due = [[], []]; // by seat: the updates that it is yet to hear, when each was asked for and whether by itself
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
    if (id !== this.id) return;
    const { sent, isOwn } = this.due[seat].shift();
    (isOwn ? own : other).push(clock() - sent);
    if (isOwn && --underWay === 0 && !playing) rested();
    if (state.ctx.gameover) {
      if (++this.ended === 2) this.begin();
    } else if (Number(state.ctx.currentPlayer) === seat) {
      this.next(state);
    }
  }

  next(state) {
    if (think) setTimeout(() => this.act(state), think * (0.5 + Math.random()));
    else this.act(state);
  }

  act(state) {
    if (!playing) {
      waiting.push(() => this.act(state));
      return;
    }
    underWay++;
    const seat = Number(state.ctx.currentPlayer);
    const { scores, brought } = state.G;
    const hold = scores[seat] + brought >= 100 || (brought && Math.random() < 0.5);
    const sent = clock();
    this.due[seat].push({ sent, isOwn: true });
    this.due[1 - seat].push({ sent, isOwn: false });
    const payload = { type: hold ? "hold" : "roll", args: [], playerID: String(seat), credentials: undefined };
    this.sockets[seat].emit("update", { type: "MAKE_MOVE", payload }, state._stateID, this.id, String(seat));
  }
}

const quantile = (values, share) =>
  values.length ? +values[Math.min(values.length - 1, Math.floor(share * values.length))].toFixed(2) : null;

function go() {
  own = [];
  other = [];
  began = clock();
  playing = true;
  const first = waiting;
  waiting = [];
  for (const act of first) setTimeout(act, think * Math.random());
}

async function rest() {
  playing = false;
  if (underWay) await new Promise((done) => (rested = done));
  const took = (clock() - began) / 1000;
  for (const values of [own, other]) values.sort((a, b) => a - b);
  return {
    actions_s: +(own.length / took).toFixed(1),
    other_p50_ms: quantile(other, 0.5),
    other_p99_ms: quantile(other, 0.99),
    own_p50_ms: quantile(own, 0.5),
    own_p99_ms: quantile(own, 0.99),
  };
}

async function main() {
  for (let start = 0; start < tables; start += 25) {
    const count = Math.min(25, tables - start);
    await Promise.all(Array.from({ length: count }, (_, n) => new Pair(start + n).open()));
  }
  console.log("ready");
  for await (const order of readline.createInterface({ input: process.stdin })) {
    if (order === "go") go();
    else console.log(JSON.stringify(await rest()));
  }
  process.exit(0);
}

main();
