import { createHash } from 'node:crypto'
import { companyChanges, noteDetails, noteHistory } from '@ecmr/read-models'
import t from 'tap'
import { acme, rival } from './notes.js'
import { scene } from './running.js'

const none = { entries: [], hasMore: false }

t.test('a note’s history tells who did what, when, with old and new values', async (t) => {
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
  const { id, number } = await writer.create()
  await writer.send(id, [{ type: 'edit', changes: { sender_city: 'Jerez', reference: 'PO-1' } }])
  await writer.send(id, [{ type: 'change_status', to: 'delivered', reason: 'Receiver’s office was closed' }])
  await caughtUp()

  const { entries, total } = await noteHistory(pool, acme, id, { after: 0, limit: 100 })
  t.equal(total, entries.length)
  t.same(
    entries.map(({ version }) => version),
    entries.map((_, i) => i + 1),
  )
  t.match(entries[0], {
    type: 'EcmrCreated',
    ecmr_id: id,
    ecmr_number: number,
    reason: null,
    inferred: false,
    prev_hash: null,
  })
  t.match(
    entries[0]?.changes.find(({ field }) => field === 'sender_city'),
    { old: null, new: 'Cádiz' },
    'creation gives each field its first value',
  )
  t.match(entries[1], {
    type: 'EcmrEdited',
    actor: { kind: 'api_key', id: 'k1', name: 'ERP' },
    recorded_at: /^2026-10-01T/,
    changes: [
      { field: 'sender_city', old: 'Cádiz', new: 'Jerez' },
      { field: 'reference', old: null, new: 'PO-1' },
    ],
  })
  t.notOk(entries[1] && 'company_id' in entries[1].actor)
  t.ok(
    entries.some(({ inferred }) => inferred),
    'what was inferred is marked',
  )
  t.equal(entries[1]?.prev_hash, entries[0]?.hash)
  const second = await noteHistory(pool, acme, id, { after: 2, limit: 2 })
  t.same(second.entries, entries.slice(2, 4))
})

t.test('of a drawn signature the history shows the hash, and the record keeps the image', async (t) => {
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
  const { id } = await writer.create()
  const signature_image = 'data:image/png;base64,aGVsbG8='
  await writer.send(id, [
    { type: 'sign', signature: { role: 'sender', signer_name: 'Ana', method: 'drawn', signature_image } },
  ])
  await caughtUp()
  const { entries } = await noteHistory(pool, acme, id, { after: 0, limit: 10 })
  const hash = createHash('sha256').update(signature_image).digest('hex')
  t.match(entries[1]?.data, { signer_name: 'Ana', signature_image_sha256: hash })
  t.notMatch(JSON.stringify(entries), 'base64')
  t.equal((await noteDetails(pool, acme, id))?.signatures[0]?.signature_image, signature_image)
})

t.test('details fold the history, now or as of an instant', async (t) => {
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
  const { id } = await writer.create({ at: '2026-10-01T08:00:00.000Z' })
  await writer.send(id, [{ type: 'edit', changes: { sender_city: 'Jerez' } }], '2026-10-02T08:00:00.000Z')
  await caughtUp()
  t.match(await noteDetails(pool, acme, id), { version: 2, fields: { sender_city: 'Jerez' } })
  t.match(await noteDetails(pool, acme, id, { asOf: '2026-10-02T07:59:59.999Z' }), {
    version: 1,
    fields: { sender_city: 'Cádiz' },
  })
  t.equal(await noteDetails(pool, acme, id, { asOf: '2026-10-01T07:00:00.000Z' }), undefined)
})

t.test('the change feed walks all notes of one company in the order of the log', async (t) => {
  const { writer, pool, store, run, caughtUp } = await scene(t)
  run()
  const first = await writer.create()
  const second = await writer.create()
  await writer.create({ company: rival })
  for (const { id } of [first, second]) await writer.send(id, [{ type: 'change_status', to: 'assigned' }])
  await caughtUp()
  const { entries: all } = await companyChanges(pool, acme, { after: '', limit: 100 })
  t.same(
    all.map(({ ecmr_id, type }) => [ecmr_id, type]),
    [
      [first.id, 'EcmrCreated'],
      [second.id, 'EcmrCreated'],
      [first.id, 'CarrierAssigned'],
      [second.id, 'CarrierAssigned'],
    ],
  )
  const { entries: rest } = await companyChanges(pool, acme, { after: all[1]?.position ?? '', limit: 1 })
  t.same(rest, all.slice(2, 3))
  t.same(await companyChanges(pool, acme, { after: await store.head(), limit: 10 }), none)
})

t.test('another company’s history is as if it were not', async (t) => {
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
  const { id } = await writer.create()
  await caughtUp()
  t.match(await noteHistory(pool, rival, id, { after: 0, limit: 10 }), { entries: [], total: 0 })
  t.match(await noteHistory(pool, acme, 'no-uuid', { after: 0, limit: 10 }), { entries: [], total: 0 })
  t.same(await companyChanges(pool, rival, { after: '', limit: 10 }), none)
  t.equal(await noteDetails(pool, rival, id), undefined)
  t.equal(await noteDetails(pool, acme, 'no-uuid'), undefined)
})
