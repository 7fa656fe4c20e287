import { changePassword, logIn, requestReset, resetPassword } from '@ecmr/accounts'
import t from 'tap'
import { operator } from '../support/api.js'
import { atOnce, OTHER_PASSWORD, PASSWORD, PLACE, people } from './people.js'

const { pool, person } = await people(t)
t.beforeEach(() => pool.query('delete from accounts.failed_logins'))

const tryAs = (email: string, password: string, address = PLACE.address, device?: string) =>
  logIn(pool, { email, password, place: { ...PLACE, address }, device })

const neighbourhood = (number: number): string => `198.18.${number}.1`

/** Ends every pause as if its time were over. */
const pauseIsOver = () => pool.query('update accounts.failed_logins set blocked_until = now()')

/** Fails on as many accounts as often from one address. */
async function fail(address: string, times: number): Promise<readonly string[]> {
  const results: string[] = []
  for (let at = 0; at < times; at++) {
    const tried = await tryAs((await person()).email, 'wrong', address)
    results.push(tried.ok ? 'ok' : tried.reason)
  }
  return results
}

t.test('five failures are let through, however many try at once', async (t) => {
  const { email } = await person()
  for (const address of [email, 'nobody@example.com']) {
    const tried = await atOnce(20, () => tryAs(address, 'wrong'))
    const reasons = tried.map((one) => (one.ok ? 'ok' : one.reason))
    t.equal(reasons.filter((reason) => reason === 'wrong').length, 5)
    t.equal(reasons.filter((reason) => reason === 'too_many').length, 15)
  }
})

t.test(
  'the pause is half a minute at first, twice as long after each failure, and a quarter of an hour at most',
  async (t) => {
    const { email } = await person()
    const pauses: number[] = []
    await atOnce(5, () => tryAs(email, 'wrong'))
    for (let failures = 5; failures < 12; failures++) {
      const refused = await tryAs(email, PASSWORD)
      pauses.push(!refused.ok && refused.reason === 'too_many' ? refused.retryAfterSeconds : 0)
      await pauseIsOver()
      t.match(await tryAs(email, 'wrong'), { reason: 'wrong' })
    }
    t.strictSame(pauses, [30, 60, 120, 240, 480, 900, 900])
  },
)

t.test('an attempt during the pause does not make it longer', async (t) => {
  const { email } = await person()
  await atOnce(5, () => tryAs(email, 'wrong'))
  const counted = async () =>
    (await pool.query('select failures, blocked_until from accounts.failed_logins order by subject')).rows
  const before = await counted()
  t.match(await tryAs(email, 'wrong'), { reason: 'too_many' })
  t.match(await tryAs(email, PASSWORD), { reason: 'too_many' })
  t.same(await counted(), before)
})

t.test('who succeeds begins anew', async (t) => {
  const { email } = await person()
  await atOnce(4, () => tryAs(email, 'wrong'))
  t.match(await tryAs(email, PASSWORD), { ok: true })
  t.same(
    (await atOnce(4, () => tryAs(email, 'wrong'))).map((one) => one.ok || one.reason),
    ['wrong', 'wrong', 'wrong', 'wrong'],
  )
  t.match(await tryAs(email, PASSWORD), { ok: true })
})

t.test('failures are forgotten after a day', async (t) => {
  const { email } = await person()
  await atOnce(4, () => tryAs(email, 'wrong'))
  await pool.query("update accounts.failed_logins set last_at = now() - interval '25 hours'")
  await tryAs(email, 'wrong')
  t.match(await tryAs(email, PASSWORD), { ok: true })
})

t.test('thirty failures from one network are let through in a quarter of an hour', async (t) => {
  const { email } = await person()
  t.ok((await fail('2001:db8:1:2::1', 28)).every((reason) => reason === 'wrong'))
  t.strictSame(await fail('2001:db8:1:2:ffff::9', 3), ['wrong', 'wrong', 'too_many'])
  t.match(await tryAs(email, PASSWORD, '2001:0db8:0001:0002::7'), { reason: 'too_many' })
  t.match(await tryAs(email, PASSWORD, '2001:db8:1:3::1'), { ok: true }, 'another network')
  await pauseIsOver()
  t.match(await tryAs(email, PASSWORD, '2001:db8:1:2::1'), { ok: true })
})

t.test('an address of IPv4 is the same one when it is written as IPv6', async (t) => {
  await fail('198.51.100.7', 30)
  t.strictSame(await fail('::ffff:198.51.100.7', 1), ['too_many'])
  t.strictSame(await fail('198.51.100.8', 1), ['wrong'])
})

