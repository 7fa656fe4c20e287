import { changePassword, findSession, logIn, requestReset, resetPassword } from '@ecmr/accounts'
import t from 'tap'
import { operator } from '../support/api.js'
import { atOnce, OTHER_PASSWORD, PASSWORD, type Person, PLACE, people } from './people.js'

const { pool, person, trail, heldBack } = await people(t)
t.beforeEach(() => pool.query('delete from accounts.failed_logins'))

const tryAs = (email: string, password = PASSWORD, address = PLACE.address, device?: string) =>
  logIn(pool, { email, password, place: { ...PLACE, address }, device })
const failAs = (email: string, address?: string, device?: string) => tryAs(email, 'wrong', address, device)

const OK = { ok: true }
const WRONG = { ok: false, reason: 'wrong' } as const
const TOO_MANY = { ok: false, reason: 'too_many' } as const

/** How often an answer was that the password is wrong. */
const wrongIn = (tried: readonly { readonly ok: boolean; readonly reason?: string }[]): number =>
  tried.filter(({ reason }) => reason === 'wrong').length

/** An address of another subnet. */
const far = (number: number): string => `198.18.${number}.1`

/** Ends every pause as if its time were over. */
const pauseIsOver = () => pool.query('update accounts.failed_logins set blocked_until = now()')

/** Fails on as many accounts as often from one address; how often it was let through. */
async function failures(address: string, times: number): Promise<number> {
  const tried: Awaited<ReturnType<typeof tryAs>>[] = []
  for (let at = 0; at < times; at++) tried.push(await failAs((await person()).email, address))
  return wrongIn(tried)
}

/** As if so many had failed on an account from everywhere. */
const failedFromEverywhere = (email: string, failures: number) =>
  pool.query('update accounts.failed_logins set failures = $1 where subject = sha256($2::bytea)', [
    failures,
    `account:${email}`,
  ])

/** For how long a refused attempt has to wait; 0: it was not refused. */
function secondsOf(tried: Awaited<ReturnType<typeof tryAs>>): number {
  return !tried.ok && tried.reason === 'too_many' ? tried.retryAfterSeconds : 0
}

const changing =
  (user: Person, keepSessionId: string = user.id, next = OTHER_PASSWORD) =>
  (current: string) =>
    changePassword(pool, { user, current, next, keepSessionId })

t.test('who knows the password is logged in, whatever the letter case of the address', async (t) => {
  const { id, email, company, company_id } = await person()
  const logged = await tryAs(` ${email.toUpperCase()} `)
  if (!logged.ok) return t.fail(logged.reason)
  t.match(logged.user, { id, company_id, last_login_at: String })
  t.match(await findSession(pool, logged.token), { user: { id }, company: { id: company } })
  const [data, actor] = [
    { user_id: id, by: 'password' },
    { kind: 'user', id },
  ]
  t.match((await trail(company)).at(-1), { type: 'UserLoggedIn', data, actor })
  await tryAs(email)
  const { rows } = await pool.query('select failures from accounts.failed_logins')
  t.same(rows, [{ failures: 0 }, { failures: 0 }], 'a success counts for nothing')
  return undefined
})

t.test('a wrong password, an unknown address and one without a password get the same answer', async (t) => {
  const [{ email }, invited] = [await person(), await person()]
  await pool.query('update accounts.users set password_hash = null where id = $1', [invited.id])
  t.strictSame(await failAs(email), WRONG)
  for (const unknown of ['nobody@example.com', invited.email]) t.strictSame(await tryAs(unknown), WRONG)
})

t.test('a login is rejected when its password is changed during the login', async (t) => {
  const { id, email } = await person()
  const statement = `update accounts.users set password_changed_at = now() where id = '${id}'`
  const finish = `update accounts.users set password_hash = null where id = '${id}'`
  t.strictSame(await heldBack({ statement, waiting: 1, finish }, () => tryAs(email)), WRONG)
})

t.test(
  'a changed password ends the other sessions; not knowing the current one is a failed login',
  async (t) => {
    const user = await person()
    const { id, email, company } = user
    const [here, elsewhere] = [await tryAs(email), await tryAs(email)]
    if (!here.ok || !elsewhere.ok) return t.fail('logged in')
    const change = changing(user, (await findSession(pool, here.token))?.sessionId)
    t.strictSame(await change('wrong'), WRONG)
    t.strictSame(await change(PASSWORD), OK)
    t.ok(await findSession(pool, here.token), 'the session in which it was changed stays')
    t.equal(await findSession(pool, elsewhere.token), undefined)
    t.match(await tryAs(email), WRONG)
    t.match(await tryAs(email, OTHER_PASSWORD), OK)
    const changed = (await trail(company)).find(({ type }) => type === 'UserPasswordChanged')
    t.match(changed, { data: { user_id: id, by: 'password' }, actor: { kind: 'user', id } })
    t.equal(wrongIn(await atOnce(20, () => change('wrong'))), 5)
    t.match(await change(OTHER_PASSWORD), TOO_MANY)
    return undefined
  },
)

t.test('five failures are let through, however many try at once', async (t) => {
  const { email } = await person()
  for (const address of [email, 'nobody@example.com']) {
    const tried = await atOnce(20, () => failAs(address))
    t.equal(wrongIn(tried), 5)
    t.equal(tried.filter((one) => secondsOf(one) > 0).length, 15)
  }
})

