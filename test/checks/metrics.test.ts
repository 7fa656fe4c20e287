import { readFile } from 'node:fs/promises'
import { withMetrics } from '#metrics/reference'
import { registeredMetrics } from '#metrics/registered'
import t from 'tap'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'

const DOCUMENT = new URL('../../../docs/metrics.md', import.meta.url)

t.test('docs/metrics.md lists what a service registers', { skip: withoutNatsServer }, async (t) => {
  const { url } = await natsServer(t)
  const metrics = await registeredMetrics({ natsUrl: url })
  const document = await readFile(DOCUMENT, 'utf8')
  t.equal(withMetrics(document, metrics), document, 'npm run docs:metrics brings it up to date')
  const names = metrics.map(({ name }) => name)
  for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds'])
    t.ok(names.includes(name), name)
  for (const { name, labels } of metrics)
    t.notMatch(
      labels.join(' '),
      /company|note|person|address|email|key/,
      `${name} has labels that are bounded`,
    )
})
