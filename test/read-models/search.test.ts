import { listNotes } from '@ecmr/read-models'
import t from 'tap'
import { acme } from './notes.js'
import { equalsReplay, scene, until } from './running.js'

t.test('a search finds parts of words whatever their accents and letter case', async (t) => {
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
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
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
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
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
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
