// Closed-loop load on live tables: N tables of three players and a watcher, each on a socket of its own.
// usage: node live.mjs SERVER TABLES SECONDS   -> one JSON line
// A move is measured from its sending to the moment the last of the four has the frame. Node 22 or newer, no packages.
const [server, count, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const now = () => performance.now();
const oneOf = (list) => list[Math.floor(Math.random() * list.length)];
const latencies = { last: [], others: [], watcher: [] };
let moves = 0;
let measuring = false;
let refused = 0;
let closed = 0;

async function post(path, body, token) {
  const headers = { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(new URL(path, server), { method: "POST", headers, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(said)}`);
  return said;
}

function value(domain) {
  if (domain.one_of) return oneOf(domain.one_of);
  return oneOf(domain.card);
}

class Table {
  constructor(guests) {
    this.guests = guests;
    this.pending = null;
  }

  async open() {
    this.id = (await post("/tables", { game: "hokm", visibility: "link" }, this.guests[0].token)).id;
    this.sockets = [];
    for (let who = 0; who < 4; who++) await this.connect(who);
    for (const who of [1, 2]) this.command(who, { type: "table.sit" });
  }

  start() {
    for (const who of [0, 1, 2]) this.command(who, { type: "table.ready" });
  }

  connect(who) {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(new URL(`/ws/table/${this.id}`, server.replace(/^http/, "ws")));
      this.sockets[who] = { socket, v: 0, commands: 0, view: null, unacknowledged: 0, readyAt: null, answered: null };
      socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: this.guests[who].token }));
      socket.onerror = reject;
      socket.onclose = () => closed++;
      socket.onmessage = (event) => {
        const message = JSON.parse(event.data);
        if (message.type === "frame") {
          this.frame(who, message);
          resolve();
        } else if (message.type === "refused") {
          refused++;
          if (this.pending?.from === who) this.pending = null;
          setTimeout(() => this.act(who, true), 50);
        } else if (message.type === "heartbeat") this.acknowledge(who);
      };
    });
  }

  acknowledge(who) {
    const seat = this.sockets[who];
    seat.unacknowledged = 0;
    seat.socket.send(JSON.stringify({ type: "ack", v: seat.v }));
  }

  command(who, command, decision = null) {
    const id = `c-${who}-${++this.sockets[who].commands}`;
    this.sockets[who].socket.send(JSON.stringify({ type: "command", id, decision, command }));
  }

  frame(who, message) {
    const seat = this.sockets[who];
    seat.v = message.v;
    seat.view = message.view;
    if (++seat.unacknowledged >= 16) this.acknowledge(who);
    const pending = this.pending;
    if (pending && message.v > pending.v && !pending.seen.has(who)) {
      pending.seen.add(who);
      const spent = now() - pending.start;
      if (measuring && who === 3) latencies.watcher.push(spent);
      else if (measuring && who !== pending.from) latencies.others.push(spent);
      if (pending.seen.size === 4) {
        if (measuring) {
          latencies.last.push(spent);
          moves++;
        }
        this.pending = null;
      }
    }
    for (const one of [0, 1, 2]) this.act(one); // whoever's turn it is waits until everybody is in step
  }

  act(who, again = false) {
    const seat = this.sockets[who];
    const view = seat?.view;
    if (who === 3 || !view || this.pending) return;
    const { menu, deadline, you, seats, game } = view;
    if (view.lifecycle === "finished") return;
    if (menu && (again || menu.decision !== seat.answered)) {
      if (this.sockets.length < 4 || this.sockets.some((one) => one.v < seat.v)) return; // everybody is in step before the next move
      const choice = oneOf(menu.choices);
      const command = { type: choice.type };
      for (const [name, domain] of Object.entries(choice.fields)) command[name] = value(domain);
      seat.answered = menu.decision;
      this.pending = { from: who, v: seat.v, start: now(), seen: new Set() };
      this.command(who, command, menu.decision);
    } else if (deadline !== null && you !== null && !seats[you].ready && seat.readyAt !== game.deal) {
      seat.readyAt = game.deal;
      this.command(who, { type: "table.ready" });
    }
  }
}

const percentile = (list, part) => {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted.length ? Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))].toFixed(2)) : null;
};

const guests = [];
for (let i = 0; i < 4; i++) guests.push(await post("/guest", {}));
const tables = Array.from({ length: count }, () => new Table(guests));
for (const table of tables) await table.open(); // all of them before the first card: a busy server is slow to let new ones in
await new Promise((resolve) => setTimeout(resolve, 500));
for (const table of tables) table.start();
await new Promise((resolve) => setTimeout(resolve, 1500));
measuring = true;
const start = now();
const slices = [];
for (let i = 0; i < 5; i++) {
  const [before, at] = [moves, now()];
  await new Promise((resolve) => setTimeout(resolve, seconds * 200));
  slices.push((moves - before) / ((now() - at) / 1000));
}
measuring = false;
const spent = (now() - start) / 1000;
slices.sort((a, b) => a - b);
console.log(JSON.stringify({
  tables: count,
  moves_per_s: Number((moves / spent).toFixed(1)),
  slices: slices.map((one) => Number(one.toFixed(0))),
  p50_others: percentile(latencies.others, 0.5),
  p99_others: percentile(latencies.others, 0.99),
  p50_watcher: percentile(latencies.watcher, 0.5),
  p99_watcher: percentile(latencies.watcher, 0.99),
  p50_last: percentile(latencies.last, 0.5),
  p99_last: percentile(latencies.last, 0.99),
  refused,
  closed,
}));
process.exit(0);
