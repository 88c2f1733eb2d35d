// usage: PORT=8100 STORE=memory|postgres DATABASE_URL=... node bgio_server.cjs   (NODE_PATH: where boardgame.io is installed)
const { Server } = require('boardgame.io/server'); const { Trick3 } = require('./bgio_game.cjs');
let db; if (process.env.STORE === 'postgres') { const { PostgresStore } = require('bgio-postgres');
  db = new PostgresStore(process.env.DATABASE_URL, { logging: false, pool: { max: Number(process.env.POOL || 5) } }); }
const server = Server({ games: [Trick3], origins: ['*'], ...(db ? { db } : {}) });
server.run(Number(process.env.PORT || 8100), () => console.log('ready'));