t.test('the pause doubles after each failure, from half a minute to a quarter of an hour', async (t) => {
  const { email } = await person()
  const pauses: number[] = []
  await atOnce(5, () => failAs(email))
  for (let failures = 5; failures < 12; failures++) {
    pauses.push(secondsOf(await tryAs(email)))
    await pauseIsOver()
    t.match(await failAs(email), WRONG)
  }
  t.strictSame(pauses, [30, 60, 120, 240, 480, 900, 900])
  const counted = async () =>
    (await pool.query('select failures, blocked_until from accounts.failed_logins order by subject')).rows
  const before = await counted()
  for (const password of ['wrong', PASSWORD]) t.match(await tryAs(email, password), TOO_MANY)
  t.same(await counted(), before, 'an attempt during the pause does not make it longer')
})

t.test('who succeeds begins anew, and so does who waits for a day', async (t) => {
  const { email } = await person()
  for (const forgotten of [
    () => tryAs(email),
    () => pool.query("update accounts.failed_logins set last_at = now() - interval '25 hours'"),
  ]) {
    t.equal(wrongIn(await atOnce(4, () => failAs(email))), 4)
    await forgotten()
  }
  t.match(await failAs(email), WRONG)
  t.match(await tryAs(email), OK)
})

t.test('thirty failures from one network are let through in a quarter of an hour', async (t) => {
  const { email } = await person()
  t.equal(await failures('2001:db8:1:2::1', 28), 28)
  t.equal(await failures('2001:db8:1:2:ffff::9', 3), 2)
  t.match(await tryAs(email, PASSWORD, '2001:0db8:0001:0002::7'), TOO_MANY)
  t.match(await tryAs(email, PASSWORD, '2001:db8:1:3::1'), OK, 'another network')
  t.match(await tryAs(email, PASSWORD, '2001:db8:1:2::1', 'laptop'), OK, 'a known browser in it')
  await pauseIsOver()
  t.match(await tryAs(email, PASSWORD, '2001:db8:1:2::1'), OK)
  await failures('198.51.100.7', 30)
  t.equal(await failures('::ffff:198.51.100.7', 1), 0, 'the same one when it is written as IPv6')
  t.equal(await failures('198.51.100.8', 1), 1)
})

t.test('strangers lock out neither the browsers that the owner uses nor other subnets', async (t) => {
  for (const [strangers, adjacent, elsewhere] of [
    ['203.0.113.', '203.0.113.200', '198.51.100.1'],
    ['2001:db8:7::', '2001:db8:7:ffff::1', '2001:db8:8::1'],
  ] as const) {
    const { email } = await person()
    for (let at = 1; at <= 5; at++) await failAs(email, `${strangers}${at}`)
    t.match(await tryAs(email, PASSWORD, adjacent), TOO_MANY)
    t.match(await tryAs(email, PASSWORD, `${strangers}1`, 'laptop'), OK, 'a known browser')
    t.match(await tryAs(email, PASSWORD, elsewhere), OK, 'a new browser elsewhere')
    t.match(await tryAs(email, PASSWORD, `${strangers}1`), TOO_MANY, 'that does not let them go on')
  }
})

t.test('guessing from many networks is slow, for strangers only', async (t) => {
  const { email } = await person()
  for (const known of [email, 'nobody@example.com']) {
    t.match(await failAs(known, far(1)), WRONG)
    await failedFromEverywhere(known, 49)
    t.match(await failAs(known, far(2)), WRONG, 'the fiftieth')
    const seconds = secondsOf(await tryAs(known, PASSWORD, far(3)))
    t.ok(seconds > 0 && seconds <= 30, `${seconds} s`)
  }
  t.match(await tryAs(email, PASSWORD, far(1), 'laptop'), OK)
  await pauseIsOver()
  t.match(await failAs(email, far(4)), WRONG)
  const seconds = secondsOf(await failAs(email, far(5)))
  t.ok(seconds > 30 && seconds <= 60, `${seconds} s`)
})

t.test('a login of the owner lets strangers guess no more than before', async (t) => {
  const { email } = await person()
  await failAs(email, far(1))
  await failedFromEverywhere(email, 49)
  t.match(await tryAs(email, PASSWORD, '198.51.100.1'), OK)
  await pauseIsOver()
  t.match(await failAs(email, far(2)), WRONG)
  t.match(await failAs(email, far(3)), TOO_MANY)
})

t.test('what fails in a known browser is counted for itself', async (t) => {
  const { email } = await person()
  t.equal(wrongIn(await atOnce(8, () => failAs(email, PLACE.address, 'laptop'))), 5)
  t.equal(secondsOf(await tryAs(email, PASSWORD, PLACE.address, 'laptop')), 30)
  t.match(await tryAs(email, PASSWORD, PLACE.address, 'telephone'), OK)
  t.match(await tryAs(email), OK)
})

t.test('strangers at the door do not keep who is logged in from changing the password', async (t) => {
  const user = await person()
  await atOnce(6, () => failAs(user.email))
  const change = changing(user)
  await atOnce(4, () => change('wrong'))
  t.match(await change(PASSWORD), OK)
  await atOnce(5, () => change('wrong'))
  t.match(await change(OTHER_PASSWORD), TOO_MANY, 'who finds a browser open has five tries')
  t.match(await tryAs(user.email, OTHER_PASSWORD, '198.51.100.1'), OK, 'and does not block other logins')
})

t.test('the owner of an account that another person locked gains access with a reset link', async (t) => {
  const { email } = await person()
  await atOnce(5, () => failAs(email))
  t.match(await tryAs(email), TOO_MANY)
  const reset = await requestReset(pool, email, operator)
  t.match(await resetPassword(pool, reset?.token ?? '', OTHER_PASSWORD), OK)
  t.match(await tryAs(email, OTHER_PASSWORD), OK)
})
