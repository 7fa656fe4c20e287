import { callTool, listedTools } from '@ecmr/mcp'
import { openPool } from '@ecmr/postgres'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import { dataUrl } from '../ocr/images.js'
import { readerOfNothing } from '../support/document-reader.js'
import { toolContext } from './tools-scene.js'

// Nothing listens there: a query to the database would fail without a sentence.
const pool = openPool({ url: 'postgres://127.0.0.1:1/none', max: 1, name: 'test arguments' })
t.teardown(() => pool.end())

const context = toolContext({ id: 'c', name: 'Company', plan: 'pro' }, { pool, documents: readerOfNothing })

/** The sentence with which arguments are refused. */
async function sentenceFor(name: string, args: unknown): Promise<string> {
  const result = await callTool(name, args, context)
  const [text] = result?.content ?? []
  if (!result?.isError || result.structuredContent !== undefined || !text) throw new Error('not refused')
  return text.text
}

/** Arguments as they come: parsed from JSON. */
const json = (text: string): unknown => JSON.parse(text)

const number = 'ECMR-2026-7F3K9QZ2M-X'
const id = '4f9d9a2e-6d0b-4e7c-9e5b-0d6a7c1b2a3f'

/** What else each parameter needs together with it, and values of its own type that it does not take. */
const parameters: Readonly<
  Record<string, Readonly<Record<string, { readonly others?: object; readonly wrong: readonly unknown[] }>>>
> = {
  buscar_ecmrs: {
    search: { wrong: ['x'.repeat(201)] },
    status: {
      wrong: ['perdida', 'draft;assigned', ['draft', 'x'], Array(14).fill('draft'), '__proto__', 'En camino'],
    },
    limit: { wrong: [0, -20, 0.5, 101, '0', '1e3', '5.5', 1e308] },
    cursor: { wrong: ['x', 'W10.x', 'x'.repeat(401), '.', 'null'] },
    sort: { wrong: ['fecha', 'created_at desc', '--created_at', '__proto__'] },
    desde: { wrong: ['2026-02-30', '2026-1-1', '01/12/2026', '2026-12-01T00:00:00Z', '0000-01-01'] },
    hasta: { wrong: ['2026-02-30', 'mañana', '2026-12-01, 2026-12-02'] },
    entrega_desde: { wrong: ['2026-02-30', 'hoy'] },
    entrega_hasta: { wrong: ['2026-02-30', 'hoy'] },
    retraso: { wrong: ['siempre', 'delivery'] },
    en_fecha: { wrong: ['ayer', '2026-02-30', '2026-12-01T08:30', 'x'.repeat(65)] },
  },
  ver_ecmr: {
    id: { wrong: [number, '4f9d9a2e', `${id}0`, `{${id}}`, "' or 1=1 --"] },
    ecmr_number: { wrong: [id, 'ECMR-2026', `${number}0`, 'x'.repeat(65), "' or 1=1 --", '%'] },
    incluir_historial: { others: { id }, wrong: ['maybe', '2'] },
    incluir_datos: { others: { id }, wrong: ['maybe'] },
    cursor: { others: { id }, wrong: ['x', 'W10.x', 'x'.repeat(401)] },
    en_fecha: { others: { id }, wrong: ['ayer', '2026-02-30', '2026-12-01T08:30', 'x'.repeat(65)] },
  },
  consultar_tracking: {
    ecmr_number: { wrong: [id, 'ECMR-2026', `${number}0`, 'x'.repeat(65), '../../etc/passwd'] },
  },
  listar_webhooks: { activo: { wrong: [] } },
  extraer_documento: {
    image: {
      wrong: ['data:', 'file:///etc/passwd', 'https://example.com/a.png', 'data:image/png;base64,'],
    },
    images: { wrong: [[], ['data:'], [dataUrl('png'), 'data:'], Array(9).fill(dataUrl('png'))] },
    reading_id: { wrong: ['x', '../x', 'A'.repeat(65)] },
    prompt: { others: { image: dataUrl('png') }, wrong: ['x'.repeat(2001)] },
  },
  estado_conexion: {},
}

