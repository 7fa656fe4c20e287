import {
  findReset,
  findSession,
  listSessions,
  logIn,
  logInAs,
  outsideOf,
  requestReset,
  resetPassword,
} from '@ecmr/accounts'
import t from 'tap'
import { operator } from '../support/api.js'
import { atOnce, INVENTED, OTHER_PASSWORD, PASSWORD, PLACE, people } from './people.js'

const { pool, person, trail } = await people(t)
const VISITOR = { kind: 'system', id: 'panel', name: 'Panel' } as const

async function linkFor(email: string): Promise<string> {
  return (await requestReset(pool, email, operator))?.token ?? ''
}

t.test('a reset sets another password and ends all earlier sessions and links', async (t) => {
  const { id, email, company } = await person()
  const { token: session } = await logInAs(pool, id, PLACE)
  const token = await linkFor(email.toUpperCase())
  t.match(await findReset(pool, token), { id, email })
  t.match(await resetPassword(pool, token, OTHER_PASSWORD), { ok: true, user: { id } })
  t.equal(await findSession(pool, session), undefined)
  t.same(await listSessions(pool, id), [])
  t.equal(await findReset(pool, token), undefined)
  t.match(await logIn(pool, { email, password: PASSWORD, place: PLACE }), { reason: 'wrong' })
  t.match(await logIn(pool, { email, password: OTHER_PASSWORD, place: PLACE }), { ok: true })
  t.match((await trail(company)).slice(-3), [
    { type: 'UserPasswordResetRequested', data: { user_id: id }, actor: { kind: 'operator' } },
    { type: 'UserPasswordChanged', data: { user_id: id, by: 'link' }, actor: { kind: 'user', id } },
    { type: 'UserLoggedIn' },
  ])
})

t.test('of six who follow a link at once one chooses the password', async (t) => {
  const { id, email } = await person()
  const token = await linkFor(email)
  const reset = await atOnce(6, () => resetPassword(pool, token, OTHER_PASSWORD))
  t.equal(reset.filter(({ ok }) => ok).length, 1)
  t.equal(reset.filter((one) => !one.ok && one.reason === 'unknown_link').length, 5)
  t.match(await logIn(pool, { email, password: OTHER_PASSWORD, place: PLACE }), { ok: true, user: { id } })
})

t.test('a newer link ends the older ones, also when they are asked for at once', async (t) => {
  const { email } = await person()
  const tokens = await atOnce(5, () => linkFor(email))
  const works = await Promise.all(tokens.map((token) => findReset(pool, token)))
  t.equal(works.filter((user) => user !== undefined).length, 1)
})

t.test('a link that is expired, invented or malformed changes nothing', async (t) => {
  const { email } = await person()
  const token = await linkFor(email)
  await pool.query('update accounts.links set expires_at = now()')
  for (const unknown of [token, INVENTED, '', '../..']) {
    t.equal(await findReset(pool, unknown), undefined)
    t.strictSame(await resetPassword(pool, unknown, OTHER_PASSWORD), { ok: false, reason: 'unknown_link' })
  }
  t.match(await logIn(pool, { email, password: PASSWORD, place: PLACE }), { ok: true })
})

t.test('a link lives for an hour', async (t) => {
  const { id, email } = await person()
  await linkFor(email)
  const { rows } = await pool.query(
    'select extract(epoch from expires_at - created_at)::int as seconds from accounts.links where user_id = $1',
    [id],
  )
  t.ok(Math.abs(rows[0].seconds - 3_600) <= 1)
})

t.test('an address without an account gets no link', async (t) => {
  t.equal(await requestReset(pool, 'nobody@example.com', operator), undefined)
})

const asks = (email: string, address: string, device?: string) =>
  requestReset(pool, email, VISITOR, outsideOf({ address }, device))
const madeOf = (links: readonly unknown[]): number => links.filter((link) => link !== undefined).length

t.test(
  'a mailbox cannot be flooded: five links an hour from one network, except by the operator',
  async (t) => {
    const { email } = await person()
    t.equal(madeOf(await atOnce(8, () => asks(email, '192.0.2.1'))), 5)
    t.equal(await asks(email, '192.0.2.99'), undefined, 'a neighbour')
    t.ok(await requestReset(pool, email, operator))
    await pool.query('update accounts.failed_logins set blocked_until = now()')
    t.ok(await asks(email, '192.0.2.1'))
  },
)

t.test(
  'strangers use up none of the links of the owner’s browsers, and twenty an hour at most',
  async (t) => {
    const { email } = await person()
    const strangers: unknown[] = []
    for (let at = 0; at < 30; at++) strangers.push(await asks(email, `198.18.${at}.1`))
    t.equal(madeOf(strangers), 20)
    t.equal(madeOf(await atOnce(8, () => asks(email, '198.18.0.1', 'laptop'))), 5)
  },
)

t.test(
  'a link that a stranger asks for does not end the one that its owner is about to follow',
  async (t) => {
    const { id, email } = await person()
    const mine = await asks(email, '192.0.2.1')
    const theirs = await asks(email, '203.0.113.1')
    t.match(await resetPassword(pool, mine?.token ?? '', OTHER_PASSWORD), { ok: true, user: { id } })
    t.equal(await findReset(pool, theirs?.token ?? ''), undefined, 'once it was followed no other works')
  },
)
