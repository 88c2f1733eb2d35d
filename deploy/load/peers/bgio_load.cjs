// Closed-loop load: N matches x (3 players + 1 spectator), one websocket each.
// usage: node bgio_load.cjs PORT MATCHES SECONDS THINK_MS   -> one JSON line
const { io } = require('socket.io-client'); const { legal } = require('./bgio_game.cjs');
const [port, N, secs, think] = process.argv.slice(2).map(Number);
const lat = { others: [], spectator: [], last: [], self: [] }; let moves = 0, done = 0, measuring = false, errors = 0;
const now = () => performance.now(); let seq = 0;
class Match {
  constructor(i) { this.i = i; this.pend = new Map();
    this.s = [0, 1, 2, null].map((pid, k) => { const s = io(`http://127.0.0.1:${port}/trick3`, { transports: ['websocket'], forceNew: true });
      s.on('sync', (mid, info) => { if (mid === this.id) this.synced(k, info.state); });
      s.on('update', (mid, st) => { if (mid === this.id) this.update(k, st._stateID, st); });
      s.on('patch', (mid, prev, id, ops) => { if (mid === this.id) this.patch(k, id, ops); });
      s.on('connect_error', () => errors++); return s; });
    this.up = Promise.all(this.s.map((s) => new Promise((r) => s.on('connect', r)))); }
  connect() { return this.up; }
  start() { this.id = `m${process.pid}_${this.i}_${seq++}`; this.nsync = 0; this.st = []; this.pend.clear(); this.sync(0); }
  sync(k) { this.s[k].emit('sync', this.id, k < 3 ? String(k) : null, undefined, 3); }
  synced(k, st) { this.st[k] = JSON.parse(JSON.stringify(st)); this.nsync++; if (this.nsync < 4) this.sync(this.nsync); else this.turn(this.st[0], 0); }
  turn(st, k) { // called with the state of the player to move
    const cp = Number(st.ctx.currentPlayer); const s = this.st[cp];
    const go = () => { const G = s.G, hand = G.players[cp].hand; const l = legal(hand, G.table.length ? G.table[0] : null); const c = l[(Math.random() * l.length) | 0];
      const id = s._stateID; this.pend.set(id + 1, { t: now(), n: 0, from: cp });
      this.s[cp].emit('update', { type: 'MAKE_MOVE', payload: { type: 'play', args: [c], playerID: String(cp), credentials: undefined } }, id, this.id, String(cp)); };
    if (think) setTimeout(go, think * (0.5 + Math.random())); else go(); }
  patch(k, id, ops) { const s = this.st[k]; for (const o of ops) { const p = o.path.split('/').slice(1); let x = s; for (let i = 0; i < p.length - 1; i++) x = x[p[i]]; const q = p[p.length - 1];
      if (o.op === 'remove') { if (Array.isArray(x)) x.splice(Number(q), 1); else delete x[q]; } else if (o.op === 'add' && Array.isArray(x)) { if (q === '-') x.push(o.value); else x.splice(Number(q), 0, o.value); } else x[q] = o.value; }
    s._stateID = id; this.update(k, id, s); }
  update(k, id, st) { this.st[k] = st; const p = this.pend.get(id); if (!p) return; const d = now() - p.t; p.n++;
    if (measuring) { if (k === 3) lat.spectator.push(d); else if (k !== p.from) lat.others.push(d); else lat.self.push(d); }
    if (p.n === 4) { if (measuring) { lat.last.push(d); moves++; } this.pend.delete(id);
      if (st.ctx.gameover) { done++; this.start(); } else this.turn(st, k); } }
}
const pc = (a, p) => { if (!a.length) return null; a.sort((x, y) => x - y); return +a[Math.min(a.length - 1, Math.floor(a.length * p))].toFixed(2); };
(async () => { const ms = [...Array(N).keys()].map((i) => new Match(i)); for (const m of ms) await m.connect(); ms.forEach((m) => m.start());
  await new Promise((r) => setTimeout(r, 2000)); measuring = true; const t0 = now(); const cpu0 = process.cpuUsage(); const slices = []; 
  for (let i = 0; i < 5; i++) { const m0 = moves, s0 = now(); await new Promise((r) => setTimeout(r, secs * 200)); slices.push(+((moves - m0) / ((now() - s0) / 1000)).toFixed(0)); }
  const dt = (now() - t0) / 1000; measuring = false; const cpu = process.cpuUsage(cpu0);
  slices.sort((a, b) => a - b);
  console.log(JSON.stringify({ peer: process.env.TAG || 'boardgame.io', matches: N, think_ms: think, moves_per_s: +(moves / dt).toFixed(1), median_slice: slices[2], min_slice: slices[0], max_slice: slices[4], games_done: done,
    p50_others: pc(lat.others, .5), p99_others: pc(lat.others, .99), p50_spect: pc(lat.spectator, .5), p99_spect: pc(lat.spectator, .99), p50_last: pc(lat.last, .5), p99_last: pc(lat.last, .99), client_cpu: +((cpu.user + cpu.system) / 1e6 / dt).toFixed(2), errors }));
  process.exit(0); })();
