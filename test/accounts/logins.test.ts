import { changePassword, findSession, logIn } from '@ecmr/accounts'
import t from 'tap'
import { atOnce, OTHER_PASSWORD, PASSWORD, PLACE, people } from './people.js'

const { pool, person, trail, heldBack } = await people(t)
t.beforeEach(() => pool.query('delete from accounts.failed_logins'))

const tryAs = (email: string, password: string) => logIn(pool, { email, password, place: PLACE })

t.test('who knows the password is logged in, whatever the letter case of the address', async (t) => {
  const { id, email, company, company_id } = await person()
  const logged = await tryAs(` ${email.toUpperCase()} `, PASSWORD)
  if (!logged.ok) return t.fail(logged.reason)
  t.match(logged.user, { id, company_id, last_login_at: String })
  t.match(await findSession(pool, logged.token), { user: { id }, company: { id: company } })
  t.match((await trail(company)).at(-1), {
    type: 'UserLoggedIn',
    data: { user_id: id, by: 'password' },
    actor: { kind: 'user', id },
  })
  return undefined
})

t.test('a wrong password, an unknown address and one without a password get the same answer', async (t) => {
  const { email } = await person()
  const invited = await person()
  await pool.query('update accounts.users set password_hash = null where id = $1', [invited.id])
  t.strictSame(await tryAs(email, 'wrong'), { ok: false, reason: 'wrong' })
  t.strictSame(await tryAs('nobody@example.com', PASSWORD), { ok: false, reason: 'wrong' })
  t.strictSame(await tryAs(invited.email, PASSWORD), { ok: false, reason: 'wrong' })
})

t.test('a login is rejected when its password is changed during the login', async (t) => {
  const { id, email } = await person()
  const statement = `update accounts.users set password_changed_at = now() where id = '${id}'`
  const finish = `update accounts.users set password_hash = null where id = '${id}'`
  const logging = heldBack({ statement, waiting: 1, finish }, () => tryAs(email, PASSWORD))
  t.strictSame(await logging, { ok: false, reason: 'wrong' })
})

t.test(
  'changing a password needs the current one, and not knowing it counts as a failed login',
  async (t) => {
    const { email, company, ...user } = await person()
    const here = await tryAs(email, PASSWORD)
    const elsewhere = await tryAs(email, PASSWORD)
    if (!here.ok || !elsewhere.ok) return t.fail('logged in')
    const session = await findSession(pool, here.token)
    const change = (current: string) =>
      changePassword(pool, {
        user: { ...user, email },
        current,
        next: OTHER_PASSWORD,
        keepSessionId: session?.sessionId ?? '',
      })
    t.strictSame(await change('wrong'), { ok: false, reason: 'wrong' })
    t.strictSame(await change(PASSWORD), { ok: true })
    t.ok(await findSession(pool, here.token), 'the session in which it was changed stays')
    t.equal(await findSession(pool, elsewhere.token), undefined)
    t.match(await tryAs(email, PASSWORD), { reason: 'wrong' })
    t.match(await tryAs(email, OTHER_PASSWORD), { ok: true })
    t.match(
      (await trail(company)).find(({ type }) => type === 'UserPasswordChanged'),
      {
        data: { user_id: user.id, by: 'password' },
        actor: { kind: 'user', id: user.id },
      },
    )
    const tried = await atOnce(20, () => change('wrong'))
    t.equal(tried.filter((one) => !one.ok && one.reason === 'wrong').length, 5)
    t.match(await change(OTHER_PASSWORD), { reason: 'too_many' })
    return undefined
  },
)
