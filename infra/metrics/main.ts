import { readFile, writeFile } from 'node:fs/promises'
import { withMetrics } from './reference.js'
import { registeredMetrics } from './registered.js'

const DOCUMENT = 'docs/metrics.md'

const { DATA_DIR, NATS_URL } = process.env
if (NATS_URL === undefined || DATA_DIR === undefined)
  throw new Error('Set NATS_URL to a NATS server with JetStream, and DATA_DIR to an empty directory.')
await writeFile(
  DOCUMENT,
  withMetrics(await readFile(DOCUMENT, 'utf8'), await registeredMetrics({ DATA_DIR, NATS_URL })),
)
