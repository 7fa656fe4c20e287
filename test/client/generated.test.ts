import { readFileSync } from 'node:fs'
import { COMMAND, operationsFile, stamp } from '#client-sources'
import t from 'tap'
import { buildTestApi } from '../support/api.js'

const GENERATED = new URL('../../../packages/client/generated/', import.meta.url)

t.test('the client is made from the interface as it is', async (t) => {
  const { app } = await buildTestApi(t)
  const document = JSON.parse((await app.inject('/api/openapi.json')).body)
  const hint = `the interface has changed: run "${COMMAND}" and commit packages/client/generated`
  const types = readFileSync(new URL('types.ts', GENERATED), 'utf8')
  t.equal(types.slice(0, stamp(document).length), stamp(document), hint)
  t.equal(readFileSync(new URL('operations.ts', GENERATED), 'utf8'), operationsFile(document), hint)
})
