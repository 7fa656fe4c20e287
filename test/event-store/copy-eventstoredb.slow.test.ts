import {
  type CopyReport,
  copyLog,
  type EventStore,
  LOG_CATEGORIES,
  placeInCopy,
  verifyLog,
} from '@ecmr/event-store'
import t, { type Test } from 'tap'
import { logAfter, newEvent } from '../contract/event-store/events.js'
import type { ServerOptions } from '../eventstoredb-wire/server.js'
import { OLD_SERVER } from '../eventstoredb-wire/settings.js'
import { MemoryEventStore } from '../support/memory-event-store.js'
import { contentOf, marksInMemory, SealingWriter } from './copied-logs.js'
import { eventStoreDbLog } from './eventstoredb-log.js'
import { logDatabase } from './support.js'

const servers: Readonly<Record<string, ServerOptions>> = {
  'a current server': { systemEventEvery: 3 },
  'a server without BatchAppend': { batchAppend: false },
  'an old server': OLD_SERVER,
}

async function copiedWithFaults(
  source: EventStore,
  target: EventStore,
  fault: () => void,
): Promise<CopyReport> {
  let results = 0
  const shaken: EventStore = {
    ...target,
    async *appendInOrder(appends) {
      for await (const result of target.appendInOrder?.(appends) ?? []) {
        if (++results % 7 === 0) fault()
        yield result
      }
    },
  }
  return copyLog({ source, target: shaken, marks: marksInMemory() })
}

/** An answer is taken for lost after so long. */
const LOST_MS = 2_000

async function isWhole(t: Test, source: EventStore, target: EventStore): Promise<void> {
  t.strictSame(await contentOf(target), await contentOf(source), 'the same events in the same order')
  t.match(await verifyLog({ store: target }), { ok: true })
}

for (const [name, options] of Object.entries(servers)) {
  t.test(`a log moves from PostgreSQL to ${name} whose answers get lost, and back`, async (t) => {
    const [database, elsewhere] = [await logDatabase(t), await logDatabase(t)]
    const { server, open } = await eventStoreDbLog(t, options)
    const source = await database.open()
    const between = await open({ timeoutMs: LOST_MS })
    const target = await elsewhere.open()
    const writer = new SealingWriter(source)
    await writer.writeMany(20)
    // What others keep in the same server is no part of the log.
    const theirs = await open({ categories: ['theirs'] })
    await theirs.append('theirs-1', 'no_stream', [newEvent()])

    const there = await copiedWithFaults(source, between, () => server.faults.dropReplies(1))
    t.match(there, { ok: true })
    await theirs.append('theirs-1', 0, [newEvent()])
    await isWhole(t, source, between)
    const back = await copyLog({ source: between, target, marks: marksInMemory() })
    t.match(back, { ok: true, copied: there.events })
    await isWhole(t, source, target)

    const [originals, copies] = [await logAfter(source, ''), await logAfter(between, '')]
    for (const [n, { position }] of originals.entries()) {
      const copied = copies[n]?.position ?? 'nowhere'
      const ahead = { source, target: between, mark: there.mark }
      t.equal(await placeInCopy(ahead, position), copied)
      t.equal(await placeInCopy({ source: between, target, mark: back.mark }, copied), position)
    }
  })
}

t.test('appends under way at once are recorded in the order of the log', async (t) => {
  const source = new MemoryEventStore()
  const writer = new SealingWriter(source)
  await writer.writeMany(300)
  const { server, open } = await eventStoreDbLog(t, { systemEventEvery: 3 })
  const target = await open({ timeoutMs: LOST_MS })
  // Every answer comes so late that appends pile up, and the connection breaks under them.
  server.faults.delayReplies(20)
  let results = 0
  const breaking: EventStore = {
    ...target,
    async *appendInOrder(appends) {
      for await (const result of target.appendInOrder?.(appends) ?? []) {
        if (++results % 150 === 0) server.faults.dropReplies(1)
        yield result
      }
    },
  }
  t.match(await copyLog({ source, target: breaking, marks: marksInMemory() }), { ok: true })
  await isWhole(t, source, target)
})

t.test('nothing is recorded after an event that the server refuses for its size', async (t) => {
  const source = new MemoryEventStore()
  const writer = new SealingWriter(source)
  await writer.writeMany(50)
  const before = (await contentOf(source)).length
  await writer.write('ecmr-large', 1, { text: 'x'.repeat(9_000) })
  await writer.writeMany(50, 'later')
  const { open } = await eventStoreDbLog(t, { maxAppendSize: 8_000 })
  const target = await open()
  await t.rejects(copyLog({ source, target, marks: marksInMemory() }), { name: 'EventNotStorable' })
  t.equal((await contentOf(target)).length, before)
})

t.test('an event that the target would hide is named, not lost in silence', async (t) => {
  const source = await (await logDatabase(t)).open()
  const writer = new SealingWriter(source)
  await writer.writeMany(2)
  await writer.write('other-1')
  const target = await (await eventStoreDbLog(t)).open({ categories: LOG_CATEGORIES })
  await t.rejects(copyLog({ source, target, marks: marksInMemory() }), {
    name: 'LogsDiffer',
    stream: 'other-1',
    message: /was copied, but the target does not show it/,
  })
})
