import { findReset, findSession, findUser, logIn, logInAs, resetPassword } from '@ecmr/accounts'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { testDatabase } from '../support/database.js'
import { runHere } from './ecmr-here.js'
import { against, type Ran, startEcmr } from './run-ecmr.js'

const PASSWORD = 'tractor bisagra paraguas'
const PLACE = { address: '192.0.2.10', userAgent: 'test' }

t.test('the people of a company', async (t) => {
  const url = await testDatabase(t)
  const env = { ...against(url), SITE_URL: 'https://panel.example' }
  const ecmr = (line: string): Promise<Ran> => runHere(env, line.split(' '))
  const pool = openPool({ url, max: 2, name: 'test' })
  t.teardown(() => pool.end())
  t.equal((await ecmr('companies create --name Norte')).code, 0)

  const tokenOf = (link: string): string =>
    /^https:\/\/panel\.example\/recuperar\/([A-Za-z0-9_-]{43})$/.exec(link)?.[1] ?? ''

  const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? ''

  await t.test(
    'who is added gets a link to choose a password, which is said to work once and how long',
    async (t) => {
      const line = 'users add --company Norte --email Ana@example.com --role owner --language en --name'
      const { code, stdout, stderr } = await startEcmr(env, [...line.split(' '), 'Ana Ruiz']).ran
      t.same([code, stderr], [0, ''])
      t.match(stdout, /^Added Ana Ruiz \(Ana@example\.com\) to Norte, as owner\.\n\n/)
      t.match(
        stdout,
        /it works once, within 60 minutes:\n\n {2}https:\/\/panel\.example\/recuperar\/\S{43}\n$/,
      )
      t.match(await resetPassword(pool, tokenOf(lastLine(stdout)), PASSWORD), {
        ok: true,
        user: { language: 'en' },
      })
      t.match(await logIn(pool, { email: 'ana@example.com', password: PASSWORD, place: PLACE }), { ok: true })
    },
  )

  await t.test('a member is added for scripts', async (t) => {
    const { code, stdout } = await ecmr('users add --company norte --email bea@example.com --name Bea --json')
    t.equal(code, 0)
    const { user, link, expires_at } = JSON.parse(stdout)
    t.match(user, { email: 'bea@example.com', name: 'Bea', role: 'member', language: 'es' })
    t.ok(await findReset(pool, tokenOf(link)))
    t.ok(Math.abs(Date.parse(expires_at) - Date.now() - 3_600_000) < 60_000)
  })

  await t.test('a user who has lost a password gets a new link, and the previous one expires', async (t) => {
    const { rows } = await pool.query(
      'select count(*)::int as open from accounts.links where used_at is null',
    )
    const { code, stdout } = await ecmr('users reset-link --email BEA@example.com')
    t.equal(code, 0)
    t.match(
      stdout,
      /^For Bea \(bea@example\.com\)\. Anyone with this link can choose the password; it works once/,
    )
    t.match(await findReset(pool, tokenOf(lastLine(stdout))), { email: 'bea@example.com' })
    const after = await pool.query('select count(*)::int as open from accounts.links where used_at is null')
    t.same([rows, after.rows], [[{ open: 1 }], [{ open: 1 }]])
  })

  await t.test('the people are listed', async (t) => {
    t.match((await ecmr('users list --company Norte')).stdout, /Ana@example\.com +Ana Ruiz +owner +en +20/)
    const { users } = JSON.parse((await ecmr('users list --company Norte --json')).stdout)
    t.match(users, [
      { name: 'Ana Ruiz', role: 'owner' },
      { name: 'Bea', role: 'member', last_login_at: null },
    ])
    t.notMatch(JSON.stringify(users), /password|scrypt/)
  })

  await t.test('the only owner stays; another may be made owner', async (t) => {
    const refused = await ecmr('users remove --email ana@example.com')
    t.equal(refused.code, 1)
    t.match(
      refused.stderr,
      /^error: Ana@example\.com is the only owner of the company; make another person an owner with "ecmr users set-role" first/,
    )
    const done = await ecmr('users set-role --email bea@example.com --role owner')
    t.same([done.code, done.stdout], [0, 'Bea (bea@example.com) is owner now.\n'])
  })

  await t.test('who is removed is logged out at once', async (t) => {
    const { id } = (await findUser(pool, 'ana@example.com')) ?? { id: '' }
    const { token } = await logInAs(pool, id, PLACE)
    t.ok(await findSession(pool, token))
    const { code, stdout } = await ecmr('users remove --email ana@example.com --json')
    t.same([code, JSON.parse(stdout)], [0, { removed: id }])
    t.equal(await findSession(pool, token), undefined)
  })

  await t.test('wrong input is one sentence', async (t) => {
    const cases: readonly (readonly [string, RegExp])[] = [
      [
        'users add --company Norte --email bea@example.com --name Bea',
        /bea@example\.com has an account already; "ecmr users reset-link"/,
      ],
      ['users add --company Norte --email bea --name Bea', /Give a mail address, such as ana@example\.com\./],
      [
        'users reset-link --email eva@example.com',
        /There is no user with the address eva@example\.com; "ecmr users list"/,
      ],
    ]
    await Promise.all(
      cases.map(async ([line, sentence]) => {
        const { code, stdout, stderr } = await ecmr(line)
        t.same([code, stdout], [1, ''], line)
        t.match(stderr, sentence, line)
        t.match(stderr, /^error: /, line)
      }),
    )
  })

  await t.test('every change stands in the audit trail, without addresses and links', async (t) => {
    const { rows } = await pool.query(
      "select type, data::text, metadata::text from log.events where stream like 'company-%' order by position",
    )
    t.same(
      rows
        .map(({ type }) => type)
        .filter((type) => type !== 'UserPasswordResetRequested' && type !== 'UserLoggedIn'),
      ['CompanyRegistered', 'UserAdded', 'UserPasswordChanged', 'UserAdded', 'UserChanged', 'UserRemoved'],
    )
    t.notMatch(JSON.stringify(rows), /@example|recuperar/)
  })
})
