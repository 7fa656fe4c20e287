import { readFile, writeFile } from 'node:fs/promises'
import { withMetrics } from './reference.js'
import { registeredMetrics } from './registered.js'

const DOCUMENT = 'docs/metrics.md'

const natsUrl = process.env.NATS_URL
if (natsUrl === undefined) throw new Error('Set NATS_URL to a NATS server with JetStream.')
const metrics = await registeredMetrics({ natsUrl })
await writeFile(DOCUMENT, withMetrics(await readFile(DOCUMENT, 'utf8'), metrics))
