import { openListener, openPool } from '@ecmr/postgres'
import { deliveryWorker } from '@ecmr/webhooks/worker'
import { loopback, secrets } from './world.js'

// A worker in its own process, to be killed or measured. Its leases are short by default, so that the next worker need
// not wait long.
const [url = '', leaseMs = '500'] = process.argv.slice(2)

await deliveryWorker({
  pool: openPool({ url, max: 3, name: 'worker to be killed' }),
  listener: openListener(url, 'worker to be killed'),
  secrets,
  guard: loopback,
  schedule: [0],
  recordAudit: async () => undefined,
  signal: new AbortController().signal,
  limits: { leaseMs: Number(leaseMs) },
})
