import { apiKeyAuthenticator, createApiKey } from '@ecmr/accounts'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { testDatabase } from '../support/database.js'
import { ecmrHere } from './ecmr-here.js'
import { runEcmr } from './run-ecmr.js'

t.test('companies and their keys', async (t) => {
  const url = await testDatabase(t)
  const ecmr = (...args: readonly string[]) => ecmrHere(url, ...args)
  const pool = openPool({ url, max: 2, name: 'test' })
  const keys = apiKeyAuthenticator({ pool })
  t.teardown(async () => {
    await keys.close()
    await pool.end()
  })

  await t.test('a company is registered in an empty database', async (t) => {
    const { code, stdout, stderr } = await runEcmr(
      url,
      'companies',
      'create',
      '--name',
      'Transportes Norte',
      '--json',
    )
    t.same([code, stderr], [0, ''])
    t.match(JSON.parse(stdout), {
      company: { id: /^[0-9a-f-]{36}$/, name: 'Transportes Norte', plan: 'free', policy: 'lenient' },
    })
  })

  await t.test('the same name is refused, whatever the letter case, unless it is meant', async (t) => {
    const { code, stderr } = await runEcmr(url, 'companies', 'create', '--name', 'TRANSPORTES NORTE')
    t.equal(code, 1)
    t.match(
      stderr,
      /^error: There is a company called Transportes Norte already \([0-9a-f-]{36}\); choose another name, or say --allow-same-name\.\n$/,
    )
    for (const args of [[], ['--allow-same-name']]) {
      const made = await ecmr('companies', 'create', '--name', 'Transportes Sur', ...args)
      t.equal(made.code, 0, made.stderr)
    }
  })

  await t.test('an ambiguous name is rejected, with the ids that it may mean', async (t) => {
    const { companies } = JSON.parse((await ecmr('companies', 'list', '--json')).stdout)
    const [, one, other] = companies
    const { code, stdout, stderr } = await ecmr('companies', 'set-plan', 'transportes sur', 'pro')
    t.same([code, stdout], [1, ''])
    t.equal(
      stderr,
      `error: Several companies are called "transportes sur": ${one.id}, ${other.id}. Name the one that is meant by its id.\n`,
    )
    t.equal((await ecmr('keys', 'list', '--company', other.id)).code, 0)
  })

  await t.test('plan and policy can be changed, by name or id', async (t) => {
    const { company } = JSON.parse(
      (await ecmr('companies', 'set-plan', 'transportes norte', 'pro', '--json')).stdout,
    )
    t.equal(company.plan, 'pro')
    t.equal((await ecmr('companies', 'set-policy', company.id, 'strict')).code, 0)
    const { companies } = JSON.parse((await ecmr('companies', 'list', '--json')).stdout)
    t.match(companies, [{ id: company.id, plan: 'pro', policy: 'strict' }, {}, {}])
    t.match((await ecmr('companies', 'list')).stdout, /Transportes Norte +pro +strict/)
  })

  await t.test('storage other than the plan’s can be agreed on, and taken back', async (t) => {
    const set = async (size: string) => ecmr('companies', 'set-quota', 'transportes norte', size, '--json')
    t.match(JSON.parse((await set('1.5GiB')).stdout), { company: { storage_quota: 1.5 * 1024 ** 3 } })
    t.match(
      (await ecmr('companies', 'set-quota', 'transportes norte', 'plan')).stdout,
      /has 20 GiB of storage/,
    )
    t.match(await set('much'), { code: 1, stderr: /50GiB/ })
  })

  await t.test('a key authenticates until it is revoked', async (t) => {
    const made = await runEcmr(
      url,
      'keys',
      'create',
      '--company',
      'Transportes Norte',
      '--scopes',
      'ecmrs:read',
      '--json',
    )
    t.equal(made.code, 0, made.stderr)
    const { api_key, id } = JSON.parse(made.stdout)
    const caller = await keys.authenticate(api_key)
    t.same([caller?.keyId, caller?.plan, [...(caller?.scopes ?? [])]], [id, 'pro', ['ecmrs:read']])

    const listed = JSON.parse((await ecmr('keys', 'list', '--company', 'Transportes Norte', '--json')).stdout)
    t.match(listed.keys, [{ id, scopes: ['ecmrs:read'], revoked_at: null }])
    t.notMatch(JSON.stringify(listed), api_key)

    t.equal((await ecmr('keys', 'revoke', id)).code, 0)
    const afterwards = apiKeyAuthenticator({ pool })
    t.equal(await afterwards.authenticate(api_key), undefined)
    await afterwards.close()
    const again = await runEcmr(url, 'keys', 'revoke', id)
    t.same([again.code, again.stderr], [1, `error: There is no key "${id}", or it was revoked before.\n`])
  })

  await t.test('every change stands in the audit trail, with the operator as who made it', async (t) => {
    const { rows } = await pool.query(
      `select type, metadata->'actor'->>'kind' as kind from log.events where stream like 'company-%' order by position`,
    )
    t.same(
      rows.map(({ type, kind }) => [type, kind]),
      [
        ...Array(3).fill('CompanyRegistered'),
        ...Array(4).fill('CompanyChanged'),
        ...['ApiKeyCreated', 'ApiKeyRevoked'],
      ].map((type) => [type, 'operator']),
    )
  })

  await t.test('a company that has as many keys as it may gets no other', async (t) => {
    const { company } = JSON.parse((await ecmr('companies', 'create', '--name', 'Llena', '--json')).stdout)
    const operator = { kind: 'operator', id: 'test', name: 'Test' } as const
    for (let made = 0; made < 100; made++)
      await createApiKey(pool, { company_id: company.id, name: 'x' }, operator)
    const { code, stdout, stderr } = await ecmr('keys', 'create', '--company', 'Llena')
    t.same([code, stdout], [1, ''])
    t.match(
      stderr,
      /^error: A company has at most 100 keys that work: revoke one that is not used any more\.\n$/,
    )
  })
})