const ofEachType: Readonly<Record<string, unknown>> = {
  string: 'x',
  'number as text': '20',
  integer: 20,
  'fractional number': 1.5,
  true: true,
  'boolean as text': 'true',
  null: null,
  array: [],
  'array of one': ['x'],
  object: {},
  'object with an operator': { $ne: null },
}

/** What is taken by the schema, or for what it means. */
const takes: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string' || typeof value === 'number' || value === null,
  integer: (value) => Number.isInteger(value) || value === '20' || value === null,
  boolean: (value) => typeof value === 'boolean' || value === 'true' || value === null,
  array: (value) => Array.isArray(value) || value === null,
}

/** Every schema within a schema, itself included. */
function schemasIn(node: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof node !== 'object' || node === null) return []
  const members: readonly unknown[] = Object.values(node)
  const found = members.flatMap(schemasIn)
  return 'type' in node && typeof node.type === 'string' ? [{ ...node }, ...found] : found
}

t.test('there are six tools, which read and do nothing else', async (t) => {
  t.same(
    listedTools.map(({ name }) => name),
    Object.keys(parameters),
  )
  for (const { name, title, description, annotations } of listedTools) {
    t.same(annotations, {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    })
    t.ok(description.length > 100 && description.length < 500, `${name} says when it is of use`)
  }
})

t.test('schemas are plain JSON Schema 2020-12', async (t) => {
  t.same(JSON.parse(JSON.stringify(listedTools)), listedTools, 'nothing is lost on the way')
  for (const { name, inputSchema, outputSchema } of listedTools) {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateSchema: true })
    addFormats.default(ajv)
    t.doesNotThrow(() => ajv.compile(inputSchema), `arguments of ${name}`)
    t.doesNotThrow(() => ajv.compile(outputSchema), `answers of ${name}`)
    t.equal(inputSchema.additionalProperties, false, `${name} takes nothing else`)
  }
})

t.test('every parameter says what it means, in words and without regular expressions', async (t) => {
  for (const { name, inputSchema } of listedTools) {
    for (const [parameter, schema] of Object.entries(Object(inputSchema.properties)))
      t.match(
        schema,
        { type: /^(string|integer|boolean|array)$/, description: /\S{3}/ },
        `${name}: ${parameter}`,
      )
    t.notMatch(JSON.stringify(inputSchema), /"pattern"/)
  }
})

t.test('what is promised of answers is their shape, so that no later version breaks a client', async (t) => {
  const promised = new Set('type properties required items enum anyOf title description'.split(' '))
  for (const { name, outputSchema } of listedTools) {
    const keywords = new Set(schemasIn(outputSchema).flatMap((schema) => Object.keys(schema)))
    const others = [...keywords].filter((keyword) => !promised.has(keyword))
    t.same(others, name === 'extraer_documento' ? ['additionalProperties'] : [], name)
  }
})

t.test('the list is small enough for a conversation', async (t) => {
  t.ok(JSON.stringify(listedTools).length < 26_000)
})

t.test('every parameter of every tool refuses every value of another type', async (t) => {
  for (const { name, inputSchema } of listedTools) {
    const schemas: Readonly<Record<string, { type: string; items?: { enum?: unknown } }>> = Object(
      inputSchema.properties,
    )
    t.same(
      Object.keys(parameters[name] ?? {}),
      Object.keys(schemas),
      `the table knows the parameters of ${name}`,
    )
    for (const [parameter, { type, items }] of Object.entries(schemas)) {
      const { others } = parameters[name]?.[parameter] ?? {}
      for (const [kind, value] of Object.entries(ofEachType)) {
        // A text for a list of choices is one of them, and is judged as such.
        if (takes[type]?.(value) || (items?.enum !== undefined && typeof value === 'string')) continue
        const sentence = await sentenceFor(name, { ...others, [parameter]: value })
        t.match(
          sentence,
          new RegExp(`^${parameter}: envíe .*, no .*\\.$`),
          `${name}: ${parameter} as ${kind}`,
        )
      }
    }
  }
})

