import {
  addUser,
  apiKeyAuthenticator,
  createApiKey,
  createCompany,
  findReset,
  findSession,
  findPerson,
  logIn,
  logInAs,
  resetPassword,
} from '@ecmr/accounts'
import { accessTokens, findGrant } from '@ecmr/accounts/oauth'
import { testCompanyOf } from '@ecmr/domain'
import t from 'tap'
import { letIn, operator } from '../support/mcp.js'
import { openCli } from './ground.js'

const UNKNOWN_ID = '01993f5a-7c1e-7b52-9f3e-2a6d4c8e1b70'

t.test('companies and their keys', async (t) => {
  const { pool, ecmr, json, start, refuses } = await openCli(t)

  await t.test('a company is registered in an empty database', async (t) => {
    const { code, stdout, stderr } = await start('companies create --name "Transportes Norte" --json').ran
    t.same([code, stderr], [0, ''])
    const company = { id: /^[0-9a-f-]{36}$/, name: 'Transportes Norte', plan: 'free', policy: 'lenient' }
    t.match(JSON.parse(stdout), { company })
  })

  await t.test('the same name is refused, whatever the letter case, unless it is meant', async (t) => {
    await refuses(
      t,
      'companies create --name "TRANSPORTES NORTE"',
      /^error: A company named Transportes Norte already exists \([0-9a-f-]{36}\)\. Choose another name or use --allow-same-name\.\n$/,
    )
    for (const meant of ['', ' --allow-same-name'])
      await json(`companies create --name "Transportes Sur"${meant}`)
  })

  await t.test('an ambiguous name is rejected, with the ids that it may mean', async (t) => {
    const [, one, other] = (await json('companies list')).companies
    const sentence = `error: Several companies are called "transportes sur": ${one.id}, ${other.id}. Name the one that is meant by its id.\n`
    await refuses(t, 'companies set-plan "transportes sur" pro', sentence)
    await json(`keys list --company ${other.id}`)
  })

  await t.test('the companies that take the most are listed, their test data apart', async (t) => {
    t.match((await ecmr('companies usage')).stdout, /No company has written a note yet/)
    const [north, south] = (await json('companies list')).companies
    await pool.query(
      `insert into rm_history.usage (company_id, bytes, events, notes)
       values ($1, 5000, 40, 3), ($2, 9000, 20, 2), ($3, 107374183, 10, 1)`,
      [north.id, south.id, testCompanyOf(south.id)],
    )
    const { companies } = await json('companies usage')
    t.match(companies, [
      { id: testCompanyOf(south.id), is_test: true, bytes: 107374183, limit: 1024 ** 3 },
      { id: south.id, is_test: false, bytes: 9000 },
      { id: north.id, name: 'Transportes Norte', notes: 3, events: 40, bytes: 5000, plan: 'free' },
    ])
    t.match((await json('companies usage --by events --top 1')).companies, [{ id: north.id }])
    const { stdout } = await ecmr('companies usage')
    t.match(
      stdout,
      /^id +name +notes +events +bytes +of storage\n.*Transportes Sur \(test data\) +1 +10 +107374183 +10\.0 %\n/,
    )
    await pool.query('delete from rm_history.usage')
  })

  await t.test('plan, policy and storage can be changed, by name or id', async (t) => {
    const { company } = await json('companies set-plan "transportes norte" pro')
    t.equal(company.plan, 'pro')
    await json(`companies set-policy ${company.id} strict`)
    const { companies } = await json('companies list')
    t.match(companies, [{ id: company.id, plan: 'pro', policy: 'strict' }, {}, {}])
    t.match((await ecmr('companies list')).stdout, /Transportes Norte +pro +strict/)
    const set = 'companies set-quota "transportes norte"'
    t.match(await json(`${set} 1.5GiB`), { company: { storage_quota: 1.5 * 1024 ** 3 } })
    t.match((await ecmr(`${set} plan`)).stdout, /has 20 GiB of storage/)
    await refuses(t, `${set} much`, /50GiB/)
  })

  await t.test('a key authenticates until it is revoked', async (t) => {
    const { api_key, id } = await json('keys create --company "Transportes Norte" --scopes ecmrs:read')
    const authenticate = async () => {
      const keys = apiKeyAuthenticator({ pool })
      return keys.authenticate(api_key).finally(() => keys.close())
    }
    const caller = await authenticate()
    t.same([caller?.keyId, caller?.plan, [...(caller?.scopes ?? [])]], [id, 'pro', ['ecmrs:read']])
    const listed = await json('keys list --company "Transportes Norte"')
    t.match(listed.keys, [{ id, scopes: ['ecmrs:read'], revoked_at: null }])
    t.notMatch(JSON.stringify(listed), api_key)
    await json(`keys revoke ${id}`)
    t.equal(await authenticate(), undefined)
    await refuses(t, `keys revoke ${id}`, `error: Key "${id}" not found, or already revoked.\n`)
  })

  await t.test('every change stands in the audit trail, with the operator as who made it', async (t) => {
    const { rows } = await pool.query(
      `select type, metadata->'actor'->>'kind' as kind from log.events where stream like 'company-%' order by position`,
    )
    const types = [...Array(3).fill('CompanyRegistered'), ...Array(4).fill('CompanyChanged')]
    t.same(
      rows,
      [...types, 'ApiKeyCreated', 'ApiKeyRevoked'].map((type) => ({ type, kind: 'operator' })),
    )
  })

  await t.test('a test key acts for test data, which commands take by their id', async (t) => {
    const { api_key, ...key } = await json('keys create --company "Transportes Norte" --test')
    t.match(api_key, /^ecmr_test_/)
    const tests = testCompanyOf(key.company_id)
    const keys = apiKeyAuthenticator({ pool })
    t.match(await keys.authenticate(api_key), { company: tests, plan: 'pro', policy: 'strict' })
    await keys.close()
    t.match(await json(`keys list --company ${tests}`), {
      keys: [{ livemode: true }, { id: key.id, livemode: false }],
    })
    t.match(await json(`webhooks list --company ${tests}`), { webhooks: [] })
    t.match(await json(`companies set-plan ${tests} pro`), { company: { id: key.company_id } })
    await json(`keys revoke ${key.id}`)
  })

  await t.test('a company that has as many keys as it may gets no other', async (t) => {
    const { company } = await json('companies create --name Llena')
    for (let made = 0; made < 100; made++)
      await createApiKey(pool, { company_id: company.id, name: 'x' }, operator)
    const sentence =
      /^error: A company has at most 100 keys that work: revoke one that is not used any more\.\n$/
    await refuses(t, 'keys create --company Llena', sentence)
  })
})

