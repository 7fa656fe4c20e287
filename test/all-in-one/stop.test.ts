import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { EcmrClient } from '@ecmr/client'
import { createExample } from '@ecmr/contract'
import t, { type Test } from 'tap'
import { dataUrl } from '../ocr/images.js'
import { processesWith, signalAll } from '../support/child-process.js'
import { clusterOf, emptyDataDir, serversOf } from '../support/data-dir.js'
import { until } from '../support/until.js'
import { customerAt, type Service, startService, stopService } from './service.js'

// All starts share a directory, because a start that finds a database is quicker. The key is shown by the first one.
const dataDir = await emptyDataDir(t)
let key: string | undefined

async function start(t: Test): Promise<Service> {
  const service = await startService(t, { dataDir })
  key ??= service.key
  return { ...service, key }
}

/** It ends with this code, and its PostgreSQL with it. */
async function endsWith(t: Test, service: Service, code: number): Promise<void> {
  t.equal(await service.process.ended, code)
  t.strictSame(serversOf((await clusterOf(dataDir)) ?? ''), [])
}

/** Begins a request and never ends it. */
async function hangingRequest(t: Test, { url, key }: Service): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  const head = [
    'POST /api/ecmrs HTTP/1.1',
    'Host: localhost',
    `X-API-Key: ${key}`,
    'Content-Type: application/json',
    'Content-Length: 1000',
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  socket.on('error', () => undefined)
  return socket
}

async function notListening({ url }: Service): Promise<boolean> {
  return fetch(`${url}/livez`, { headers: { connection: 'close' } }).then(
    () => false,
    () => true,
  )
}

for (const [how, signals] of [
  ['Ctrl-C, which npm passes on a second time,', ['SIGINT', 'SIGINT']],
  ['closing the terminal', ['SIGHUP']],
] as const)
  t.test(`${how} stops it cleanly`, async (t) => {
    const service = await start(t)
    for (const signal of signals) service.process.child.kill(signal)
    await endsWith(t, service, 0)
  })

t.test('a request that does not end delays the stop for some seconds, not indefinitely', async (t) => {
  const service = await start(t)
  await hangingRequest(t, service)
  service.process.child.kill('SIGTERM')
  await until(() => notListening(service), 'the end of listening')
  await endsWith(t, service, 0)
})

t.test('a second signal ends it at once, and the next start finds everything in order', async (t) => {
  const service = await start(t)
  await hangingRequest(t, service)
  const began = performance.now()
  service.process.child.kill('SIGTERM')
  await until(() => performance.now() - began > 1_100, 'the end of the time in which a signal is an echo')
  service.process.child.kill('SIGTERM')
  t.equal(await service.process.ended, 1)
  const next = await start(t)
  next.process.child.kill('SIGTERM')
  await endsWith(t, next, 0)
})

t.test('who waits for a document to be read as it stops is answered', async (t) => {
  const service = await start(t)
  const answer = customerAt(service.url, service.key ?? '').readDocument({ image: dataUrl('png') })
  await until(() => isReading(service), 'a running read')
  service.process.child.kill('SIGTERM')
  const status = await answer.withResponse().then(
    ({ status }) => status,
    ({ status }) => status,
  )
  t.ok([200, 503].includes(status), `${status}`)
  t.equal(await service.process.ended, 0)
  t.notOk(isReading(service), 'who read has ended, too')
})

/** Whether a process of the service looks at pages. */
function isReading({ process: { child } }: Service): boolean {
  const readers = processesWith('packages/ocr/dist/tesseract/process/main.js')
  return readers.some((pid) => /^PPid:\t(\d+)$/m.exec(statusOf(pid))?.[1] === String(child.pid))
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    // It has just ended.
    return ''
  }
}

const ROUNDS = 3
const CALLERS = 8

/** Creates notes until the service is gone, and notes the ids of those that were acknowledged. */
async function createUntilGone(customer: EcmrClient, acknowledged: string[]): Promise<void> {
  const caller = async (): Promise<void> => {
    for (;;) acknowledged.push((await customer.createEcmr(createExample)).id)
  }
  await Promise.allSettled(Array.from({ length: CALLERS }, caller))
}

t.test('killed under load, it starts again and has every note that it acknowledged', async (t) => {
  const dataDir = await emptyDataDir(t)
  const options = { dataDir, env: { RATE_LIMIT_PER_MINUTE: '1000000' } }
  let service = await startService(t, options)
  const key = service.key ?? ''
  const acknowledged: string[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const before = acknowledged.length
    const creating = createUntilGone(customerAt(service.url, key), acknowledged)
    await until(() => acknowledged.length > before, 'the first note of the round')
    await delay(300 * round)
    // Every other time PostgreSQL is killed as well; otherwise the next start finds it running.
    const servers = round % 2 === 0 ? serversOf((await clusterOf(dataDir)) ?? '') : []
    signalAll([service.process.pid, ...servers], 'SIGKILL')
    await creating
    await service.process.ended
    service = await startService(t, options)
  }
  t.ok(acknowledged.length > ROUNDS, `${acknowledged.length} notes were acknowledged`)
  // A customer who asks again, because a busy service refuses some of so many requests at once.
  const customer = new EcmrClient({ baseUrl: service.url, apiKey: key })
  const read = await Promise.all(acknowledged.map(async (id) => (await customer.readEcmr(id)).id))
  t.strictSame(read, acknowledged, 'all of them can be read')
  t.ok(await customer.listEcmrs({ limit: 1 }), 'the list answers')
  await stopService(service)
  t.strictSame(serversOf((await clusterOf(dataDir)) ?? ''), [])
})