t.test(
  'strangers who guess lock out neither the browsers that the owner uses nor other networks',
  async (t) => {
    const { email } = await person()
    for (const address of ['203.0.113.7', '203.0.113.8', '203.0.113.9', '203.0.113.10', '203.0.113.11'])
      await tryAs(email, 'wrong', address)
    t.match(await tryAs(email, PASSWORD, '203.0.113.200'), { reason: 'too_many' }, 'a neighbour of theirs')
    t.match(
      await tryAs(email, PASSWORD, '203.0.113.7', 'laptop'),
      { ok: true },
      'a known browser beside them',
    )
    t.match(await tryAs(email, PASSWORD, '198.51.100.1'), { ok: true }, 'a new browser elsewhere')
    t.match(
      await tryAs(email, PASSWORD, '203.0.113.7'),
      { reason: 'too_many' },
      'that does not let them go on',
    )
  },
)

t.test('a /48 of IPv6 is one neighbourhood for an account', async (t) => {
  const { email } = await person()
  for (let at = 0; at < 5; at++) await tryAs(email, 'wrong', `2001:db8:7:${at}::1`)
  t.match(await tryAs(email, PASSWORD, '2001:db8:7:ffff::1'), { reason: 'too_many' })
  t.match(await tryAs(email, PASSWORD, '2001:db8:8::1'), { ok: true })
})

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

t.test('guessing from many networks is slow, for strangers only', async (t) => {
  const { email } = await person()
  for (const known of [email, 'nobody@example.com']) {
    t.match(await tryAs(known, 'wrong', neighbourhood(1)), { reason: 'wrong' })
    await failedFromEverywhere(known, 49)
    t.match(await tryAs(known, 'wrong', neighbourhood(2)), { reason: 'wrong' }, 'the fiftieth')
    const seconds = secondsOf(await tryAs(known, PASSWORD, neighbourhood(3)))
    t.ok(seconds > 0 && seconds <= 30, `${seconds} s`)
  }
  t.match(await tryAs(email, PASSWORD, neighbourhood(1), 'laptop'), { ok: true })
  await pauseIsOver()
  t.match(await tryAs(email, 'wrong', neighbourhood(4)), { reason: 'wrong' })
  const seconds = secondsOf(await tryAs(email, 'wrong', neighbourhood(5)))
  t.ok(seconds > 30 && seconds <= 60, `${seconds} s`)
})

t.test('a login of the owner lets strangers guess no more than before', async (t) => {
  const { email } = await person()
  await tryAs(email, 'wrong', neighbourhood(1))
  await failedFromEverywhere(email, 49)
  t.match(await tryAs(email, PASSWORD, '198.51.100.1'), { ok: true })
  await pauseIsOver()
  t.match(await tryAs(email, 'wrong', neighbourhood(2)), { reason: 'wrong' })
  t.match(await tryAs(email, 'wrong', neighbourhood(3)), { reason: 'too_many' })
})

t.test('what fails in a known browser is counted for itself', async (t) => {
  const { email } = await person()
  const tried = await atOnce(8, () => tryAs(email, 'wrong', PLACE.address, 'laptop'))
  t.equal(tried.filter((one) => !one.ok && one.reason === 'wrong').length, 5)
  t.match(await tryAs(email, PASSWORD, PLACE.address, 'laptop'), {
    reason: 'too_many',
    retryAfterSeconds: 30,
  })
  t.match(await tryAs(email, PASSWORD, PLACE.address, 'telephone'), { ok: true })
  t.match(await tryAs(email, PASSWORD), { ok: true })
})

t.test('thirty failures from a network do not concern a known browser in it', async (t) => {
  const { email } = await person()
  await fail(PLACE.address, 30)
  t.match(await tryAs(email, PASSWORD), { reason: 'too_many' })
  t.match(await tryAs(email, PASSWORD, PLACE.address, 'laptop'), { ok: true })
})

t.test('strangers at the door do not keep who is logged in from changing the password', async (t) => {
  const user = await person()
  const { id, email } = user
  await atOnce(6, () => tryAs(email, 'wrong'))
  const change = (current: string) =>
    changePassword(pool, { user, current, next: OTHER_PASSWORD, keepSessionId: id })
  await atOnce(4, () => change('wrong'))
  t.match(await change(PASSWORD), { ok: true })
  await atOnce(5, () => change('wrong'))
  t.match(await change(OTHER_PASSWORD), { reason: 'too_many' }, 'who finds a browser open has five tries')
  t.match(await tryAs(email, OTHER_PASSWORD, '198.51.100.1'), { ok: true }, 'and does not block other logins')
})

t.test('a successful login does not use up the failure limit of its network', async (t) => {
  const { email } = await person()
  await tryAs(email, PASSWORD)
  await tryAs(email, PASSWORD)
  const { rows } = await pool.query('select failures from accounts.failed_logins')
  t.same(rows, [{ failures: 0 }, { failures: 0 }])
})

t.test('the owner of an account that another person locked gains access with a reset link', async (t) => {
  const { email } = await person()
  await atOnce(5, () => tryAs(email, 'wrong'))
  t.match(await tryAs(email, PASSWORD), { reason: 'too_many' })
  const reset = await requestReset(pool, email, operator)
  t.match(await resetPassword(pool, reset?.token ?? '', OTHER_PASSWORD), { ok: true })
  t.match(await tryAs(email, OTHER_PASSWORD), { ok: true })
})
