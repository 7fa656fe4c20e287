import { type Checks, startProbes } from '@ecmr/runtime'
import t, { type Test } from 'tap'
import { until } from '../support/until.js'

interface Probed {
  readonly url: string
  readonly lines: readonly string[]
  readonly shutdown: AbortController
}

async function probe(t: Test, checks: Checks): Promise<Probed> {
  const lines: string[] = []
  const say = ({ problems = [] }: { problems?: readonly string[] }, message: string): void =>
    void lines.push([message, ...problems].join(' | '))
  const shutdown = new AbortController()
  const close = await startProbes({
    host: '127.0.0.1',
    port: 0,
    checks,
    shutdownSignal: shutdown.signal,
    log: { info: say, warn: say },
  })
  t.teardown(close)
  const [, url = ''] = /listening at (\S+)/.exec(lines[0] ?? '') ?? []
  return { url, lines, shutdown }
}

async function get(url: string, init?: RequestInit): Promise<{ status: number; body: string }> {
  const answer = await fetch(url, init)
  return { status: answer.status, body: await answer.text() }
}

t.test('a process is alive and ready', async (t) => {
  const { url } = await probe(t, { 'The log': async () => 1 })
  for (const path of ['/livez', '/readyz'])
    t.same(await get(`${url}${path}`), { status: 200, body: '{"status":"ok"}' })
  t.same(await get(`${url}/readyz`, { method: 'HEAD' }), { status: 200, body: '' })
})

t.test('it answers nothing else, not even with figures', async (t) => {
  const { url } = await probe(t, {})
  t.equal((await get(`${url}/`)).status, 404)
  t.equal((await get(`${url}/livez`, { method: 'POST' })).status, 405)
  t.equal((await get(`${url}/metrics`)).status, 404)
})

t.test('everything that does not work is said in a sentence, without addresses', async (t) => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })
  const { url } = await probe(t, {
    PostgreSQL: () => Promise.reject(refused),
    'The log': () => Promise.reject(new Error('away', { cause: refused })),
    NATS: () => Promise.reject(new Error('NATS is full.')),
    'The tables': () => new Promise(() => undefined),
    'The rest': async () => undefined,
  })
  const { status, body } = await get(`${url}/readyz`)
  t.equal(status, 503)
  const { problems, ...rest } = JSON.parse(body)
  t.same(rest, { status: 'unavailable' })
  t.same([...problems].sort(), [
    'NATS is full.',
    'PostgreSQL cannot be used: nothing listens at its address.',
    'The log cannot be used: nothing listens at its address.',
    'The tables cannot be used: no answer within 2 s.',
  ])
})

t.test('all who ask within a second share one look', async (t) => {
  let looks = 0
  const { url } = await probe(t, {
    'The log': async () => {
      looks++
    },
  })
  const began = performance.now()
  for (let shutdown = 1; shutdown <= 20; shutdown++) await get(`${url}/readyz`)
  const seconds = (performance.now() - began) / 1_000
  t.ok(looks <= 1 + Math.ceil(seconds), `${looks} looks in ${seconds} s`)
})

t.test('the log says each change once', async (t) => {
  let problem: string | undefined = 'NATS is away.'
  const { lines } = await probe(t, {
    NATS: async () => {
      if (problem) throw new Error(problem)
    },
  })
  await until(() => lines.length === 2, 'the first look')
  problem = 'NATS is full.'
  await until(() => lines.length === 3, 'another problem')
  problem = undefined
  await until(() => lines.length === 4, 'the end of it')
  t.same(lines.slice(1), ['not ready | NATS is away.', 'not ready | NATS is full.', 'ready'])
})

t.test('a process that is to stop is not ready any more, whatever works', async (t) => {
  const { url, shutdown } = await probe(t, {})
  shutdown.abort()
  t.match(await get(`${url}/readyz`), { status: 503, body: /The process is stopping\./ })
  t.equal((await get(`${url}/livez`)).status, 200)
})
