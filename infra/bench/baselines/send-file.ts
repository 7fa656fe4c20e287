import { createReadStream, readFileSync } from 'node:fs'
import Fastify from 'fastify'

// What documents at their public addresses are held against: one file with a type, whatever is asked for.
const path = process.env.FILE ?? ''
const bytes = readFileSync(path)
const isStreamed = process.env.FROM === 'disk'
const app = Fastify({ logger: false })
app.get('/', async () => 'ok')
app.get('/*', async (_request, reply) =>
  reply
    .type('application/pdf')
    .header('content-length', bytes.length)
    .send(isStreamed ? createReadStream(path) : bytes),
)
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
