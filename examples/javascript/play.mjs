#!/usr/bin/env node
// Plays a whole match against two programs. Node 22 or newer, no packages; written from docs/protocol.md.
//
//   node play.mjs http://localhost:8000 [game] [name=value ...]        house rules as name=value, such as target=200
//
// It knows no game: it answers every menu with a choice made by chance, which is always legal.

const [server = "http://localhost:8000", game = "hokm", ...rules] = process.argv.slice(2);
const options = Object.fromEntries(rules.map((rule) => rule.split("=")).map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]));

/** POST as JSON; the answer, or an error with the server's code. */
async function post(path, body, token) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await fetch(new URL(path, server), { method: "POST", headers, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${said.error?.code}`);
  return said;
}

const oneOf = (list) => list[Math.floor(Math.random() * list.length)];

/** A value out of the domain of a field (protocol.md 2.4). */
function valueFrom(domain) {
  if (domain.one_of) return oneOf(domain.one_of);
  if (domain.card) return oneOf(domain.card);
  if (domain.of) {
    const left = [...domain.of];
    return Array.from({ length: domain.cards }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
  }
  const parts = [...domain.floors];
  const seats = parts.flatMap((floor, seat) => (floor === null ? [] : [seat]));
  for (let spare = domain.split - seats.reduce((sum, seat) => sum + parts[seat], 0); spare > 0; spare--) parts[oneOf(seats)]++;
  return parts;
}

/** A command out of a menu, or null when it holds nothing but offers. */
function commandFrom(menu) {
  const choices = menu.choices.filter((choice) => !choice.offer);
  if (!choices.length) return null;
  const choice = oneOf(choices);
  return { type: choice.type, ...Object.fromEntries(Object.entries(choice.fields).map(([name, domain]) => [name, valueFrom(domain)])) };
}

/** One seat at one table, over as many connections as it takes. */
class Player {
  v = null;
  commands = 0;
  answered = null; // the decision answered last
  readyAt = null; // the frame at which "ready" was said last
  unanswered = new Map();
  unacknowledged = 0;
  tries = 0;

  constructor(table, token) {
    this.url = new URL(`/ws/table/${table}`, server.replace(/^http/, "ws"));
    this.token = token;
    this.ended = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
  }

  connect() {
    const socket = (this.socket = new WebSocket(this.url));
    socket.onopen = () => this.say({ type: "hello", token: this.token, ...(this.v === null ? {} : { v: this.v }) });
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = ({ code }) => {
      clearTimeout(this.silence);
      if (this.view?.lifecycle === "finished") return;
      if ([4400, 4401, 4403, 4404, 4009].includes(code)) return this.reject(new Error(`closed with ${code}`));
      const wait = Math.min(15_000, 250 * 2 ** this.tries++) * (0.5 + Math.random() / 2);
      setTimeout(() => this.connect(), wait);
    };
  }

  say(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** A command keeps its id until it is answered, over every new connection: so it is done once. */
  command(command, decision = null) {
    const message = { type: "command", id: `c-${++this.commands}-${Date.now()}`, decision, command };
    this.unanswered.set(message.id, message);
    this.say(message);
  }

  hear(message) {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.socket.close(), 15_000); // three heartbeats missed
    switch (message.type) {
      case "welcome":
        this.tries = 0;
        this.people = message.people;
        for (const command of this.unanswered.values()) this.say(command);
        break;
      case "people":
        Object.assign(this.people, message.people);
        break;
      case "frame":
        this.v = message.v;
        this.view = message.view;
        if (++this.unacknowledged >= 16) this.acknowledge();
        this.act();
        break;
      case "heartbeat":
        this.acknowledge();
        break;
      case "accepted":
        this.unanswered.delete(message.id);
        break;
      case "refused":
        if (message.code === "busy" || message.code === "too_fast") {
          setTimeout(() => this.say(this.unanswered.get(message.id)), 500); // with the same id
        } else {
          this.unanswered.delete(message.id);
          if (message.code !== "stale") this.reject(new Error(`refused: ${message.code}`));
        }
        break;
    }
  }

  acknowledge() {
    this.unacknowledged = 0;
    this.say({ type: "ack", v: this.v });
  }

  act() {
    const { lifecycle, menu, deadline, you, seats, game } = this.view;
    if (lifecycle === "finished") {
      this.resolve(this.view);
      this.socket.close(1000);
    } else if (menu && menu.decision !== this.answered) {
      const command = commandFrom(menu);
      if (!command) return;
      this.answered = menu.decision;
      this.command(command, menu.decision);
    } else if (deadline !== null && !seats[you].ready && game.deal !== this.readyAt) {
      this.readyAt = game.deal;
      this.command({ type: "table.ready" });
    }
  }
}

const guest = await post("/guest", {});
const table = await post("/tables", { game, options, bots: "rest", visibility: "link" }, guest.token);
console.log(`${guest.name} plays ${game} at ${new URL(table.url, server)}`);
const player = new Player(table.id, guest.token);
player.connect();
try {
  const { game: end, you } = await player.ended;
  console.log(JSON.stringify({ commands: player.commands, v: player.v, you, totals: end.totals, result: end.result }));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
  player.socket.close();
  clearTimeout(player.silence);
}
