import { logIn, requestReset, resetPassword } from '@ecmr/accounts'
import t from 'tap'
import { operator } from '../support/api.js'
import { atOnce, CHEAP_HASH, OTHER_PASSWORD, PASSWORD, PLACE, people } from './people.js'

const { pool, person } = await people(t)
t.beforeEach(() => pool.query('delete from accounts.failed_logins'))

const tryAs = (email: string, password: string, address = PLACE.address) =>
  logIn(pool, { email, password, place: { ...PLACE, address } })

/** As if the time had come until which somebody is left alone. */
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
  await pool.query('update accounts.users set password_hash = $1 where email = $2', [CHEAP_HASH, email])
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

t.test('who logs in well uses up none of what his network may fail', async (t) => {
  const { email } = await person()
  await tryAs(email, PASSWORD)
  await tryAs(email, PASSWORD)
  const { rows } = await pool.query('select failures from accounts.failed_logins')
  t.same(rows, [{ failures: 0 }])
})

t.test('the owner of an account that somebody has locked gets in by a reset link', async (t) => {
  const { email } = await person()
  await atOnce(5, () => tryAs(email, 'wrong'))
  t.match(await tryAs(email, PASSWORD), { reason: 'too_many' })
  const reset = await requestReset(pool, email, operator)
  t.match(await resetPassword(pool, reset?.token ?? '', OTHER_PASSWORD), { ok: true })
  t.match(await tryAs(email, OTHER_PASSWORD), { ok: true })
})
