import { randomUUID } from 'node:crypto'
import type { EcmrCommand, EcmrFields } from '@ecmr/domain'
import { estimatedTokens, listedTools, MOST_TOKENS } from '@ecmr/mcp'
import t from 'tap'
import { dataUrl } from '../ocr/images.js'
import { testReader, testReading } from '../support/document-reader.js'
import { type Found, toolsScene } from './tools-scene.js'

// No answer fills a conversation: what does not fit is read on with a cursor, and nothing is lost or shown twice.

const scene = await toolsScene(t)
const { haulier, rival, found, refused } = scene

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value : []
const tokensOf = (answer: unknown): number => estimatedTokens(JSON.stringify(answer))

/** All answers to a question, read on until there is no more. */
async function readAll(
  name: string,
  args: Readonly<Record<string, unknown>>,
  going: (answer: Found) => Found,
): Promise<readonly Found[]> {
  const answers: Found[] = []
  for (let cursor: unknown; answers.length === 0 || cursor !== null; ) {
    const answer = await found(haulier, name, { ...args, cursor })
    t.ok(tokensOf(answer) <= MOST_TOKENS, `${name}: ${tokensOf(answer)} tokens`)
    const { has_more, next_cursor } = going(answer)
    t.equal(has_more, next_cursor !== null, 'there is a cursor if and only if there is more')
    answers.push(answer)
    cursor = next_cursor
    if (answers.length > 200) throw new Error('it does not end')
  }
  return answers
}
const pagination = (answer: Found): Found => Object(answer.pagination)

const long = (length: number) => 'Ñandú, 100 % «aceite» de oliva. '.repeat(200).slice(0, length)

t.test('a search of a hundred notes with long texts is read in parts that fit', async (t) => {
  const created: unknown[] = []
  const fields: Partial<EcmrFields> = Object.fromEntries(
    'sender_company_name receiver_company_name sender_city receiver_city carrier_company_name pickup_city delivery_city'
      .split(' ')
      .map((name) => [name, long(200)]),
  )
  for (let n = 0; n < 100; n += 1)
    created.push((await scene.create(haulier, { ...fields, reference: `R-${n}` })).id)
  await scene.caughtUp()
  for (const [args, order] of [
    [{ limit: 100 }, created.toReversed()],
    [{ limit: '37', sort: 'ecmr_number' }, undefined],
    [{ limit: 100, search: 'ñandu' }, created.toReversed()],
    [{ limit: 100, en_fecha: new Date(Date.now() + 1).toISOString() }, created.toReversed()],
  ] as const) {
    const answers = await readAll('buscar_ecmrs', args, pagination)
    const ids = answers.flatMap(({ data }) => listOf(data).map(({ id }) => id))
    t.ok(answers.length > 1)
    if (order) t.same(ids, order, JSON.stringify(args))
    t.same(new Set(ids), new Set(created), 'each note once')
    t.equal(ids.length, created.length)
  }
})

const goods_items = Array.from({ length: 200 }, (_, n) => ({
  description: `Línea ${n}: ${long(600)}`,
  packages: 2,
  weight_kg: 1.5,
}))

t.test('a note with 200 lines of goods is summarised, and read whole with the cursor', async (t) => {
  const { id, ecmr_number } = await scene.create(haulier, { goods_items })
  await scene.caughtUp()
  const first = await found(haulier, 'ver_ecmr', { ecmr_number })
  t.match(first, {
    id,
    sender_city: 'Sevilla',
    compliance: {},
    goods_totals: { lines: 200, packages: 400, weight_kg: 300 },
    lists: [{ member: 'goods_items', total: 200, from: 1, shown: 20 }],
    has_more: true,
  })
  const answers = await readAll('ver_ecmr', { id }, (answer) => answer)
  t.ok(answers.length > 2)
  t.same(
    answers.flatMap((answer) => listOf(answer.goods_items)),
    goods_items,
    'every line once, in their order',
  )
  for (const answer of answers.slice(1))
    t.match(answer, { id, ecmr_number, version: 1, lists: [{ total: 200 }] })
})

t.test('the largest note that there can be is read in parts that fit', async (t) => {
  const note = await scene.create(haulier, { goods_items, notes: long(5_000) })
  const incidents = Array.from(
    { length: 100 },
    (): EcmrCommand => ({
      type: 'report_incident',
      incident_id: randomUUID(),
      incident: { type: 'damage', description: long(1_900) },
    }),
  )
  for (let n = 0; n < 100; n += 25) await scene.write(note, ...incidents.slice(n, n + 25))
  await scene.caughtUp()
  const answers = await readAll('ver_ecmr', { id: note.id }, (answer) => answer)
  t.equal(answers.flatMap((answer) => listOf(answer.incidents)).length, 100)
  t.equal(answers.flatMap((answer) => listOf(answer.goods_items)).length, 200)
  const both = await found(haulier, 'ver_ecmr', { id: note.id, incluir_historial: true, incluir_datos: true })
  t.match(both, { has_more: true, history: { has_more: true, total: 101 } })
})

t.test('a long history is read newest first, until its beginning', async (t) => {
  const note = await scene.create(haulier)
  const edit = (n: number): EcmrCommand => ({ type: 'edit', changes: { notes: `${n} ${long(900)}` } })
  for (let n = 0; n < 210; n += 70)
    await scene.write(note, ...Array.from({ length: 70 }, (_, index) => edit(n + index)))
  await scene.caughtUp()
  for (const incluir_datos of [false, true]) {
    const args = { id: note.id, incluir_historial: true, incluir_datos }
    const answers = await readAll('ver_ecmr', args, ({ history }) => Object(history))
    const versions = answers.flatMap(({ history }) =>
      listOf(Object(history).data).map(({ version }) => version),
    )
    t.same(
      versions,
      Array.from({ length: 211 }, (_, index) => 211 - index),
    )
    t.notOk('sender_city' in Object(answers.at(-1)), 'the record is not repeated')
  }
})

