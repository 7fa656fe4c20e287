import { copyLog, type EventStore, LogsDiffer, OutcomeUnknown, placeInCopy } from '@ecmr/event-store'
import t, { type Test } from 'tap'
import { logAfter, newEvent } from '../contract/event-store/events.js'
import { DENSE, MemoryEventStore, WITH_HOLES } from '../support/memory-event-store.js'
import { contentOf, marksInMemory, SealingWriter } from './copied-logs.js'
import { logDatabase } from './support.js'

/** From where to where, by what the stores are like. */
const ways = {
  'from a log without holes to one with holes': [DENSE, WITH_HOLES],
  'from a log with holes to one without': [WITH_HOLES, DENSE],
} as const

function scene(way: keyof typeof ways = 'from a log without holes to one with holes') {
  const [from, to] = ways[way]
  const source = new MemoryEventStore(from)
  const target = new MemoryEventStore(to)
  const marks = marksInMemory()
  return { source, target, marks, writer: new SealingWriter(source) }
}

async function isCopy(t: Test, source: EventStore, target: EventStore): Promise<void> {
  t.strictSame(await contentOf(target), await contentOf(source), 'the same events in the same order')
}

for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
  t.test(`a copy ${way} is the log`, async (t) => {
    const at = scene(way)
    await at.writer.writeMany(60)
    const { length } = await contentOf(at.source)
    t.match(await copyLog(at), { ok: true, events: length, copied: length, verified: length, broken: [] })
    await isCopy(t, at.source, at.target)
  })

  t.test(`a second run ${way} copies what was written since, and proves that alone`, async (t) => {
    const at = scene(way)
    await at.writer.writeMany(20)
    const first = await copyLog(at)
    t.match(await copyLog(at), { ok: true, copied: 0, verified: 0, events: first.events })
    await at.writer.writeMany(20, 'later')
    await at.writer.write('ecmr-note-3', 2)
    const later = (await contentOf(at.source)).length - first.events
    t.match(await copyLog(at), { ok: true, copied: later, verified: later, events: first.events + later })
    await isCopy(t, at.source, at.target)
  })

  t.test(`every place ${way} is found in the copy`, async (t) => {
    const at = scene(way)
    await at.writer.writeMany(20)
    const { mark } = await copyLog(at)
    const [originals, copies] = [await logAfter(at.source, ''), await logAfter(at.target, '')]
    t.equal(await placeInCopy({ ...at, mark }, ''), '')
    for (const [place, { position }] of originals.entries())
      t.equal(await placeInCopy({ ...at, mark }, position), copies[place]?.position)
  })
}

t.test('a place between events, and one behind the last, are found in a copy without holes', async (t) => {
  const at = scene('from a log with holes to one without')
  await at.writer.writeMany(3)
  const { mark } = await copyLog(at)
  const [first, second] = await logAfter(at.source, '')
  const between = `${first?.position.slice(0, 16)}-${'f'.repeat(16)}`
  t.ok(between > `${first?.position}` && between < `${second?.position}`)
  t.equal(await placeInCopy({ ...at, mark }, between), DENSE.toPosition(1))
  t.equal(await placeInCopy({ ...at, mark }, `${'f'.repeat(16)}-${'f'.repeat(16)}`), mark.target)
})

t.test('a copy that is broken off after any append goes on where it was', async (t) => {
  const original = new MemoryEventStore()
  await new SealingWriter(original).writeMany(6)
  const { length } = await contentOf(original)
  for (let broken = 1; broken < length; broken++) {
    const at = { source: original, target: new MemoryEventStore(WITH_HOLES), marks: marksInMemory() }
    let appends = 0
    const dying: EventStore = {
      ...portOf(at.target),
      append: async (...args) => {
        if (++appends === broken) throw new Error('killed')
        return at.target.append(...args)
      },
    }
    await copyLog({ ...at, target: dying }).catch(() => undefined)
    t.match(await copyLog(at), { ok: true, events: length })
    await isCopy(t, at.source, at.target)
  }
})

t.test('an append whose answer is lost is not made twice', async (t) => {
  const at = scene()
  await at.writer.writeMany(5)
  let appends = 0
  const deaf: EventStore = {
    ...portOf(at.target),
    append: async (...args) => {
      const result = await at.target.append(...args)
      if (++appends % 3 === 0) throw new OutcomeUnknown('the connection broke')
      return result
    },
  }
  t.match(await copyLog({ ...at, target: deaf }), { ok: true })
  await isCopy(t, at.source, at.target)
})

t.test('a target that was emptied, or whose marks are gone, is filled and proven anew', async (t) => {
  const at = scene()
  await at.writer.writeMany(10)
  const { events } = await copyLog(at)
  const emptied = { ...at, target: new MemoryEventStore(WITH_HOLES) }
  t.match(await copyLog(emptied), { ok: true, copied: events, verified: events })
  await isCopy(t, at.source, emptied.target)
  t.match(await copyLog({ ...at, marks: marksInMemory() }), { ok: true, copied: 0, verified: events })
})

t.test('interrupting leaves a copy that goes on', async (t) => {
  const at = scene()
  await at.writer.writeMany(30)
  const stop = new AbortController()
  const onProgress = (phase: string, events: number): void => {
    if (phase === 'copy' && events > 20) stop.abort(new Error('enough'))
  }
  await t.rejects(copyLog({ ...at, signal: stop.signal, onProgress }), /enough/)
  const { length } = await contentOf(at.target)
  t.ok(length > 20 && length < (await contentOf(at.source)).length)
  const rest = await copyLog(at)
  t.match(rest, { ok: true, copied: rest.events - length })
})

