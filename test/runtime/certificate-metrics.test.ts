import { once } from 'node:events'
import { createServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { certificateEnd, watchCertificates } from '@ecmr/runtime'
import { Registry } from 'prom-client'
import t, { type Test } from 'tap'
import { portOf } from '../support/port-of.js'
import { selfSigned } from '../support/self-signed.js'
import { until } from '../support/until.js'

const log = { warn: () => undefined }
const SEAL_ENDS = new Date('2030-01-02T03:04:05Z')
const DAY_MS = 86_400_000

async function site(t: Test): Promise<string> {
  const server = createServer(selfSigned()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `https://127.0.0.1:${portOf(server)}`
}

t.test('the end of a certificate is read, also of one that nobody trusts', async (t) => {
  const url = await site(t)
  const end = await certificateEnd(url, { mustBeTrusted: false })
  t.ok(Math.abs((end?.getTime() ?? 0) - Date.now() - DAY_MS) < DAY_MS / 2)
  await t.rejects(certificateEnd(url, { mustBeTrusted: true }), /self-signed/)
  t.equal(await certificateEnd('https://127.0.0.1:1', { mustBeTrusted: false }), undefined)
})

t.test('only certificates that there are have a figure', async (t) => {
  const registry = new Registry()
  const { signal } = new AbortController()
  await watchCertificates({ siteUrl: 'http://localhost:8080', sealEnds: SEAL_ENDS, registry, signal, log })
  const text = await registry.metrics()
  t.match(
    text,
    `ecmr_certificate_end_timestamp_seconds{certificate="document seal"} ${SEAL_ENDS.getTime() / 1_000}`,
  )
  t.notMatch(text, 'certificate="site"')
})

t.test('a certificate that cannot be read is counted', async (t) => {
  const server = createTcpServer((socket) => socket.end('not TLS\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const registry = new Registry()
  const stop = new AbortController()
  const watching = watchCertificates({
    siteUrl: `https://127.0.0.1:${portOf(server)}`,
    ...{ sealEnds: undefined, registry, log, signal: stop.signal },
    pauses: { soonMs: 0, everyMs: 1, afterFaultMs: 1 },
  })
  await until(
    async () => /^ecmr_certificate_look_failures_total [1-9]/m.test(await registry.metrics()),
    'a failure',
  )
  stop.abort()
  await watching
  t.notMatch(await registry.metrics(), 'certificate="site"')
})