t.test('the people of a company', async (t) => {
  const PASSWORD = 'tractor bisagra paraguas'
  const PLACE = { address: '192.0.2.10', userAgent: 'test' }
  const cli = await openCli(t, { env: { SITE_URL: 'https://panel.example' } })
  const { pool, ecmr, json, refuses } = cli
  await json('companies create --name Norte')
  const tokenOf = (text: string): string =>
    /https:\/\/panel\.example\/recuperar\/([A-Za-z0-9_-]{43})\s*$/.exec(text)?.[1] ?? ''

  await t.test('a new one gets a link to choose a password, which works once and for a time', async (t) => {
    const who = '--email Ana@example.com --role owner --language en --name "Ana Ruiz"'
    const { code, stdout, stderr } = await cli.start(`users add --company Norte ${who}`).ran
    t.same([code, stderr], [0, ''])
    t.match(
      stdout,
      /^Added Ana Ruiz \(Ana@example\.com\) to Norte, as owner\.\n\n.* It is valid once, for 60 minutes:\n\n {2}https:/,
    )
    t.match(await resetPassword(pool, tokenOf(stdout), PASSWORD), { ok: true, user: { language: 'en' } })
    t.match(await logIn(pool, { email: 'ana@example.com', password: PASSWORD, place: PLACE }), { ok: true })
  })

  await t.test('a member is added for scripts', async (t) => {
    const { user, link, expires_at } = await json(
      'users add --company norte --email bea@example.com --name Bea',
    )
    t.match(user, { email: 'bea@example.com', name: 'Bea', role: 'member', language: 'es' })
    t.ok(await findReset(pool, tokenOf(link)))
    t.ok(Math.abs(Date.parse(expires_at) - Date.now() - 3_600_000) < 60_000)
  })

  await t.test('a user who has lost a password gets a new link, and the previous one expires', async (t) => {
    const open = async () =>
      (await pool.query('select count(*)::int from accounts.links where used_at is null')).rows
    t.same(await open(), [{ count: 1 }])
    const { stdout } = await ecmr('users reset-link --email BEA@example.com')
    t.match(
      stdout,
      /^For Bea \(bea@example\.com\)\. Anyone with this link can set the password. It is valid once/,
    )
    t.match(await findReset(pool, tokenOf(stdout)), { email: 'bea@example.com' })
    t.same(await open(), [{ count: 1 }])
  })

  await t.test('the people are listed', async (t) => {
    t.match((await ecmr('users list --company Norte')).stdout, /Ana@example\.com +Ana Ruiz +owner +en +20/)
    const { users } = await json('users list --company Norte')
    t.match(users, [
      { name: 'Ana Ruiz', role: 'owner' },
      { name: 'Bea', role: 'member', last_login_at: null },
    ])
    t.notMatch(JSON.stringify(users), /password|scrypt/)
  })

  await t.test('a second factor that was lost is taken off', async (t) => {
    await refuses(
      t,
      'users reset-second-factor --email bea@example.com',
      /^error: bea@example\.com has no second factor/,
    )
    const codes = 'select count(*)::int as left from accounts.recovery_codes'
    await pool.query(`update accounts.users set second_factor_since = now() where email = 'bea@example.com'`)
    await pool.query(`insert into accounts.recovery_codes (user_id, code_hash)
      select id, sha256('x') from accounts.users where email = 'bea@example.com'`)
    const { stdout } = await ecmr('users reset-second-factor --email bea@example.com')
    t.match(stdout, /^Removed the second factor of Bea \(bea@example\.com\) and ended their sessions/)
    t.same((await pool.query(codes)).rows, [{ left: 0 }])
  })

  await t.test('the only owner stays; another may be made owner', async (t) => {
    await refuses(
      t,
      'users remove --email ana@example.com',
      /^error: Ana@example\.com is the only owner of the company\. First make someone else an owner with "ecmr users set-role"/,
    )
    const stdout = 'Bea (bea@example.com) is now owner.\n'
    t.match(await ecmr('users set-role --email bea@example.com --role owner'), { code: 0, stdout })
  })

  await t.test('who is removed is logged out at once', async (t) => {
    const { id } = (await findPerson(pool, 'ana@example.com')) ?? { id: '' }
    const { token } = await logInAs(pool, id, PLACE)
    t.ok(await findSession(pool, token))
    t.match(await json('users remove --email ana@example.com'), { removed: id })
    t.equal(await findSession(pool, token), undefined)
  })

  await t.test('a person with an account is added to a second company, and removed from one', async (t) => {
    await json('companies create --name Sur')
    const added = await ecmr('users add --company Sur --email bea@example.com --role reader')
    t.match(added.stdout, /^Added Bea \(bea@example\.com\) to Sur, as reader\. They log in with the password/)
    t.match(await json('users list --email bea@example.com'), {
      companies: [
        { company_name: 'Norte', role: 'owner' },
        { company_name: 'Sur', role: 'reader' },
      ],
    })
    await refuses(
      t,
      'users set-role --email bea@example.com --role driver',
      /^error: bea@example\.com belongs to several companies: Norte \([\w-]{36}\), Sur \([\w-]{36}\)\. Name one with --company/,
    )
    t.match(await json('users set-role --email bea@example.com --company Sur --role driver'), {
      user: { role: 'driver' },
    })
    t.match(await json('users remove --email bea@example.com --company Sur'), { removed: /./ })
    t.match((await json('users list --email bea@example.com')).companies, [
      { company_name: 'Norte', role: 'owner' },
    ])
  })

  await t.test('wrong input is one sentence', async (t) => {
    for (const [line, sentence] of [
      ['users list', /Name either a company with --company or a person with --email/],
      [
        'users add --company Norte --email eva@example.com',
        /eva@example\.com has no account yet\. Give their full name with --name/,
      ],
      [
        'users add --company Norte --email bea@example.com --name Bea',
        /bea@example\.com already belongs to Norte\. Change their role with "ecmr users set-role"/,
      ],
      [
        'users add --company Norte --email bea --name Bea',
        /Enter an email address, such as ana@example\.com\./,
      ],
      [
        'users reset-link --email eva@example.com',
        /No user has the address eva@example\.com\. List people with "ecmr users list"/,
      ],
    ] as const)
      await refuses(t, line, sentence)
  })

  await t.test('every change stands in the audit trail, without addresses and links', async (t) => {
    const { rows } = await pool.query(
      "select type, data::text, metadata::text from log.events where stream like 'company-%' order by position",
    )
    t.same(
      rows
        .map(({ type }) => type)
        .filter((type) => type !== 'UserPasswordResetRequested' && type !== 'UserLoggedIn'),
      [
        ...[
          'CompanyRegistered',
          'UserAdded',
          'UserPasswordChanged',
          'UserAdded',
          'UserSecondFactorReset',
          'UserChanged',
          'UserRemoved',
        ],
        ...['CompanyRegistered', 'UserAdded', 'UserChanged', 'UserRemoved'],
      ],
    )
    t.notMatch(JSON.stringify(rows), /@example|recuperar/)
  })
})