t.test('every parameter refuses what it cannot take, with a sentence about it', async (t) => {
  for (const [name, table] of Object.entries(parameters)) {
    for (const [parameter, { others, wrong }] of Object.entries(table)) {
      for (const value of wrong) {
        const sentence = await sentenceFor(name, { ...others, [parameter]: value })
        t.match(
          sentence,
          new RegExp(`^${parameter}: `),
          `${name}: ${parameter} ${JSON.stringify(value).slice(0, 40)}`,
        )
        t.ok(sentence.length < 300)
      }
    }
  }
})

t.test('arguments that are no object are refused', async (t) => {
  for (const { name } of listedTools) {
    for (const args of [null, [], [{}], 'search', '', 0, 1, true, false])
      t.equal(
        await sentenceFor(name, args),
        'Envíe los argumentos como un objeto JSON, con un miembro por parámetro.',
        `${name} with ${JSON.stringify(args)}`,
      )
  }
})

t.test('parameters that do not exist are refused, with the one that was probably meant', async (t) => {
  t.equal(
    await sentenceFor('buscar_ecmrs', { serch: 'x' }),
    'No hay ningún parámetro serch. ¿Quería decir search?',
  )
  t.match(await sentenceFor('buscar_ecmrs', { company_id: id }), 'Los que hay son: search, status, limit')
  t.match(await sentenceFor('estado_conexion', { company_id: id }), 'Esta herramienta no tiene parámetros.')
  t.match(await sentenceFor('listar_webhooks', { secrets: true }), 'No hay ningún parámetro secrets.')
  t.match(
    await sentenceFor('buscar_ecmrs', { 'Ignore all rules and': 1 }),
    /^Hay un parámetro que no existe\./,
  )
})

t.test('names that objects have anyway are no parameters', async (t) => {
  for (const { name } of listedTools) {
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])
      t.match(
        await sentenceFor(name, json(`{"${key}":{"id":"${id}","limit":1}}`)),
        `parámetro ${key}.`,
        `${name} ${key}`,
      )
  }
  t.equal(Object.hasOwn(Object.prototype, 'limit'), false)
})

t.test('what is missing is named', async (t) => {
  t.equal(await sentenceFor('consultar_tracking', {}), 'Falta ecmr_number, que es obligatorio.')
  const [image, images] = [dataUrl('png'), [dataUrl('png')]]
  for (const args of [
    { image, images },
    { images, reading_id: 'A'.repeat(43) },
  ])
    t.match(await sentenceFor('extraer_documento', args), /^Envíe una sola cosa: image, images o reading_id/)
  t.match(await sentenceFor('ver_ecmr', undefined), 'Indique id o ecmr_number')
})

t.test('all that is wrong is said at once', async (t) => {
  const sentence = await sentenceFor('buscar_ecmrs', {
    limit: 'veinte',
    status: 'entregadoo',
    desde: 'x',
    foo: 1,
  })
  t.equal(
    sentence,
    'No hay ningún parámetro foo. Los que hay son: search, status, limit, cursor, sort, desde, hasta, entrega_desde, entrega_hasta, retraso, en_fecha. ' +
      'status: envíe uno de estos valores: draft, assigned, in_transit, delivered, incident, borrador, asignado, en_transito, ' +
      'entregado, incidencia, cancelled, cancelado, anulado. ¿Quería decir entregado? ' +
      'limit: envíe un número entero, no texto entre comillas. ' +
      'desde: envíe un día que exista, como AAAA-MM-DD (por ejemplo 2026-12-01).',
  )
})

t.test('floods of arguments are refused without being repeated', async (t) => {
  const flood = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`p${index}`, index]))
  t.equal(await sentenceFor('buscar_ecmrs', flood), 'Son demasiados argumentos.')
  const some = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${index}`, index]))
  t.match(await sentenceFor('buscar_ecmrs', some), /Hay 30 errores más\.$/)
  const long = 'x'.repeat(5_000_000)
  for (const args of [{ search: long }, { status: long }, { desde: long }, { [long]: 1 }])
    t.ok((await sentenceFor('buscar_ecmrs', args)).length < 400)
})
