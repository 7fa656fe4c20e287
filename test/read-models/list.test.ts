import { listNotes, noteIdByNumber, parseCursor } from '@ecmr/read-models'
import t from 'tap'
import { acme, rival } from './notes.js'
import { equalsReplay, runningScene, scene, until } from './running.js'

t.test('a created note is in its company’s list, with all that a list shows', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
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
  const { writer, pool, caughtUp } = await runningScene(t)
  const note = await writer.create()
  await caughtUp()

  t.match(await listNotes(pool, rival, { limit: 20 }), { items: [], total: 0 })
  t.match(await listNotes(pool, rival, { limit: 20, search: 'naranjas' }), { items: [], total: 0 })
  t.match(await listNotes(pool, rival, { limit: 20, search: note.number }), { items: [], total: 0 })
  t.equal(await noteIdByNumber(pool, rival, note.number), undefined)
})

t.test('edits, signatures, incidents and cancellation show in the list', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
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
  const { writer, pool, caughtUp } = await runningScene(t)
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
  const { writer, pool, caughtUp } = await runningScene(t)
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

t.test('a search finds parts of words whatever their accents and letter case', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const note = await writer.create({
    fields: {
      sender_company_name: 'Frutas del Sur, S.L.',
      sender_city: 'Cádiz',
      receiver_company_name: 'Müller & Söhne GmbH',
      receiver_city: 'Łódź',
      carrier_company_name: 'Transportes Ibáñez',
      goods_description: 'Naranjas al 100% de zumo_puro',
      vehicle_plate: '1234 BCD',
      reference: 'PO\\2026/17',
    },
  })
  await writer.create({
    fields: { sender_company_name: 'Otra', goods_description: 'Azulejos 1000 zumoXpuro' },
  })
  await caughtUp()
  const found = async (search: string): Promise<number> => {
    const page = await listNotes(pool, acme, { limit: 20, search })
    t.equal(page.total, page.items.length, `the total of "${search}" is exact`)
    return page.items.filter(({ id }) => id === note.id).length
  }

  const hits = [
    'cadiz',
    'CÁDIZ',
    'ádi',
    'muller',
    'SOHNE',
    'lodz',
    'ibañez',
    'ibanez',
    'aranj',
    '1234',
    'bcd',
  ]
  for (const search of hits) t.equal(await found(search), 1, search)
  t.equal(await found('naranjas cadiz'), 1, 'all words, in any order')
  t.equal(await found('naranjas sevilla'), 0, 'every word must occur')
  t.equal(await found(note.number), 1, 'the number')
  t.equal(await found(note.number.toLowerCase().replaceAll('-', '')), 1, 'the number as people type it')
  t.equal(await found(note.number.slice(12, 17)), 1, 'a part of the number')
  t.equal(await found('de'), 1, 'two letters at the beginning of a word')
  t.equal(await found('ad'), 0, 'but not in the middle of one')

  t.equal((await listNotes(pool, acme, { limit: 20, search: '100%' })).total, 1, '% means %')
  t.equal((await listNotes(pool, acme, { limit: 20, search: 'zumo_puro' })).total, 1, '_ means _')
  t.equal(await found('PO\\2026'), 1, 'a backslash means a backslash')
  t.equal((await listNotes(pool, acme, { limit: 20, search: '   ' })).total, 2, 'blanks are no search')
})

t.test('a search looks at the text as it is now', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const { id } = await writer.create({ fields: { reference: 'first-order' } })
  await caughtUp()
  await writer.send(id, [{ type: 'edit', changes: { reference: 'second-order' } }])
  await caughtUp()
  t.equal((await listNotes(pool, acme, { limit: 20, search: 'first-order' })).total, 0)
  t.equal((await listNotes(pool, acme, { limit: 20, search: 'second-order' })).total, 1)
})

t.test('texts are found before and after they are indexed', async (t) => {
  const at = await scene(t)
  const note = await at.writer.create()
  at.run()
  await at.caughtUp()
  const found = async (search: string): Promise<number> =>
    (await listNotes(at.pool, acme, { limit: 5, search })).total
  t.equal(await found('naranjas'), 1)
  await until(async () => (await at.pool.query('select from rm_list.search_recent')).rowCount === 0)
  t.equal((await at.pool.query('select from rm_list.search')).rowCount, 1)
  t.equal(await found('naranjas'), 1)
  await at.writer.send(note.id, [{ type: 'edit', changes: { goods_description: 'Azulejos' } }])
  await at.caughtUp()
  t.equal(await found('naranjas'), 0)
  t.equal(await found('azulejos'), 1)
  await equalsReplay(t, at)
})

t.test('a search keeps to the filters, the order and the pages of the list', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  for (let i = 1; i <= 9; i++) {
    const { id } = await writer.create({ fields: { pickup_date: `2026-10-0${i}`, reference: `PO-${i}` } })
    if (i === 9) await writer.send(id, [{ type: 'cancel', reason: 'Withdrawn' }])
    if (i > 6) continue
    await writer.send(id, [{ type: 'change_status', to: 'assigned' }])
  }
  await caughtUp()
  const search = 'naranjas'
  const days = async (query: object): Promise<string[]> =>
    (await listNotes(pool, acme, { limit: 20, search, ...query })).items.map(({ pickup_date }) =>
      pickup_date.slice(9),
    )
  t.same(await days({}), ['8', '7', '6', '5', '4', '3', '2', '1'], 'newest first, cancelled ones hidden')
  t.same(await days({ includeCancelled: true, limit: 1 }), ['9'])
  t.same(await days({ status: 'draft' }), ['8', '7'])
  t.same(await days({ sort: 'pickup_date', page: 2, limit: 3 }), ['4', '5', '6'])
  t.same(await days({ pickupFrom: '2026-10-03', pickupTo: '2026-10-04', sort: 'pickup_date' }), ['3', '4'])
})

t.test('beyond ten thousand matches a search says that there are more', async (t) => {
  const { pool } = await scene(t)
  const item = `json_build_object('id', i, 'created_at', '2026-10-01T08:00:00.000Z')`
  await pool.query(
    `
    insert into rm_list.notes select uuidv7(), $1, 'N' || i, case when i <= 10 then 'incident' else 'draft' end, false,
      '2026-10-01', now(), now(), ${item} from generate_series(1, 10050) i`,
    [acme],
  )
  await pool.query(
    `insert into rm_list.search select id, company_id, ' palets de naranjas' from rm_list.notes`,
  )
  const many = await listNotes(pool, acme, { limit: 20, search: 'naranjas' })
  t.match(many, { total: 10_000, totalIsExact: false, hasMore: true })
  t.equal(many.items.length, 20)
  const few = await listNotes(pool, acme, { limit: 20, search: 'naranjas', status: 'incident' })
  t.match(few, { total: 10, totalIsExact: true, hasMore: false }, 'and counts what a filter leaves')
  t.equal(few.items.length, 10)
})
