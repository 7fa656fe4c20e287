import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { dataUrl } from '../ocr/images.js'
import { processesWith } from '../support/child-process.js'
import { clusterOf, emptyDataDir, serversOf } from '../support/data-dir.js'
import { until } from '../support/until.js'
import { type Service, startService } from './service.js'

// All starts share a directory, because a start that finds a database is quicker. The key is shown by the first one.
const dataDir = await emptyDataDir(t)
let key: string | undefined

async function start(t: Test): Promise<Service> {
  const service = await startService(t, { dataDir })
  key ??= service.key
  return { ...service, key }
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

t.test('Ctrl-C stops it cleanly, although npm passes the signal on a second time', async (t) => {
  const service = await start(t)
  service.process.child.kill('SIGINT')
  service.process.child.kill('SIGINT')
  t.equal(await service.process.ended, 0)
  t.strictSame(serversOf((await clusterOf(dataDir)) ?? ''), [])
})

t.test('closing the terminal stops it cleanly', async (t) => {
  const service = await start(t)
  service.process.child.kill('SIGHUP')
  t.equal(await service.process.ended, 0)
  t.strictSame(serversOf((await clusterOf(dataDir)) ?? ''), [])
})

t.test('a request that does not end delays the stop for some seconds, not indefinitely', async (t) => {
  const service = await start(t)
  await hangingRequest(t, service)
  const began = performance.now()
  service.process.child.kill('SIGTERM')
  await until(() => notListening(service), 'the end of listening')
  t.equal(await service.process.ended, 0)
  const took = performance.now() - began
  t.ok(took > 4_000 && took < 15_000, `stopped after ${Math.round(took)} ms`)
  t.strictSame(serversOf((await clusterOf(dataDir)) ?? ''), [])
})

t.test('a second signal ends it at once, and the next start finds everything in order', async (t) => {
  const service = await start(t)
  await hangingRequest(t, service)
  const began = performance.now()
  service.process.child.kill('SIGTERM')
  await until(() => performance.now() - began > 1_100, 'the end of the time in which a signal is an echo')
  service.process.child.kill('SIGTERM')
  t.equal(await service.process.ended, 1)
  t.ok(performance.now() - began < 4_000, 'it did not wait for the request')

  const next = await start(t)
  next.process.child.kill('SIGTERM')
  t.equal(await next.process.ended, 0)
  t.strictSame(serversOf((await clusterOf(dataDir)) ?? ''), [])
})

t.test('who waits for a document to be read as it stops is answered', async (t) => {
  const service = await start(t)
  const headers = { 'x-api-key': service.key ?? '', 'content-type': 'application/json' }
  const body = JSON.stringify({ image: dataUrl('png') })
  const answer = fetch(`${service.url}/api/ocr`, { method: 'POST', headers, body })
  await until(() => isReading(service), 'a running read')
  service.process.child.kill('SIGTERM')
  t.ok([200, 503].includes((await answer).status))
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
