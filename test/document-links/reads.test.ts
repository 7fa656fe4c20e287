import { randomUUID } from 'node:crypto'
import {
  carryEvents,
  closeDays,
  closeLink,
  collectReads,
  MOST_LISTED_A_DAY,
  readQueue,
  readsBacklog,
} from '@ecmr/document-links'
import { StoreUnavailable, verifyLog } from '@ecmr/event-store'
import t from 'tap'
import { company } from '../documents-service/ground.js'
import { operator } from '../support/api.js'
import { until } from '../support/until.js'
import { boxOfReads } from './box-of-reads.js'

t.test('reads and closed addresses become events of their document, in order', async (t) => {
  const box = await boxOfReads(t)
  const [first, second] = [await box.document(), await box.document()]
  await box.read(first, 450)
  await box.read(second, 1)
  await closeLink(box.pool, company, second, { actor: operator })
  t.match(await readsBacklog(box.pool), { waiting: 452, oldest_ms: Number })
  await box.carry()
  t.strictSame(
    (await box.served(first)).map(({ reads }) => reads.length),
    [200, 200, 50],
  )
  const reads = await box.listed(first)
  t.match(reads[0], { at: '2026-10-05T08:00:00.000Z', version: 1, address: '192.0.2.0/24', link_id: String })
  t.strictSame(
    reads.map(({ at }) => Date.parse(at) - Date.parse('2026-10-05T08:00:00Z')),
    Array.from({ length: 450 }, (_, n) => n * 1_000),
  )
  const events = await box.store.readStream(`document-${second}`)
  t.match(events, [
    { type: 'DocumentLinkClosed', metadata: { company_id: company, actor: { kind: 'operator' } } },
    { type: 'InspectionCopyServed', metadata: { company_id: company, actor: { kind: 'system' } } },
  ])
  t.same(await readsBacklog(box.pool), { waiting: 0, oldest_ms: 0 })
  t.match(await verifyLog({ store: box.store }), { ok: true, events: 5 })
})

t.test(
  'on a day with too many reads of a document, the rest is counted, and told when the day is over',
  async (t) => {
    const box = await boxOfReads(t)
    const [busy, other] = [await box.document(), await box.document()]
    await box.read(busy, MOST_LISTED_A_DAY + 300)
    await box.read(other, 10)
    await box.read(busy, 40)
    await box.read(busy, 7, '2026-10-06T00:00:00Z')
    await box.carry()
    t.equal((await box.listed(busy)).length, MOST_LISTED_A_DAY + 7)
    t.equal((await box.listed(other)).length, 10)
    await closeDays(box.pool)
    await box.carry()
    t.strictSame((await box.served(busy)).at(-1), { document_id: busy, reads: [], unlisted: 340 })
    await closeDays(box.pool)
    t.same(await readsBacklog(box.pool), { waiting: 0, oldest_ms: 0 }, 'once')
  },
)

t.test('a day that goes on is not closed', async (t) => {
  const box = await boxOfReads(t)
  const busy = await box.document()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await box.read(busy, MOST_LISTED_A_DAY + 1, `${tomorrow}T08:00:00Z`)
  while (await collectReads(box.pool));
  await box.carry()
  await closeDays(box.pool)
  t.same(await readsBacklog(box.pool), { waiting: 0, oldest_ms: 0 })
  t.equal((await box.pool.query('select from documents.read_counts where unlisted = 1')).rowCount, 1)
})

t.test('a document whose events cannot be carried does not hold up the others', async (t) => {
  const box = await boxOfReads(t)
  const documents = [await box.document(), await box.document(), await box.document()] as const
  for (const each of documents) await box.read(each, 5)
  while (await collectReads(box.pool));
  const [stuck] = documents
  const store = {
    readStreamEnd: box.store.readStreamEnd.bind(box.store),
    append: (
      stream: string,
      ...rest: [Parameters<typeof box.store.append>[1], Parameters<typeof box.store.append>[2]]
    ) =>
      stream.endsWith(stuck)
        ? Promise.reject(new StoreUnavailable('not this one'))
        : box.store.append(stream, ...rest),
  }
  const { signal } = new AbortController()
  const clock = (): Date => new Date()
  t.match(await carryEvents({ pool: box.pool, store, clock, signal }), { carried: 2, error: /not this one/ })
  t.strictSame(await Promise.all(documents.map(async (each) => (await box.listed(each)).length)), [0, 5, 5])
  await box.carry()
  t.equal((await box.listed(stuck)).length, 5)
})

t.test(
  'reads wait in memory while the database is away, and are dropped when they are too many',
  async (t) => {
    const box = await boxOfReads(t)
    const document_id = await box.document()
    const state: { away: boolean } = { away: true }
    let dropped = 0
    const warnings: string[] = []
    const queue = readQueue({
      pool: {
        query: ((...statement: [string, unknown[]]) =>
          state.away
            ? Promise.reject(new Error('away'))
            : box.pool.query(...statement)) as typeof box.pool.query,
      },
      log: { warn: (_fields, message) => void warnings.push(message) },
      onDropped: (count) => {
        dropped += count
      },
    })
    const read = {
      document_id,
      company_id: company,
      link_id: randomUUID(),
      version: 1,
      address: '2001:db8::/48',
    }
    for (let n = 0; n < 10_005; n++) queue.note({ ...read, at: new Date(n) })
    t.equal(dropped, 5)
    await until(() => warnings.length > 1, 'a failed try')
    state.away = false
    await queue.close()
    t.equal(dropped, 5)
    t.same(warnings, [
      'who fetched documents is not written down: there are too many',
      'who fetched documents cannot be written down yet',
    ])
    const { rows } = await box.pool.query('select count(*) as count, max(at) as last from documents.reads')
    t.same(rows, [{ count: 10_000, last: new Date(9_999) }])
  },
)
