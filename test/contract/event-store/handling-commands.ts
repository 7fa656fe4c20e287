import { randomUUID } from 'node:crypto'
import { loadNote } from '@ecmr/application'
import { actingFor } from '@ecmr/domain'
import {
  EventNotStorable,
  OutcomeUnknown,
  START,
  StoreUnavailable,
  sealEvent,
  verifyLog,
} from '@ecmr/event-store'
import { openEvents, openedStore } from '@ecmr/personal-data'
import type { Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import {
  accepted,
  actor,
  company,
  create,
  editNotes,
  request,
  withAppend,
} from '../../event-store/commands.js'
import type { NewLog } from './contract.js'
import { newEvent } from './events.js'
import { testHandler, testKeys } from '../../support/memory-keys.js'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Commands lead to the same on every store. */
export async function handlingCommands(t: Test, newLog: NewLog): Promise<void> {
  await t.test('commands on consignment notes', async (t) => {
    const open = await newLog(t)
    const store = await open()
    const clock = () => new Date('2026-11-03T08:00:00.000Z')
    const { handle } = testHandler({ store, clock })
    const stream = async (id: string) => openEvents(await store.readStream(`ecmr-${id}`), testKeys)

    await t.test('a note is created, with all that consumers need in the metadata', async (t) => {
      const asked = request({ isNew: true })
      const { note, events, position, replayed } = accepted(await handle(asked))
      t.match(note, { id: asked.id, status: 'draft', version: 1 })
      t.equal(replayed, false)
      t.strictSame(await stream(asked.id), events)
      t.equal(position, await store.head())
      t.match(events, [
        {
          id: UUID,
          type: 'EcmrCreated',
          stream: `ecmr-${asked.id}`,
          revision: 0,
          metadata: {
            $correlationId: 'correlation-1',
            $causationId: asked.commandId,
            command_id: asked.commandId,
            actor,
            schema_version: 2,
            recorded_at: '2026-11-03T08:00:00.000Z',
            company_id: company,
            ecmr_number: note.ecmr_number,
            status: 'draft',
            prev_hash: null,
            hash: /^[0-9a-f]{64}$/,
          },
        },
      ])
    })

    await t.test('several events of one command carry the status after each of them', async (t) => {
      const id = uuidv7()
      const commands = [create(id), { type: 'change_status', to: 'delivered' }] as const
      const { note } = accepted(await handle(request({ id, commands, isNew: true })))
      t.equal(note.status, 'delivered')
      const events = await stream(id)
      t.equal(events.length, note.version)
      t.strictSame(
        events.map((event) => event.metadata.status),
        ['draft', 'assigned', 'in_transit', 'delivered'],
      )
      t.strictSame(
        events.slice(1).map((event) => event.metadata.prev_hash),
        events.slice(0, -1).map((event) => event.metadata.hash),
      )
    })

    await t.test('a command that changes nothing appends nothing', async (t) => {
      const { id } = accepted(await handle(request({ isNew: true }))).note
      const before = await store.head()
      const outcome = await handle(request({ id, commands: [{ type: 'change_status', to: 'draft' }] }))
      t.match(outcome, {
        outcome: 'accepted',
        events: [],
        position: before,
        replayed: false,
        note: { version: 1 },
      })
      t.equal(await store.head(), before)
    })

    await t.test('a refusal appends nothing', async (t) => {
      const { id } = accepted(await handle(request({ isNew: true }))).note
      const before = await store.head()
      const outcome = await handle(request({ id }))
      t.match(outcome, { outcome: 'refused', refusal: { code: 'already_exists' } })
      t.equal(await store.head(), before)
    })

    await t.test('a note of another company is as absent as one that never was', async (t) => {
      const { id } = accepted(await handle(request({ isNew: true }))).note
      const absent = await handle(request({ commands: [editNotes('x')] }))
      const foreign = await handle(
        request({ id, company: actingFor('company-2'), commands: [editNotes('x')] }),
      )
      const foreignAnew = await testHandler({ store }).handle(
        request({ id, company: actingFor('company-2') }),
      )
      t.match(absent, { outcome: 'refused', refusal: { code: 'not_found' } })
      t.strictSame(foreign, absent)
      t.strictSame(foreignAnew, absent)
    })

    await t.test('a note with events of an unknown type takes no commands but can be read', async (t) => {
      const { note, events } = accepted(await handle(request({ isNew: true })))
      const { metadata } = newEvent()
      const prev_hash = events[0]?.metadata.hash ?? null
      const unknown = newEvent({ type: 'EcmrTeleported', metadata: { ...metadata, prev_hash } })
      await store.append(`ecmr-${note.id}`, 0, [sealEvent(`ecmr-${note.id}`, 1, unknown)])
      const outcome = await handle(request({ id: note.id, commands: [editNotes('x')] }))
      t.match(outcome, { outcome: 'refused', refusal: { code: 'unknown_history', detail: /EcmrTeleported/ } })
      t.match(await loadNote(openedStore(store, testKeys), note.id), { note: { id: note.id, version: 2 } })
    })

    await t.test('text that no store holds is an invalid command', async (t) => {
      for (const notes of ['\ud800', 'a\u0000b']) {
        const { id } = accepted(await handle(request({ isNew: true }))).note
        const outcome = await handle(request({ id, commands: [editNotes(notes)] }))
        t.match(outcome, { outcome: 'refused', refusal: { code: 'invalid_command' } })
        t.equal((await stream(id)).length, 1)
      }
    })

    t.match(await verifyLog({ store }), { ok: true })
  })

  await t.test('repeated commands', async (t) => {
    const open = await newLog(t)
    const [store, elsewhere] = [await open(), await open()]
    const here = testHandler({ store })

    for (const isNew of [true, false]) {
      await t.test(
        `a creation sent again${isNew ? ' as new' : ''} is answered with the note as it was`,
        async (t) => {
          const asked = request({ isNew: true })
          const first = accepted(await here.handle(asked))
          await here.handle(request({ id: asked.id, commands: [editNotes('later')] }))
          const later = testHandler({ store: elsewhere, clock: () => new Date(Date.now() + 60_000) })
          for (const { handle } of [here, later]) {
            const again = accepted(await handle({ ...asked, isNew }))
            t.equal(again.replayed, true)
            t.strictSame(again.note, first.note)
            t.strictSame(again.events, first.events)
            t.equal(again.position, first.position)
          }
          t.equal((await store.readStream(`ecmr-${asked.id}`)).length, 2)
        },
      )
    }

    await t.test('an incident reported twice under one command id is there once', async (t) => {
      const { id } = accepted(await here.handle(request({ isNew: true }))).note
      const incident = { type: 'delay', description: 'Atasco en la A-2' } as const
      const commands = [{ type: 'report_incident', incident_id: randomUUID(), incident }] as const
      const report = request({ id, commands, ifMatch: [1] })
      const first = accepted(await here.handle(report))
      for (const store of [here, testHandler({ store: elsewhere })]) {
        const again = accepted(await store.handle(report))
        t.strictSame({ ...again, replayed: false }, first)
        t.equal(again.replayed, true)
      }
      t.equal((await loadNote(openedStore(store, testKeys), id))?.note.incidents.length, 1)
    })

    await t.test(
      'the same command in two processes at once is recorded once, and the chain holds',
      async (t) => {
        for (let round = 0; round < 10; round++) {
          const times = [0, 1_000, 2_000].map((later) => () => new Date(Date.now() + later))
          const handlers = times.map((clock, n) => testHandler({ store: n === 1 ? elsewhere : store, clock }))
          const asked = request({ isNew: true })
          const outcomes = await Promise.all(handlers.map(({ handle }) => handle(asked)))
          t.equal(outcomes.filter((outcome) => !accepted(outcome).replayed).length, 1)
          for (const [n, { handle }] of handlers.entries())
            accepted(await handle(request({ id: asked.id, commands: [editNotes(`edit ${n}`)] })))
          t.equal((await store.readStream(`ecmr-${asked.id}`)).length, 4)
        }
        t.match(await verifyLog({ store }), { ok: true, broken: [] })
      },
    )
  })

  await t.test('commands that meet others', async (t) => {
    const open = await newLog(t)
    const [store, elsewhere] = [await open(), await open()]
    const [one, other] = [testHandler({ store }), testHandler({ store: elsewhere })]
    const created = async (): Promise<string> => accepted(await one.handle(request({ isNew: true }))).note.id

    await t.test('what another process changed is read after the conflict', async (t) => {
      const id = await created()
      for (let n = 0; n < 6; n++) {
        const { handle } = n % 2 ? one : other
        t.equal(
          accepted(await handle(request({ id, commands: [editNotes(`edit ${n}`)] }))).note.version,
          n + 2,
        )
      }
    })

    await t.test('an old memory neither refuses nor waves anything through', async (t) => {
      const id = await created()
      const incident = { type: 'delay', description: 'Atasco' } as const
      const incident_id = randomUUID()
      await one.handle(request({ id, commands: [{ type: 'report_incident', incident_id, incident }] }))
      await other.handle(
        request({ id, commands: [{ type: 'resolve_incident', incident_id, outcome: 'continue' }] }),
      )
      t.match(await one.handle(request({ id, commands: [editNotes('x')] })), { outcome: 'accepted' })
      await other.handle(request({ id, commands: [{ type: 'cancel', reason: 'Pedido anulado' }] }))
      t.match(await one.handle(request({ id, commands: [editNotes('y')] })), {
        refusal: { code: 'cancelled' },
      })
    })

    await t.test(
      'the version asked for decides, and is compared with the record, not with memory',
      async (t) => {
        const id = await created()
        await other.handle(request({ id, commands: [editNotes('a')] }))
        const edit = (ifMatch: number) =>
          one.handle(request({ id, ifMatch: [ifMatch], commands: [editNotes(`at ${ifMatch}`)] }))
        t.strictSame(await edit(1), { outcome: 'stale', version: 2 })
        t.match(await edit(2), { outcome: 'accepted', note: { version: 3 } })
        t.strictSame(await edit(2), { outcome: 'stale', version: 3 })
      },
    )

    await t.test('of two with the same version at once, one is stale', async (t) => {
      const id = await created()
      const edits = [one, other].map(({ handle }, n) =>
        handle(request({ id, ifMatch: [1], commands: [editNotes(`edit ${n}`)] })),
      )
      const outcomes = (await Promise.all(edits)).map(({ outcome }) => outcome)
      t.strictSame(outcomes.toSorted(), ['accepted', 'stale'])
    })

    await t.test(
      'twenty at once on each of two processes are all recorded, one after the other',
      async (t) => {
        const id = await created()
        const edits = Array.from({ length: 40 }, (_, n) =>
          (n % 2 ? one : other).handle(request({ id, commands: [editNotes(`edit ${n}`)] })),
        )
        for (const { outcome } of await Promise.all(edits)) t.equal(outcome, 'accepted')
        t.equal((await store.readStream(`ecmr-${id}`)).length, 41)
      },
    )

    await t.test('times never decrease, whatever the clock says', async (t) => {
      const id = await created()
      const late = testHandler({ store, clock: () => new Date('2001-01-01T00:00:00Z') })
      accepted(await late.handle(request({ id, commands: [editNotes('x')] })))
      const times = (await store.readStream(`ecmr-${id}`)).map((event) => event.metadata.recorded_at)
      t.strictSame(times, times.toSorted())
    })

    await t.test('a conflict that never ends is said so after twelve retries', async (t) => {
      const id = await created()
      let tries = 0
      const contended = withAppend(store, async () => {
        tries++
        return { ok: false, reason: 'wrong_expected_version', actual: 7 }
      })
      const outcome = await testHandler({ store: contended }).handle(
        request({ id, commands: [editNotes('x')] }),
      )
      t.strictSame(outcome, { outcome: 'conflict' })
      t.equal(tries, 13)
    })

    t.match(await verifyLog({ store }), { ok: true })
  })

  await t.test('appends whose answer is lost', async (t) => {
    const open = await newLog(t)
    const store = await open()

    await t.test('are found by their command when another process repeats it', async (t) => {
      const lossy = withAppend(store, async (...append) => {
        await store.append(...append)
        throw new EventNotStorable('this process ends here')
      })
      const asked = request({ isNew: true })
      t.match(await testHandler({ store: lossy }).handle(asked), { outcome: 'refused' })
      const later = () => new Date('2026-11-04T08:00:00.000Z')
      const again = accepted(await testHandler({ store, clock: later }).handle(asked))
      t.match(again, { replayed: true, note: { version: 1 } })
      t.strictSame(again.events, await openedStore(store, testKeys).readStream(`ecmr-${asked.id}`))
      t.equal(again.events.length, 1)
    })

    await t.test('are repeated with the same ids, and the first answer stands', async (t) => {
      let tries = 0
      const lossy = withAppend(store, async (...append) => {
        const result = await store.append(...append)
        if (tries++ < 2) throw new OutcomeUnknown('the connection was lost')
        return result
      })
      const { handle } = testHandler({ store: lossy })
      const asked = request({ isNew: true })
      const first = accepted(await handle(asked))
      t.match(first, { replayed: false, note: { version: 1 } })
      t.equal((await store.readStream(`ecmr-${asked.id}`)).length, 1)
      t.match(await handle({ ...asked, isNew: false }), { replayed: true })
      accepted(await handle(request({ id: asked.id, commands: [editNotes('x')] })))
      t.match(await verifyLog({ store }), { ok: true })
    })

    await t.test(
      'are given up after a while, and the caller learns that the outcome is unknown',
      async (t) => {
        let tries = 0
        const dead = withAppend(store, async () => {
          if (tries++ === 0) throw new OutcomeUnknown('the connection was lost')
          throw new StoreUnavailable('no answer')
        })
        await t.rejects(testHandler({ store: dead }).handle(request({ isNew: true })), OutcomeUnknown)
        t.equal(tries, 6)
      },
    )

    await t.test('are distinguished from a store that was never reached', async (t) => {
      const before = await store.head()
      const away = withAppend(store, async () => {
        throw new StoreUnavailable('no answer')
      })
      await t.rejects(testHandler({ store: away }).handle(request({ isNew: true })), StoreUnavailable)
      t.equal(await store.head(), before)
      t.not(before, START)
    })
  })
}
