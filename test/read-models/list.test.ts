import type { EcmrFields, Role } from '@ecmr/domain'
import {
  dueNotes,
  formatCursor,
  type ListQuery,
  listNotes,
  migrateReadModels,
  noteIdByNumber,
  readCursor,
} from '@ecmr/read-models'
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

t.test('a delivery that was taken back leaves the list, with what was inferred from it', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const { id } = await writer.create()
  const item = async () => {
    await caughtUp()
    return (await listNotes(pool, acme, { limit: 20 })).items[0]
  }
  const signature = { role: 'receiver', signer_name: 'Ana', method: 'typed' } as const
  await writer.send(id, [{ type: 'sign', signature }])
  await writer.send(id, [{ type: 'revert_delivery', reason: 'Another note' }])
  const draft = await item()
  t.match(draft, { status: 'draft', signed_by: [] })
  t.notOk(draft && ('delivered_at' in draft || 'taken_over_at' in draft))
  await writer.send(id, [{ type: 'take_over' }])
  await writer.send(id, [{ type: 'sign', signature }])
  await writer.send(id, [{ type: 'revert_delivery', reason: 'Another note' }])
  const onTheWay = await item()
  t.match(onTheWay, { status: 'in_transit', taken_over_at: String })
  t.notOk(onTheWay && 'delivered_at' in onTheWay)
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
      for (let query: ListQuery = { limit: 7, sort }; ; ) {
        const page = await listNotes(pool, acme, query)
        walked.push(...page.items)
        if (page.nextCursor === null) break
        const cursor = readCursor(page.nextCursor, acme, query)
        if (typeof cursor === 'string') throw new Error(cursor)
        query = { limit: 7, sort, cursor }
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

t.test('a cursor is good for the question of the company that it was made for, and unaltered', (t) => {
  const place = { value: '2026-10-01T08:00:00.000Z', id: '0198aaaa-0000-7000-8000-000000000001' }
  const asked: ListQuery = { limit: 7, status: ['draft', 'assigned'], search: 'naranjas' }
  const text = formatCursor(place, acme, asked)
  t.same(readCursor(text, acme, asked), place)
  t.same(readCursor(text, acme, { ...asked, limit: 9, status: ['assigned', 'draft'], page: 3 }), place)

  t.equal(readCursor(text, rival, asked), 'not_ours')
  const others: readonly Partial<ListQuery>[] = [
    { status: 'draft' },
    { search: 'limones' },
    { sort: 'created_at' },
    { includeCancelled: true },
    { reference: 'PO-1' },
    { pickupFrom: '2026-10-01' },
    { createdTo: '2026-10-01T08:00:00.000Z' },
    { updatedFrom: '2026-10-01T08:00:00.000Z' },
    { asOf: '2026-10-01T08:00:00.000Z' },
  ]
  for (const other of others)
    t.equal(readCursor(text, acme, { ...asked, ...other }), 'other_question', JSON.stringify(other))

  for (let at = 0; at < text.length; at++) {
    const altered = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
    t.type(readCursor(altered, acme, asked), 'string', altered)
  }
  const junk = [
    '',
    'null',
    'AAAA',
    'W10',
    `${text}A`,
    `${text}!`,
    text.slice(1),
    Buffer.from('[1,2]').toString('base64url'),
  ]
  for (const one of junk) t.equal(readCursor(one, acme, asked), 'not_ours', one)
  t.end()
})

t.test('who computes the seal of a cursor still gets nothing to the database that it cannot read', (t) => {
  const made = (value: string, id: string, query: ListQuery) =>
    readCursor(formatCursor({ value, id }, acme, query), acme, query)
  const id = '0198aaaa-0000-7000-8000-000000000001'
  t.equal(made('2026-13-01T08:00:00.000Z', id, { limit: 7 }), 'not_ours')
  t.equal(made('now', id, { limit: 7 }), 'not_ours')
  t.equal(made('2026-10-01T08:00:00.000Z', 'x', { limit: 7 }), 'not_ours')
  t.equal(made('2026-02-30', id, { limit: 7, sort: 'pickup_date' }), 'not_ours')
  t.same(made('2026-02-28', id, { limit: 7, sort: 'pickup_date' }), { value: '2026-02-28', id })
  t.end()
})

t.test(
  'filters narrow a list down by statuses, reference and instants, in every order and by cursor',
  async (t) => {
    const { writer, pool, caughtUp } = await runningScene(t)
    const ids: string[] = []
    for (let i = 0; i < 12; i++) {
      const at = `2026-10-${String(i + 1).padStart(2, '0')}T08:00:00.000Z`
      const { id } = await writer.create({ at, fields: { reference: i % 4 === 0 ? 'PO-9' : `PO-9${i}` } })
      ids.push(id)
      const later = at.replace('T08', 'T09')
      if (i % 3 === 1) await writer.send(id, [{ type: 'change_status', to: 'assigned' }], later)
      if (i % 3 === 2) await writer.send(id, [{ type: 'change_status', to: 'in_transit' }], later)
      if (i === 9 || i === 10) await writer.send(id, [{ type: 'cancel', reason: 'Withdrawn' }], later)
    }
    await caughtUp()
    const numbersOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => ids.indexOf(id))
    const found = async (query: Omit<ListQuery, 'limit'>): Promise<readonly number[]> => {
      const whole = await listNotes(pool, acme, { limit: 50, sort: 'created_at', ...query })
      t.match(whole, { total: whole.items.length, totalIsExact: true }, JSON.stringify(query))
      const walked: number[] = []
      for (let next: ListQuery = { limit: 2, sort: '-updated_at', ...query }; ; ) {
        const page = await listNotes(pool, acme, next)
        walked.push(...numbersOf(page.items))
        t.equal(page.hasMore, page.nextCursor !== null)
        if (page.nextCursor === null) break
        const cursor = readCursor(page.nextCursor, acme, next)
        if (typeof cursor === 'string') throw new Error(cursor)
        next = { ...next, cursor }
      }
      const numbers = numbersOf(whole.items)
      t.same(
        walked.toSorted((a, b) => a - b),
        numbers,
        `walked ${JSON.stringify(query)}`,
      )
      return numbers
    }

    t.same(await found({ status: ['draft', 'assigned'] }), [0, 1, 3, 4, 6, 7])
    t.same(await found({ status: 'cancelled' }), [9, 10])
    t.same(await found({ status: ['cancelled', 'in_transit'] }), [2, 5, 8, 9, 10, 11])
    t.same(await found({ status: ['assigned'], includeCancelled: true }), [1, 4, 7, 10])
    t.same(await found({ reference: 'PO-9' }), [0, 4, 8], 'exactly this reference')
    t.same(await found({ reference: 'po-9' }), [])
    t.same(await found({ reference: 'PO-9', status: 'draft', search: 'naranjas' }), [0])
    const day = (number: number, hour: number) => `2026-10-0${number}T0${hour}:00:00.000Z`
    t.same(await found({ createdFrom: day(3, 8), createdTo: day(5, 8) }), [2, 3], 'from included, to not')
    t.same(await found({ updatedFrom: day(3, 9), updatedTo: day(5, 9) }), [2, 3])
    t.same(await found({ updatedFrom: day(3, 8), createdTo: day(5, 8), status: ['in_transit'] }), [2])
    t.same(await found({ createdFrom: day(3, 8), search: 'naranjas', pickupTo: '2026-10-04' }), [])
  },
)

t.test('the whole number of a cancelled note finds it, and no other cancelled one', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const first = await writer.create()
  const second = await writer.create({ fields: { reference: `instead of ${first.number}` } })
  for (const { id } of [first, second]) await writer.send(id, [{ type: 'cancel', reason: 'Withdrawn' }])
  await caughtUp()
  const found = async (query: Partial<ListQuery>) => {
    const { items, total } = await listNotes(pool, acme, { limit: 20, ...query })
    t.equal(total, items.length)
    return items.map(({ id }) => id)
  }
  t.same(await found({ search: first.number }), [first.id])
  t.same(await found({ search: first.number.toLowerCase().replaceAll('-', '') }), [first.id])
  t.same(await found({ search: first.number.slice(5) }), [], 'a part of it does not')
  t.same(await found({ search: first.number, status: 'draft' }), [], 'nor does it under a status')
  t.same(await found({ search: first.number, includeCancelled: true }), [second.id, first.id])
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

t.test('plates and references are found with and without what separates their parts', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const spaced = await writer.create({
    fields: { vehicle_plate: '7187 DZG', reference: 'PO-2026/17', carrier_company_name: 'Genil' },
  })
  const joined = await writer.create({ fields: { trailer_plate: 'BMA1234', reference: 'X200' } })
  await caughtUp()
  const found = async (search: string) =>
    (await listNotes(pool, acme, { limit: 20, search })).items.map(({ id }) => id)
  for (const search of ['7187DZG', '7187dzg', '7187-DZG', '7187 dzg', '187DZ', 'po202617', 'PO 2026-17'])
    t.same(await found(search), [spaced.id], search)
  for (const search of ['B MA 1234', 'B-MA 1234', 'bma1234', 'x-200', 'cadiz BMA-1234'])
    t.same(await found(search), [joined.id], search)
  for (const search of ['7187DZX', 'BMA 1235', 'genil BMA1234']) t.same(await found(search), [], search)
})

t.test('a list is narrowed down by carrier, driver, day of delivery and what is late', async (t) => {
  const at = await runningScene(t)
  const { writer, pool, caughtUp } = at
  const note = async (fields: Partial<EcmrFields>, to?: 'in_transit' | 'delivered') => {
    const { id } = await writer.create({ fields })
    if (to) await writer.send(id, [{ type: 'change_status', to, reason: 'Closed' }])
    return id
  }
  const first = await note(
    { carrier_company_name: 'Transportes Ibáñez', driver_name: 'José Peña', delivery_date: '2026-11-20' },
    'in_transit',
  )
  const second = await note(
    { carrier_company_name: 'Peña e Hijos', delivery_date: '2026-11-18' },
    'in_transit',
  )
  const undated = await note({ sender_company_name: 'Ibáñez' }, 'in_transit')
  await note({ delivery_date: '2026-11-18' }, 'delivered')
  const gone = await note({ delivery_date: '2026-11-18' })
  await writer.send(gone, [{ type: 'cancel', reason: 'Withdrawn' }])
  const waiting = await note({ pickup_date: '2026-10-01', delivery_date: '2026-11-19' })
  const foreign = { pickup_date: '2026-10-01', carrier_company_name: 'Ibáñez' }
  await writer.create({ company: rival, fields: foreign })
  await caughtUp()
  const found = async (query: Omit<ListQuery, 'limit'>) => {
    const page = await listNotes(pool, acme, { limit: 20, sort: 'created_at', ...query })
    t.match(page, { total: page.items.length, totalIsExact: true }, JSON.stringify(query))
    return page.items.map(({ id }) => id)
  }
  t.same(await found({ carrier: 'ibanez' }), [first], 'not the sender')
  t.same(await found({ carrier: 'pena' }), [second], 'not the driver')
  t.same(await found({ driver: 'pe jose' }), [first], 'two letters begin a word')
  t.same(await found({ driver: 'ibanez' }), [])
  t.same(await found({ carrier: '%' }), [], 'no pattern')
  t.same(
    await found({ carrier: 'hijos', search: 'naranjas', late: { step: 'delivery', today: '2026-11-21' } }),
    [second],
  )
  t.same(await found({ search: 'pena' }), [first, second], 'a search looks at both')
  const late = { step: 'delivery', today: '2026-11-21' } as const
  t.same(await found({ late, sort: 'delivery_date' }), [second, first], 'longest overdue first')
  t.same(await found({ late: { ...late, today: '2026-11-20' } }), [second])
  t.same(await found({ late: { step: 'pickup', today: '2026-10-05' } }), [waiting])
  t.same(await found({ deliveryFrom: '2026-11-19' }), [first, waiting], 'not those without a day')
  t.same(await found({ deliveryTo: '2026-11-19', sort: '-delivery_date', status: 'in_transit' }), [second])
  const due = await dueNotes(pool, acme, '2026-11-21', { most: 5 })
  t.same(
    await found({ late, sort: 'delivery_date' }),
    due.lateDeliveries.items.map(({ id }) => id),
    'as the front page has them',
  )

  const query: ListQuery = { limit: 2, sort: 'delivery_date', status: 'in_transit' }
  const page = await listNotes(pool, acme, query)
  t.same(
    page.items.map(({ id }) => id),
    [second, first],
  )
  const cursor = readCursor(page.nextCursor ?? '', acme, query)
  if (typeof cursor === 'string') throw new Error(cursor)
  t.same(
    (await listNotes(pool, acme, { ...query, cursor })).items.map(({ id }) => id),
    [undated],
  )
  for (const other of [{ carrier: 'x' }, { driver: 'x' }, { late }, { deliveryTo: '2026-11-19' }])
    t.equal(readCursor(page.nextCursor ?? '', acme, { ...query, ...other }), 'other_question')
})

t.test('a signature counts until the content changes, and is then listed as outdated', async (t) => {
  const at = await scene(t)
  at.run()
  const { id } = await at.writer.create()
  const sign = (role: Role) =>
    at.writer.send(id, [{ type: 'sign', signature: { role, signer_name: 'Ana', method: 'typed' } }])
  const listed = async () => {
    await at.caughtUp()
    const [item] = (await listNotes(at.pool, acme, { limit: 1 })).items
    return [item?.signed_by, item?.outdated_signatures]
  }
  const amend = (changes: Partial<EcmrFields>) =>
    at.writer.send(id, [{ type: 'edit', changes, reason: 'As agreed' }])
  await sign('sender')
  t.same(await listed(), [['sender'], undefined])
  await amend({ goods_weight_kg: 12 })
  t.same(await listed(), [[], ['sender']])
  await sign('carrier')
  t.same(await listed(), [['carrier'], ['sender']])
  await amend({ delivery_city: 'Lyon' })
  t.same(await listed(), [[], ['sender', 'carrier']])
  await sign('carrier')
  await sign('sender')
  t.same(await listed(), [['carrier', 'sender'], undefined])
  await equalsReplay(t, at)
})

t.test('texts of an older version are written anew', async (t) => {
  const at = await scene(t)
  await at.writer.create({ fields: { vehicle_plate: '7187 DZG', driver_name: 'José' } })
  await at.writer.create()
  at.run()
  await at.caughtUp()
  await until(async () => (await at.pool.query('select from rm_list.search_recent')).rowCount === 0)
  await at.pool.query(`update rm_list.search set text = ' before';
    delete from projections.kysely_migration where name >= '0010-list-texts-and-delivery'`)
  await migrateReadModels(at.pool)
  t.equal((await listNotes(at.pool, acme, { limit: 5, search: '7187dzg' })).total, 1)
  await equalsReplay(t, at)
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
