import { addUser, createCompany } from '@ecmr/accounts'
import { accessTokens, findGrant } from '@ecmr/accounts/oauth'
import { createTables } from '@ecmr/api'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { testDatabase } from '../support/database.js'
import { letIn, operator } from '../support/mcp.js'
import { ecmrHere } from './ecmr-here.js'
import type { Ran } from './run-ecmr.js'

t.test('assistants that people have connected', async (t) => {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 4, name: 'test' })
  t.teardown(() => pool.end())
  await createTables(pool)
  const ecmr = (line: string): Promise<Ran> => ecmrHere(url, ...line.split(' '))
  const connect = async (company: string, assistant: string): Promise<string> => {
    const { id: company_id } = await createCompany(pool, { name: company, plan: 'pro' }, operator)
    const person = { company_id, email: `${company}@example.com`, name: 'Ana Ruiz', role: 'member' } as const
    const user = await addUser(pool, person, operator)
    return (await letIn(pool, user.id, assistant, 'https://ecmr.example')).access_token
  }
  const tokens = accessTokens({ pool })
  t.teardown(() => tokens.close())

  await t.test('where there are none it says so', async (t) => {
    const { code, stdout } = await ecmr('assistants list')
    t.same(
      [code, stdout],
      [0, 'No assistant is connected; people connect them in the panel, at /conectar-ia.\n'],
    )
  })

  const north = await connect('Norte', 'Claude')
  await connect('Sur', 'Cursor')

  await t.test('are listed, of one company or of all, without their secrets', async (t) => {
    const all = await ecmr('assistants list')
    t.match(all.stdout, /^id +company +assistant +returns_to +let_in_by +last_used_at\n/)
    t.match(all.stdout, /\n\S{36} +Sur +Cursor +assistant\.example +Ana Ruiz +-\n\S{36} +Norte +Claude +/)
    const { assistants } = JSON.parse((await ecmr('assistants list --company Norte --json')).stdout)
    t.match(assistants, [{ client_name: 'Claude', user_name: 'Ana Ruiz', scopes: ['ecmr:read'] }])
    t.equal(assistants.length, 1)
    t.notMatch(JSON.stringify(assistants), /ecmr_|hash/)
    t.match((await ecmr('assistants list --company Oeste')).stderr, /There is no company "Oeste"/)
  })

  await t.test('who is disconnected can read no more, and the audit trail names the operator', async (t) => {
    const grantId = (await tokens.authenticate(north))?.grantId ?? ''
    const { code, stdout } = await ecmr(`assistants disconnect ${grantId}`)
    t.same([code, stdout], [0, `Disconnected Claude (${grantId}).\n`])
    t.equal(await tokens.authenticate(north), undefined)
    t.equal(await findGrant(pool, grantId), undefined)
    const { rows } = await pool.query(
      `select data->>'reason' as reason, metadata->'actor'->>'kind' as kind
       from log.events where type = 'AssistantDisconnected'`,
    )
    t.same(rows, [{ reason: 'disconnected', kind: 'operator' }])
    for (const id of [grantId, 'nonsense', '01993f5a-7c1e-7b52-9f3e-2a6d4c8e1b70']) {
      const refused = await ecmr(`assistants disconnect ${id}`)
      t.equal(refused.code, 1)
      t.match(refused.stderr, `error: No assistant is connected as "${id}"; "ecmr assistants list"`)
    }
    t.match((await ecmr('assistants list')).stdout, /^id.*\n.* Sur .*\n$/)
  })
})
