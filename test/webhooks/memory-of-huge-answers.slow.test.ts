import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import t, { type Test } from 'tap'
import { startProgram } from './support/fork.js'
import { floods, says } from './support/hostile/acts.js'
import { bomb, HUNDREDFOLD } from './support/hostile/kinds.js'
import { type Act, startTcpServer } from './support/hostile/tcp-receiver.js'
import { resourceUse } from './support/resource-use.js'
import { openWorld, type World } from './support/world.js'

const AT_ONCE = 16
const ROUNDS = 8
const GIGABYTE = 1_000_000_000
const MEGABYTE = 1024 * 1024
/** in processor time. Before headers were bounded as they are, it was five hundred times. */
const MOST_TIMES_SLOWER = 30

const modest = says('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok')
const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
const compressed = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n'

const ok = 'HTTP/1.1 200 OK\r\n'
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`

/** What comes, and how many megabytes more it may cost than a modest answer. */
const huge: readonly (readonly [what: string, act: Act, mostMore: number])[] = [
  ['1 GB', floods(`${ok}content-length: ${GIGABYTE}\r\n\r\n`, 'x', GIGABYTE), 20],
  ['1 GB in chunks', floods(chunked, chunk, GIGABYTE), 40],
  ['a gzip bomb of 1 GB', floods(compressed, bomb, HUNDREDFOLD * bomb.length), 40],
  ['a chunk extension without end', floods(`${chunked}1;`, 'x'), 80],
  ['a status text without end', floods('HTTP/1.1 200 ', 'O'), 80],
  ['early hints without end', floods('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), 80],
  // undici makes two objects of each header. Ten thousand of them go into 80 KB, and come sixteen times at once.
  ['headers without end', floods(ok, 'x-a: b\r\n'), 250],
]

/** Waits until so many connections want an answer, and then gives it to all of them at once. */
function together(count: number, act: Act): Act {
  const waiting: Socket[] = []
  return (socket) => {
    waiting.push(socket)
    if (waiting.length === count) for (const one of waiting.splice(0)) act(one)
  }
}

/** Has sixteen attempts under way at once, again and again, at receivers that all do the same. */
async function attempts(t: Test, world: World, act: Act): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const receiver = await startTcpServer(t, together(AT_ONCE, act))
    const company = randomUUID()
    const { endpoint } = await world.register(company, receiver.url)
    await world.create(AT_ONCE, company)
    await world.eventually(
      `select from webhooks.deliveries where endpoint_id = $1 and finished_at is not null having count(*) = $2`,
      [endpoint.id, AT_ONCE],
    )
  }
}

const inMegabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`

// The worker runs in a process of its own. What it holds at most while answers are huge is held against what it holds at
// most while they are modest, after a warm-up. It is the same process throughout, so whatever stays adds up, and the limits
// of the later ones are wider.
t.test(
  'sixteen answers of 1 GB at once cost the worker less than 20 MB, and no huge ones cost much',
  async (t) => {
    const world = await openWorld(t)
    const worker = startProgram(t, 'worker-process', [world.url, '60000'])
    for (let warming = 0; warming < 8; warming++) await attempts(t, world, modest)
    const usual = await resourceUse(worker.pid, () => attempts(t, world, modest))
    for (const [what, act, mostMore] of huge) {
      const { peak, cpuMs } = await resourceUse(worker.pid, () => attempts(t, world, act))
      const more = `${what}: ${inMegabytes(peak - usual.peak)} more than ${inMegabytes(usual.peak)}`
      t.ok(peak - usual.peak < mostMore * MEGABYTE, more)
      t.ok(
        cpuMs < MOST_TIMES_SLOWER * usual.cpuMs,
        `${what}: ${cpuMs} ms of processor time instead of ${usual.cpuMs}`,
      )
    }
  },
)
