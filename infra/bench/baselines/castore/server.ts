import Fastify from 'fastify'
import { openNoteStore } from './notes.js'

// What our creates are held against as a peer's: an event and the row of a list for each request, and nothing else: no key,
// no validation, no idempotency, no hash chain, nothing sealed.
const notes = await openNoteStore(process.env.DATABASE_URL ?? '')
const app = Fastify({ logger: false })
app.get('/', async () => ({ ok: true }))
app.post('/notes', async (request, reply) => reply.code(201).send(await notes.create(Object(request.body))))
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