t.test('interrupting ends a copy whose target gives no results, without a repeat', async (t) => {
  const at = scene()
  await at.writer.writeMany(5)
  const stop = new AbortController()
  let appends = 0
  const target: EventStore = {
    ...portOf(at.target),
    append: async () => {
      if (++appends === 2) stop.abort(new Error('enough'))
      throw new OutcomeUnknown('no answer')
    },
  }
  await t.rejects(copyLog({ ...at, target, signal: stop.signal }), /enough/)
  t.equal(appends, 2)
})

t.test('a dry run tells how much there is to do and changes nothing', async (t) => {
  const at = scene()
  await at.writer.writeMany(10)
  const { events } = await copyLog(at)
  await at.writer.writeMany(5, 'later')
  const all = (await contentOf(at.source)).length
  t.match(await copyLog({ ...at, dryRun: true }), { ok: true, events, copied: all - events })
  t.equal((await contentOf(at.target)).length, events)
})

t.test('what is written while copying is left to the next run', async (t) => {
  const at = scene()
  await at.writer.writeMany(10)
  let more = 5
  const busy: EventStore = {
    ...portOf(at.target),
    append: async (...args) => {
      if (more-- > 0) await at.writer.write(`ecmr-busy-${more}`)
      return at.target.append(...args)
    },
  }
  const { events } = await copyLog({ ...at, target: busy })
  t.match(await copyLog(at), { ok: true, copied: 5, events: events + 5 })
})

t.test('a target that holds something else is refused, and the first of it is named', async (t) => {
  await t.test('a stream that the source does not have', async (t) => {
    const at = scene()
    await at.writer.writeMany(3)
    await new SealingWriter(at.target).write('ecmr-strange')
    await t.rejects(copyLog(at), { name: 'LogsDiffer', stream: 'ecmr-strange' })
    await t.rejects(copyLog({ ...at, dryRun: true }), LogsDiffer)
    t.equal((await contentOf(at.target)).length, 1, 'nothing was added')
  })
  await t.test('events after the end of the source', async (t) => {
    const at = scene()
    await at.writer.writeMany(3)
    await copyLog(at)
    await new SealingWriter(at.target).write('ecmr-newer')
    await t.rejects(copyLog(at), { stream: 'ecmr-newer', message: /after the end of the source/ })
  })
  await t.test('a stream that goes on otherwise', async (t) => {
    const at = scene()
    await at.writer.writeMany(1)
    await copyLog(at)
    await at.target.append('ecmr-note-0', 1, [newEvent()])
    await at.writer.write('ecmr-note-0')
    await t.rejects(copyLog(at), { stream: 'ecmr-note-0', message: /where the source holds event 2/ })
  })
})

t.test('an event whose content was changed is copied as it is, and named at the end', async (t) => {
  const { pool, open } = await logDatabase(t)
  const source = await open()
  await new SealingWriter(source).writeMany(5)
  await pool.query(`alter table log.events disable trigger append_only;
    update log.events set data = '{"note": "forged"}' where stream = 'ecmr-note-2' and revision = 1`)
  const at = { source, target: new MemoryEventStore(WITH_HOLES), marks: marksInMemory() }
  const report = await copyLog(at)
  t.match(report, { ok: false, broken: [{ problem: 'changed', stream: 'ecmr-note-2', revision: 1 }] })
  t.equal(report.broken.length, 1)
  t.equal((await copyLog(at)).ok, false, 'and again each time')
})

t.test('a log moves from PostgreSQL and back into another, and is the same to the byte', async (t) => {
  const [first, last] = [await logDatabase(t), await logDatabase(t)]
  const [source, target] = [await first.open(), await last.open()]
  const between = new MemoryEventStore(WITH_HOLES)
  const writer = new SealingWriter(source)
  await writer.writeMany(30)
  // More than fits into one append, and text that is longer in bytes than in characters.
  for (let i = 0; i < 4; i++) await writer.write('ecmr-large', 1, { text: 'ñ€𝄞'.repeat(50_000) })
  t.match(await copyLog({ source, target: between, marks: marksInMemory() }), { ok: true })
  t.match(await copyLog({ source: between, target, marks: marksInMemory() }), { ok: true })
  const rows =
    'select stream, revision, id, type, data::text, metadata::text, recorded_at, position from log.events order by position'
  t.strictSame((await last.pool.query(rows)).rows, (await first.pool.query(rows)).rows)
})

t.test('a store that does not keep the order is found out, and so it is by a later run', async (t) => {
  const at = scene()
  await at.writer.writeMany(20)
  const swapping: EventStore = {
    ...portOf(at.target),
    async *appendInOrder([first, second]) {
      if (!first || !second) return
      const late = await at.target.append(second.stream, second.expected, second.events)
      yield await at.target.append(first.stream, first.expected, first.events)
      yield late
    },
  }
  await t.rejects(copyLog({ ...at, target: swapping }), {
    name: 'LogsDiffer',
    message: /before what precedes it in the source; it has to be copied anew/,
  })
  await t.rejects(copyLog(at), LogsDiffer)
})

/** The port's functions, to replace some of them. */
function portOf(store: EventStore): EventStore {
  return {
    append: (...args) => store.append(...args),
    readStream: (...args) => store.readStream(...args),
    readStreamEnd: (...args) => store.readStreamEnd(...args),
    readAll: (range) => store.readAll(range),
    head: () => store.head(),
    follow: (options) => store.follow(options),
    isPosition: store.isPosition,
    close: () => store.close(),
    ...(store.nextPosition && { nextPosition: store.nextPosition }),
    ...(store.previousPosition && { previousPosition: store.previousPosition }),
  }
}
