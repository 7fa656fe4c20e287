import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDocumentReader } from '@ecmr/ocr'
import { remotePagePool } from '@ecmr/ocr/testing'
import { buildReader } from '@ecmr/reader'
import t, { type Test } from 'tap'
import { folder } from '../process-pool/obedient-pool.js'
import { askOf, obedientPages, page } from './obedient-pages.js'

async function socketPath(t: Test): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-reader-'))
  t.teardown(() => rm(directory, { recursive: true }))
  return join(directory, 'socket')
}

/** A reader with obedient processes, and a caller of it. */
async function start(t: Test, processes = 1) {
  const socket = await socketPath(t)
  const { pool, warnings } = obedientPages(t, processes)
  const app = buildReader({ pool, processes })
  t.teardown(() => app.close())
  await app.listen({ path: socket })
  const remote = remotePagePool(socket)
  t.teardown(() => remote.close())
  return { ask: askOf(remote), remote, socket, warnings }
}

t.test('a process of the reader looks at an image, and what it saw comes back as it was', async (t) => {
  const { ask, remote } = await start(t)
  t.type(await ask({ does: 'answer' }), 'number')
  const { signal } = new AbortController()
  const seen = await remote.renderPicture(page({ does: 'answer' }), { companyId: 'one', signal })
  if (!seen.ok) throw new Error(seen.fault.code)
  t.type(seen.picture.jpeg, Uint8Array)
  t.match(JSON.parse(Buffer.from(seen.picture.jpeg).toString()), { execArgv: Array })
})

t.test('what breaks down twice is the fault of the image, for callers too', async (t) => {
  const { ask, warnings } = await start(t)
  t.equal(await ask({ does: 'crash' }), 'unreadable')
  t.equal(warnings.length, 2)
})

t.test('a company has so many under way in the reader, whichever services they come from', async (t) => {
  const { ask, socket } = await start(t)
  const { order, go, begun } = await folder(t)
  const asked = [1, 2, 3, 4].map(() => ask(order('wait')))
  await begun()
  const other = remotePagePool(socket)
  t.teardown(() => other.close())
  const askOther = askOf(other)
  const reason = 'the reader answered 429'
  const refused = { name: 'DocumentReadingUnavailable', retryAfterSeconds: 5, reason }
  await t.rejects(askOther({ does: 'answer' }), refused)
  const two = askOther({ does: 'answer' }, 'two')
  await go()
  await Promise.all(asked)
  t.type(await two, 'number')
  t.type(await askOther({ does: 'answer' }), 'number', 'there is room again')
})

t.test('a caller that leaves, leaves the line of the reader too', async (t) => {
  const { ask } = await start(t)
  const { order, go, begun, pids } = await folder(t)
  const working = ask(order('wait'))
  await begun()
  const leaving = new AbortController()
  const left = ask(order('answer'), 'two', leaving)
  leaving.abort(new Error('gone'))
  await t.rejects(left, { message: 'gone' })
  await go()
  await working
  t.type(await ask({ does: 'answer' }), 'number')
  t.equal(pids().length, 1)
})

t.test('an image that takes longer than its caller has time may be tried again', async (t) => {
  const { ask } = await start(t)
  const { order, go, begun } = await folder(t)
  const over = new AbortController()
  const working = ask(order('wait'), 'one', over)
  await begun()
  over.abort(new DOMException('over', 'TimeoutError'))
  const unavailable = { name: 'DocumentReadingUnavailable', retryAfterSeconds: 5 }
  await t.rejects(working, unavailable)
  await t.rejects(ask(order('answer'), 'one', over), unavailable, 'as does one that comes too late')
  await go()
})

t.test('without a reader nothing is read, and that may pass', async (t) => {
  const remote = remotePagePool(await socketPath(t))
  const { signal } = new AbortController()
  const asked = remote.readPage(page({ does: 'answer' }), { companyId: 'one', signal })
  await t.rejects(asked, { name: 'DocumentReadingUnavailable', reason: 'the reader does not answer' })
})

t.test('what is no answer of a reader is none', async (t) => {
  const socket = await socketPath(t)
  const server = createServer((_request, response) => void response.end('{"ok":true}')).listen(socket)
  t.teardown(() => server.close())
  const remote = remotePagePool(socket)
  t.teardown(() => remote.close())
  const { signal } = new AbortController()
  const asked = remote.readPage(page({ does: 'answer' }), { companyId: 'one', signal })
  await t.rejects(asked, { name: 'DocumentReadingUnavailable', reason: 'the reader answered something else' })
})

t.test('a service with a reader says that, and starts no process of its own', async (t) => {
  const log = { info: () => undefined, warn: () => undefined }
  const engine = { kind: 'tesseract' } as const
  const readerSocket = await socketPath(t)
  const documents = openDocumentReader({ engine, processes: 1, readerSocket, log })
  t.teardown(() => documents.close())
  t.strictSame(documents.protection?.(), { service: readerSocket })
  const { signal } = new AbortController()
  const reading = documents.read({ files: [page({ does: 'answer' })], companyId: 'one', signal })
  await t.rejects(reading, { message: 'the reader does not answer' })
})
