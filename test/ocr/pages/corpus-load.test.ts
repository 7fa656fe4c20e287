import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import t, { type Test } from 'tap'
import { loadReport } from '#ocr-corpus/load/load'
import { type Api, peakMemory, readMany, traffic } from '#ocr-corpus/load/traffic'

/** Something that answers as the service might. */
async function answering(t: Test, answer: RequestListener): Promise<Api> {
  const server = createServer(answer)
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, key: 'key' }
}

t.test('a page that is postponed is sent again, and one that is refused counts as failed', async (t) => {
  const statuses = [200, 429, 200, 400]
  const api = await answering(t, (_, reply) => {
    reply.writeHead(statuses.shift() ?? 500, { 'retry-after': '0' }).end('{}')
  })
  const read = await readMany([api], ['one', 'two', 'three'])
  t.match(read, { pages: 3, postponed: 1, failed: 1 })
  t.ok(read.p95Seconds >= read.medianSeconds)
})

t.test('so many pages are sent at once as there are readers', async (t) => {
  let underWay = 0
  let most = 0
  const here = new EventEmitter()
  const bothHere = once(here, 'both')
  const api = await answering(t, async (_, reply) => {
    underWay += 1
    most = Math.max(most, underWay)
    if (underWay === 2) here.emit('both')
    await bothHere
    underWay -= 1
    reply.end('{}')
  })
  t.equal((await readMany([api, api], ['one', 'two', 'three', 'four'])).pages, 4)
  t.equal(most, 2)
})

t.test('requests of others go on until they are stopped, and every one that fails is counted', async (t) => {
  const stopped = new AbortController()
  let requests = 0
  const api = await answering(t, (request, reply) => {
    requests += 1
    if (requests === 20) stopped.abort()
    reply.writeHead(request.method === 'GET' ? 200 : 500).end()
  })
  const [lists, creates] = await traffic(api, stopped.signal)
  t.match(lists, { what: 'GET /api/ecmrs', failed: 0 })
  t.ok((lists?.requests ?? 0) >= 5 && (lists?.p99 ?? 0) >= (lists?.p50 ?? 1))
  t.equal(creates?.failed, creates?.requests)
  t.equal((lists?.requests ?? 0) + (creates?.requests ?? 0), requests)
})

t.test('memory is that of a process and of those that it has started', async (t) => {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => undefined, 1000)'])
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const looked = new AbortController()
  const peak = peakMemory(process.pid, looked.signal)
  looked.abort()
  const { service, recognition, processes } = await peak
  t.ok(service > 10 && recognition > 10 && processes >= 1, JSON.stringify(await peak))
})

t.test('what others notice is shown as a multiple of what it takes when nothing is read', async (t) => {
  const list = { what: 'GET /api/ecmrs', requests: 100, failed: 0, p50: 2, p99: 4 }
  const read = { pages: 12, medianSeconds: 3.5, p95Seconds: 5, perMinute: 17.1, postponed: 0, failed: 0 }
  const memory = { service: 150, recognition: 600, processes: 2 }
  const meanwhile = [{ ...list, p50: 3, p99: 12 }]
  const text = loadReport([list], [{ what: 'one at a time', read, memory, meanwhile }])
  t.match(text, /\| one at a time +\| +12 \| +3\.50 \| +5\.00 \| +17\.1 \|/)
  t.match(text, /one at a time +\| +100 \| +0 \| +3\.0 \| +12\.0 \| +1\.50 \| +3\.00 \|/)
})
