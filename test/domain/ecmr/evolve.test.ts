import { evolve } from '@ecmr/domain'
import t from 'tap'
import {
  assigned,
  cancelled,
  change,
  created,
  delivered,
  edited,
  type Fact,
  onTheWay,
  reported,
  resolved,
  reverted,
  signed,
  takenOver,
  unassigned,
} from '../facts.js'
import { fold, NOW, noteAfter, START, stamped } from '../given.js'

t.test('a note counts its events and remembers the first and the last instant', async (t) => {
  const note = noteAfter(created(), edited(change('reference', null, 'PO-1')), signed('sender'))
  t.equal(note.version, 3)
  t.equal(note.created_at, START)
  t.equal(note.updated_at, '2026-11-20T08:02:00.000Z')
})

t.test('evolving leaves the note before as it was', async (t) => {
  const before = noteAfter(created(), signed('sender'))
  const copy = structuredClone(before)
  evolve(before, { ...edited(change('reference', null, 'PO-1')), at: NOW })
  t.strictSame(before, copy)
})

t.test('a reservation or an incident leaves signatures valid', async (t) => {
  t.ok(noteAfter(created(), signed('sender'), reported()).signatures[0]?.covers_current_version)
})

t.test('the status follows from progress and open incidents alone', async (t) => {
  const two = [...onTheWay, reported(), reported({ incident_id: 'incident-2' })] as const
  t.equal(noteAfter(...two).status, 'incident')
  t.equal(noteAfter(...two, resolved()).status, 'incident')
  t.equal(noteAfter(...two, resolved(), resolved({ incident_id: 'incident-2' })).status, 'in_transit')
})

t.test('a note that an older version left assigned without a carrier is so still', async (t) => {
  const cleared = edited(change('carrier_company_name', 'Ruiz', null))
  t.equal(noteAfter(created({ carrier_company_name: 'Ruiz' }), assigned(), cleared).status, 'assigned')
  t.equal(noteAfter(created({ carrier_company_name: 'Ruiz' })).status, 'draft', 'nor is a named one assigned')
  t.equal(noteAfter(created(), assigned(), unassigned()).status, 'draft')
})

t.test('what cannot follow is a fault that is named', async (t) => {
  const impossible: readonly (readonly [RegExp, readonly Fact[]])[] = [
    [/before EcmrCreated/, [edited()]],
    [/created twice/, [created(), created()]],
    [/after EcmrCancelled/, [created(), cancelled(), edited()]],
    [/GoodsTakenOver comes when the note is draft/, [created(), takenOver()]],
    [/GoodsTakenOver comes when the note is in_transit/, [...onTheWay, takenOver()]],
    [/DeliveryConfirmed comes when the note is assigned/, [created(), assigned(), delivered()]],
    [/CarrierUnassigned comes when the note is in_transit/, [...onTheWay, unassigned()]],
    [/DeliveryReverted comes when the note is in_transit/, [...onTheWay, reverted()]],
    [/no open incident incident-1/, [created(), resolved()]],
    [/no open incident incident-1/, [created(), reported(), resolved(), resolved()]],
  ]
  for (const [message, facts] of impossible) {
    t.throws(() => fold(stamped(facts)), { name: 'ImpossibleEvent', message }, message.source)
  }
})
