import Fastify from 'fastify'
import pg from 'pg'

// What our queries are held against: bare Fastify that runs one given statement and sends its rows. No key, no paging
// envelope, no response schema.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const text = process.env.SQL_TEXT ?? 'select 1'
const values: unknown[] = JSON.parse(process.env.SQL_VALUES ?? '[]')

const app = Fastify({ logger: false })
app.get('/', async () => ({ ok: true }))
app.get('/rows', async () => ({ data: (await pool.query({ name: 'same', text, values })).rows }))
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
