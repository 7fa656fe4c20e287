import { listNotes, noteIdByNumber, parseCursor } from '@ecmr/read-models'
import t from 'tap'
import { acme, rival } from './notes.js'
import { scene } from './running.js'

t.test('a created note is in its company’s list, with all that a list shows', async (t) => {
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
  const note = await writer.create({ fields: { reference: 'PO-7', notes: 'private' } })
  await caughtUp()

  const page = await listNotes(pool, acme, { limit: 20 })
  t.match(page, { total: 1, totalIsExact: true, hasMore: false, nextCursor: null })
  t.match(page.items[0], {
    id: note.id,
    ecmr_number: note.number,
    status: 'draft',
    version: 1,
    sender_city: 'Cádiz',
    goods_description: 'Naranjas de mesa, 33 palets',
    pickup_date: '2026-10-05',
    reference: 'PO-7',
    signed_by: [],
    open_incidents: 0,
  })
  t.notOk(page.items[0] && 'notes' in page.items[0], 'fields that a list does not show are not there')
  t.equal(await noteIdByNumber(pool, acme, note.number), note.id)
})

t.test('a company sees nothing of another one’s notes', async (t) => {
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
  const note = await writer.create()
  await caughtUp()

  t.match(await listNotes(pool, rival, { limit: 20 }), { items: [], total: 0 })
  t.match(await listNotes(pool, rival, { limit: 20, search: 'naranjas' }), { items: [], total: 0 })
  t.match(await listNotes(pool, rival, { limit: 20, search: note.number }), { items: [], total: 0 })
  t.equal(await noteIdByNumber(pool, rival, note.number), undefined)
})

t.test('edits, signatures, incidents and cancellation show in the list', async (t) => {
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
  const { id } = await writer.create({ fields: { reference: 'PO-1', vehicle_plate: '1234 BCD' } })
  await writer.send(id, [{ type: 'edit', changes: { sender_city: 'Jerez', reference: null } }])
  await writer.send(id, [
    { type: 'sign', signature: { role: 'sender', signer_name: 'Ana', method: 'typed' } },
  ])
  await writer.send(id, [
    {
      type: 'report_incident',
      incident_id: id,
      incident: { type: 'delay', description: 'Traffic', severity: 'low' },
    },
  ])
  await caughtUp()
  const [item] = (await listNotes(pool, acme, { limit: 20, status: 'incident' })).items
  t.match(item, { sender_city: 'Jerez', version: 4, signed_by: ['sender'], open_incidents: 1 })
  t.notOk(item && 'reference' in item, 'a cleared field is gone')

  await writer.send(id, [{ type: 'resolve_incident', incident_id: id, outcome: 'continue' }])
  await writer.send(id, [{ type: 'cancel', reason: 'Order withdrawn' }])
  await caughtUp()
  t.match(await listNotes(pool, acme, { limit: 20 }), { items: [], total: 0 }, 'cancelled notes are hidden')
  const all = await listNotes(pool, acme, { limit: 20, includeCancelled: true })
  t.match(all, { total: 1, items: [{ cancel_reason: 'Order withdrawn', open_incidents: 0 }] })
})

t.test('pages and cursors walk the whole list once, in every order', async (t) => {
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
  for (let i = 0; i < 25; i++) {
    // Several notes of one instant and one day, so that only the id tells them apart.
    const at = `2026-10-01T08:00:0${i % 3}.000Z`
    await writer.create({ at, fields: { pickup_date: `2026-10-0${1 + (i % 4)}` } })
  }
  await caughtUp()
  for (const key of ['created_at', 'updated_at', 'pickup_date', 'ecmr_number'] as const) {
    for (const sort of [key, `-${key}`] as const) {
      const whole = (await listNotes(pool, acme, { limit: 100, sort })).items
      const values = whole.map((item) => item[key])
      const sorted = [...values].sort()
      t.same(values, sort === key ? sorted : sorted.reverse(), `sorted by ${sort}`)

      const byPage = []
      for (let page = 1; page <= 4; page++)
        byPage.push(...(await listNotes(pool, acme, { limit: 7, page, sort })).items)
      t.same(byPage, whole, `pages by ${sort}`)

      const walked = []
      let next: string | null = ''
      while (next !== null) {
        const cursor = parseCursor(next, sort)
        const page = await listNotes(pool, acme, { limit: 7, sort, ...(cursor && { cursor }) })
        walked.push(...page.items)
        next = page.nextCursor
      }
      t.same(walked, whole, `cursors by ${sort}`)
    }
  }
  const last = await listNotes(pool, acme, { limit: 7, page: 5 })
  t.match(last, { items: [], total: 25, hasMore: false }, 'a page after the last one is empty')
})

t.test('pickup dates restrict the list, and its total is exact', async (t) => {
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
  for (const day of ['01', '02', '02', '03'])
    await writer.create({ fields: { pickup_date: `2026-10-${day}` } })
  await caughtUp()
  const totals = await Promise.all(
    [
      { pickupFrom: '2026-10-02' },
      { pickupTo: '2026-10-02' },
      { pickupFrom: '2026-10-02', pickupTo: '2026-10-02' },
      { pickupFrom: '2026-10-04' },
    ].map((filter) => listNotes(pool, acme, { limit: 20, ...filter })),
  )
  t.same(
    totals.map(({ total, items }) => [total, items.length]),
    [
      [3, 3],
      [3, 3],
      [2, 2],
      [0, 0],
    ],
  )
})

t.test('a cursor that was tampered with is none', (t) => {
  const forge = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')
  const id = '0198aaaa-0000-7000-8000-000000000001'
  t.ok(parseCursor(forge('-created_at', '2026-10-01T08:00:00.000Z', id)))
  for (const text of [
    '',
    'null',
    'AAAA',
    forge(),
    forge('created_at', '2026-10-01T08:00:00.000Z', id),
    forge('-created_at', '2026-13-01T08:00:00.000Z', id),
    forge('-created_at', 'now', id),
    forge('-created_at', '2026-10-01T08:00:00.000Z', 'x'),
    forge('-created_at', 7, id),
  ])
    t.equal(parseCursor(text), undefined, text)
  t.equal(parseCursor(forge('pickup_date', '2026-02-30', id), 'pickup_date'), undefined)
  t.end()
})
