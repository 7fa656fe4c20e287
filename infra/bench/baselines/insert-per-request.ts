import Fastify from 'fastify'
import pg from 'pg'

// What our creates are held against: the naive service, as well as it can be done. One INSERT per request into the
// same PostgreSQL, a prepared statement, a pool that is large enough; no key, no validation, nothing derived.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 32 })
await pool.query(
  'create table if not exists notes (id bigserial primary key, body jsonb not null, created_at timestamptz default now())',
)

const app = Fastify({ logger: false })
app.get('/', async () => ({ ok: true }))
app.post('/notes', async (request, reply) => {
  const { rows } = await pool.query({
    name: 'insert',
    text: 'insert into notes (body) values ($1) returning id, created_at',
    values: [JSON.stringify(request.body)],
  })
  return reply.code(201).send({ id: rows[0].id, created_at: rows[0].created_at, ...Object(request.body) })
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
