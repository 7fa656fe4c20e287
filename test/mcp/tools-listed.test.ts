import { listedTools } from '@ecmr/mcp'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'

const names = [
  'buscar_ecmrs',
  'ver_ecmr',
  'consultar_tracking',
  'listar_webhooks',
  'extraer_documento',
  'estado_conexion',
]

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
    names,
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
      t.match(schema, { type: /^(string|integer|boolean)$/, description: /\S{3}/ }, `${name}: ${parameter}`)
    t.notMatch(JSON.stringify(inputSchema), /"pattern"/)
  }
})

t.test('what is promised of answers is their shape, so that no later version breaks a client', async (t) => {
  const promised = new Set([
    'type',
    'properties',
    'required',
    'items',
    'enum',
    'anyOf',
    'title',
    'description',
  ])
  for (const { name, outputSchema } of listedTools) {
    const keywords = new Set(schemasIn(outputSchema).flatMap((schema) => Object.keys(schema)))
    const others = [...keywords].filter((keyword) => !promised.has(keyword))
    t.same(others, name === 'extraer_documento' ? ['additionalProperties'] : [], name)
  }
})

t.test('the list is small enough for a conversation', async (t) => {
  t.ok(JSON.stringify(listedTools).length < 26_000)
})
