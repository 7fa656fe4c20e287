import { recentNotes } from '@ecmr/application'
import { SCHEMA_VERSION } from '@ecmr/domain'
import type { EventStore, RecordedEvent } from '@ecmr/event-store'
import t from 'tap'
import { Writer } from '../read-models/notes.js'
import { MemoryEventStore } from '../support/memory-event-store.js'

const UNKNOWN = '0198aaaa-0000-7000-8000-00000000dead'

/** A log, and notes loaded from it; `opened` are the streams that were read with personal values in clear. */
function loading(open: (events: readonly RecordedEvent[]) => readonly RecordedEvent[] = (events) => events) {
  const recorded = new MemoryEventStore()
  const opened: string[] = []
  const store: Pick<EventStore, 'readStream'> = {
    async readStream(stream, options) {
      opened.push(stream)
      return open(await recorded.readStream(stream, options))
    },
  }
  return { writer: new Writer(recorded), opened, recorded, load: recentNotes({ store, recorded }) }
}

t.test('a note that has not changed is the same object as before, and is not opened again', async (t) => {
  const { writer, opened, load } = loading()
  const { id, stream } = await writer.create()
  const first = await load(id)
  t.match(first, { note: { id, version: 1 }, events: [{ type: 'EcmrCreated' }] })
  t.equal(await load(id), first)
  t.same(opened, [stream])
})

t.test('whatever others append is seen at once', async (t) => {
  const { writer, load } = loading()
  const { id } = await writer.create()
  await load(id)
  await writer.send(id, [{ type: 'cancel', reason: 'no longer needed' }])
  t.match(await load(id), { note: { version: 2, cancel_reason: 'no longer needed' } })
  t.equal(await load(UNKNOWN), null)
})

t.test('what stands there must be what was loaded, not only as many events', async (t) => {
  const { writer, recorded } = loading()
  const { id } = await writer.create()
  let hash: string | undefined
  const changed: Pick<EventStore, 'readStream'> = {
    readStream: async (stream, options) =>
      (await recorded.readStream(stream, options)).map((event) => ({
        ...event,
        metadata: { ...event.metadata, ...(hash !== undefined && { hash }) },
      })),
  }
  const load = recentNotes({ store: changed, recorded: changed })
  const first = await load(id)
  hash = 'f'.repeat(64)
  const second = await load(id)
  t.not(second, first)
  t.equal(second?.events[0]?.metadata.hash, hash)
})

t.test('a note is not kept when it is large, or holds an event that cannot be opened', async (t) => {
  const large = loading()
  const { id } = await large.writer.create({ fields: { goods_description: 'x'.repeat(70_000) } })
  t.not(await large.load(id), await large.load(id))

  const closed = loading((events) =>
    events.map((event) =>
      event.type === 'FromTheFuture'
        ? Object.defineProperty({ ...event }, 'data', {
            get: () => {
              throw new Error('its key is lost')
            },
          })
        : event,
    ),
  )
  const note = await closed.writer.create()
  const [created] = await closed.recorded.readStream(note.stream)
  if (created === undefined) throw new Error('no event')
  const metadata = { ...created.metadata, schema_version: SCHEMA_VERSION }
  await closed.recorded.append(note.stream, 0, [{ ...created, id: UNKNOWN, type: 'FromTheFuture', metadata }])
  t.match(await closed.load(note.id), { note: { version: 2 } })
  t.not(await closed.load(note.id), await closed.load(note.id))
})
