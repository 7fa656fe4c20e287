import { commandHandler } from '@ecmr/application'
import { OutcomeUnknown, StoreUnavailable, verifyLog } from '@ecmr/event-store'
import t from 'tap'
import { MemoryEventStore } from '../support/memory-event-store.js'
import { accepted, editNotes, request } from './commands.js'

/** A store that answers a first try as it answers a repeat. */
class Unsure extends MemoryEventStore {
  readonly reads: (number | undefined)[] = []
  constructor(readonly isAway = false) {
    super()
  }
  override async append(
    ...append: Parameters<MemoryEventStore['append']>
  ): ReturnType<MemoryEventStore['append']> {
    const result = await super.append(...append)
    return result.ok ? { ...result, repeated: true } : result
  }
  override async readStream(
    ...asked: Parameters<MemoryEventStore['readStream']>
  ): ReturnType<MemoryEventStore['readStream']> {
    this.reads.push(asked[1]?.from)
    if (this.isAway) throw new StoreUnavailable('nobody answers')
    return super.readStream(...asked)
  }
}

t.test('where repeats look like first tries', async (t) => {
  await t.test('only what was appended is read back, and the note is remembered', async (t) => {
    const store = new Unsure()
    const { handle } = commandHandler({ store })
    const created = accepted(await handle(request({ isNew: true })))
    t.match(created, { replayed: false, note: { version: 1 } })
    for (let version = 2; version < 5; version++) {
      const edited = accepted(
        await handle(request({ id: created.note.id, commands: [editNotes(`${version}`)] })),
      )
      t.match(edited, { replayed: false, note: { version } })
    }
    t.strictSame(store.reads, [0, 1, 2, 3])
    t.match(await verifyLog({ store }), { ok: true })
  })

  await t.test('what an earlier try recorded is answered as a replay', async (t) => {
    const store = new Unsure()
    const asked = request({ isNew: true })
    const first = accepted(await commandHandler({ store }).handle(asked))
    const later = commandHandler({ store, clock: () => new Date(Date.now() + 60_000) })
    const again = accepted(await later.handle(asked))
    t.strictSame(again, { ...first, replayed: true })
  })

  await t.test('the outcome is unknown when it cannot be read back', async (t) => {
    const store = new Unsure(true)
    await t.rejects(commandHandler({ store }).handle(request({ isNew: true })), OutcomeUnknown)
  })
})