t.test('list and disconnect AI assistants', async (t) => {
  const { pool, ecmr, json, refuses } = await openCli(t, { tables: true })
  const connect = async (company: string, assistant: string): Promise<string> => {
    const { id: company_id } = await createCompany(pool, { name: company, plan: 'pro' }, operator)
    const person = { company_id, email: `${company}@example.com`, name: 'Ana Ruiz', role: 'member' } as const
    const user = await addUser(pool, person, operator)
    return (await letIn(pool, user.id, assistant, 'https://ecmr.example')).access_token
  }
  const tokens = accessTokens({ pool })
  t.teardown(() => tokens.close())
  const none = 'No assistants are connected. People connect them in the panel at /conectar-ia.\n'
  t.match(await ecmr('assistants list'), { code: 0, stdout: none })
  const north = await connect('Norte', 'Claude')
  await connect('Sur', 'Cursor')

  await t.test('are listed, of one company or of all, without their secrets', async (t) => {
    t.match(
      (await ecmr('assistants list')).stdout,
      /^id +company +assistant +returns_to +authorised_by +last_used_at\n\S{36} +Sur +Cursor +assistant\.example +Ana Ruiz +-\n\S{36} +Norte +Claude +/,
    )
    const { assistants } = await json('assistants list --company Norte')
    t.match(assistants, [{ client_name: 'Claude', user_name: 'Ana Ruiz', scopes: ['ecmr:read'] }])
    t.equal(assistants.length, 1)
    t.notMatch(JSON.stringify(assistants), /ecmr_|hash/)
    await refuses(t, 'assistants list --company Oeste', /Company "Oeste" not found/)
  })

  await t.test('a disconnected one can read no more, and the audit trail names the operator', async (t) => {
    const grantId = (await tokens.authenticate(north))?.grantId ?? ''
    t.match(await ecmr(`assistants disconnect ${grantId}`), { stdout: `Disconnected Claude (${grantId}).\n` })
    t.equal(await tokens.authenticate(north), undefined)
    t.equal(await findGrant(pool, grantId), undefined)
    const { rows } = await pool.query(
      `select data->>'reason' as reason, metadata->'actor'->>'kind' as kind
       from log.events where type = 'AssistantDisconnected'`,
    )
    t.same(rows, [{ reason: 'disconnected', kind: 'operator' }])
    for (const id of [grantId, 'nonsense', UNKNOWN_ID])
      await refuses(
        t,
        `assistants disconnect ${id}`,
        `error: Connection "${id}" not found. List connections with "ecmr assistants list"`,
      )
    t.match((await ecmr('assistants list')).stdout, /^id.*\n.* Sur .*\n$/)
  })
})