t.test('an entry that is too large for an answer is shown without its largest values', async (t) => {
  const note = await scene.create(haulier)
  await scene.write(note, { type: 'edit', changes: { goods_items } })
  await scene.caughtUp()
  for (const incluir_datos of [false, true]) {
    const { history } = await found(haulier, 'ver_ecmr', {
      id: note.id,
      incluir_historial: true,
      incluir_datos,
    })
    t.match(Object(history).data[0], {
      version: 2,
      changes: [{ field: 'goods_items', old: null, new: '(lista de 200)' }],
      is_cut: true,
    })
  }
})

t.test('a cursor is for the question and the company that it was given to', async (t) => {
  const { id } = await scene.create(haulier, { goods_items })
  const theirs = await scene.create(rival, { goods_items })
  await scene.create(rival)
  await scene.caughtUp()
  const { next_cursor } = pagination(await found(haulier, 'buscar_ecmrs', { limit: 1, status: 'draft' }))
  const other = pagination(await found(rival, 'buscar_ecmrs', { limit: 1, status: 'draft' })).next_cursor
  const ofNote = (await found(haulier, 'ver_ecmr', { id })).next_cursor
  const theirNote = (await found(rival, 'ver_ecmr', { id: theirs.id })).next_cursor
  const cursor = String(next_cursor)
  const search = (sent: unknown, more = {}) =>
    refused(haulier, 'buscar_ecmrs', { status: 'draft', cursor: sent, ...more })
  const none = /^cursor: no es un cursor de esta empresa, o está cambiado/
  for (const sent of [
    `${cursor}x`,
    `x${cursor}`,
    cursor.slice(0, -4),
    other,
    theirNote,
    'x',
    `${cursor}.x`.slice(1),
  ])
    t.match(await search(sent), none, String(sent))
  t.match(await refused(haulier, 'ver_ecmr', { id, cursor: theirNote }), none)
  const another = /^cursor: es de otra consulta/
  for (const more of [
    { status: 'assigned' },
    { search: 'x' },
    { desde: '2026-01-01' },
    { sort: 'pickup_date' },
    { en_fecha: '2026-01-01' },
    { status: null },
  ])
    t.match(await search(next_cursor, more), another, JSON.stringify(more))
  t.match(await search(ofNote), another, 'of another tool')
  t.match(await refused(haulier, 'ver_ecmr', { id, cursor: next_cursor }), another)
  t.match(await refused(haulier, 'ver_ecmr', { id, incluir_historial: true, cursor: ofNote }), another)
  for (const same of [{ status: 'Borrador' }, { limit: '5' }, { status: 'draft', search: '' }])
    t.match(
      await found(haulier, 'buscar_ecmrs', { status: 'draft', cursor: next_cursor, ...same }),
      { data: [{ status: 'draft' }] },
      `the same question in other words: ${JSON.stringify(same)}`,
    )
})

t.test('a note that changes while it is read is not put together from two versions', async (t) => {
  const note = await scene.create(haulier, { goods_items })
  await scene.caughtUp()
  const { next_cursor } = await found(haulier, 'ver_ecmr', { id: note.id })
  await scene.write(note, { type: 'edit', changes: { sender_city: 'Jerez' } })
  await scene.caughtUp()
  t.match(
    await refused(haulier, 'ver_ecmr', { id: note.id, cursor: next_cursor }),
    /era la versión 1 y es la 2/,
  )
})

t.test('a page full of text and of goods is read without what matters least', async (t) => {
  const lines = Array.from({ length: 200 }, (_, n) => ({ description: `${n} ${long(400)}`, packages: n }))
  const read = { confidence: 0.9, source_text: long(400), bbox: null, needs_review: false, page: 1 }
  const reading = {
    ...testReading,
    raw_text: long(6_000),
    data: { ...testReading.data, goods_items: lines },
    goods_items: lines.map(() => read),
  }
  const image = dataUrl('png')
  for (const [given, kept] of [
    [{ ...testReading, raw_text: 'é'.repeat(40_000) }, 1],
    [reading, undefined],
  ] as const) {
    const answer = await found(haulier, 'extraer_documento', { image }, { documents: testReader(given) })
    t.ok(tokensOf(answer) <= MOST_TOKENS, `${tokensOf(answer)} tokens`)
    t.match(answer, { raw_text: '', fields: testReading.fields })
    t.match(listOf(answer.warnings).at(-1), { code: 'answer_cut' })
    const items = listOf(Object(answer.data).goods_items)
    t.equal(items.length, listOf(answer.goods_items).length, 'each line with how it was read')
    if (kept === undefined) t.ok(items.length > 10)
    else t.equal(items.length, kept)
  }
})

t.test('as many webhooks as a company may have fit into one answer', async (t) => {
  for (let n = 0; n < 20; n += 1)
    await scene.webhook(haulier, { url: `http://127.0.0.1:9/${n}`, description: long(200) })
  t.ok(tokensOf(await found(haulier, 'listar_webhooks')) <= MOST_TOKENS)
})

t.test('the list of tools itself takes no more than a part of that', async (t) => {
  t.ok(estimatedTokens(JSON.stringify(listedTools)) < MOST_TOKENS)
})
