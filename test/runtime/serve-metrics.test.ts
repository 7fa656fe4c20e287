import { once } from 'node:events'
import { createServer } from 'node:net'
import { serveMetrics } from '@ecmr/runtime'
import { Counter, Registry } from 'prom-client'
import t from 'tap'
import { portOf } from '../support/port-of.js'

const log = { info: () => undefined, warn: () => undefined }

t.test('figures are shown at /metrics of a port of their own, and nothing else is', async (t) => {
  const registry = new Registry()
  new Counter({ name: 'things_total', help: 'Things', registers: [registry] }).inc()
  const { port, close } = await serveMetrics({ host: '127.0.0.1', port: 0, registry, log })
  t.teardown(close)
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  for (const path of ['/metrics', '/metrics?name[]=things_total']) {
    const answer = await ask(path)
    t.match(answer.headers.get('content-type'), registry.contentType)
    t.match(await answer.text(), /^things_total 1$/m)
  }
  t.equal((await ask('/metrics', { method: 'HEAD' })).status, 200)
  t.equal((await ask('/metrics', { method: 'POST' })).status, 405)
  for (const path of ['/', '/livez', '/metrics/', '/api/health']) t.equal((await ask(path)).status, 404, path)
})

t.test('a port that is taken, and an address that is not ours, are reported by their settings', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.teardown(() => other.close())
  const [registry, port] = [new Registry(), portOf(other)]
  await t.rejects(serveMetrics({ host: '127.0.0.1', port, registry, log }), {
    name: 'StartFault',
    message: `Port ${port} on 127.0.0.1 is in use by another program: stop that one, or set METRICS_PORT to another port.`,
  })
  await t.rejects(serveMetrics({ host: '192.0.2.1', port: 0, registry, log }), {
    message: 'METRICS_HOST is 192.0.2.1, which is no address of this machine.',
  })
})
