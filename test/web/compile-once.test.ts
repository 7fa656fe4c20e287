import { compileOnce, serverOptions } from '@ecmr/web'
import { fastify } from 'fastify'
import t from 'tap'

t.test('schemas that read the same are compiled but once, others each', async (t) => {
  let compilations = 0
  const validatorOf = compileOnce(({ type }: { readonly type: string }) => {
    compilations++
    return (value: unknown) => typeof value === type
  })
  const isText = validatorOf({ type: 'string' })
  t.equal(validatorOf({ type: 'string' }), isText)
  t.ok(isText('a') && validatorOf({ type: 'number' })(1))
  t.equal(compilations, 2)
})

t.test('servers answer by the schema of the route and the status, whatever others have', async (t) => {
  const answered = { id: 1, secret: 'never' }
  const only = (name: string) => ({ type: 'object', properties: { [name]: {} } }) as const
  for (const [name, schema] of [
    ['first', only('id')],
    ['second', only('id')],
    ['third', only('other')],
  ] as const) {
    const app = fastify(serverOptions({}))
    app.get('/', { schema: { response: { 200: schema } } }, async () => answered)
    const { body } = await app.inject('/')
    t.equal(body, name === 'third' ? '{}' : '{"id":1}', name)
    await app.close()
  }
})

t.test('a schema that refers to one that is not there keeps the server from starting', async (t) => {
  const app = fastify(serverOptions({}))
  app.get('/', { schema: { response: { 200: { $ref: 'elsewhere#' } } } }, async () => ({}))
  await t.rejects(async () => app.ready(), { code: 'FST_ERR_SCH_SERIALIZATION_BUILD' })
})
