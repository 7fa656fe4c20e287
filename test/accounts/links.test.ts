import {
  acceptInvitation,
  confirmRegistration,
  findCompany,
  findInvitation,
  findRegistration,
  findReset,
  findSession,
  findPerson,
  invite,
  listInvitations,
  listSessions,
  logIn,
  logInAs,
  MOST_INVITATIONS,
  outsideOf,
  type Registrant,
  register,
  requestRegistration,
  requestReset,
  resetPassword,
  withdrawInvitation,
} from '@ecmr/accounts'
import t from 'tap'
import { operator } from '../support/api.js'
import { atOnce, INVENTED, OTHER_PASSWORD, PASSWORD, type Person, PLACE, people } from './people.js'

// Links in messages: to register, to choose another password, to join a company.

const { pool, person, trail, heldBack } = await people(t)
const EVA = { name: 'Eva', password: PASSWORD, language: 'es' } as const
const VISITOR = { kind: 'system', id: 'panel' } as const
const UNKNOWN = { ok: false, reason: 'unknown_link' } as const
const TAKEN = { ok: false, reason: 'email_taken' } as const
const tryAs = (email: string, password = PASSWORD) => logIn(pool, { email, password, place: PLACE })
const madeOf = (links: readonly unknown[]): number => links.filter((link) => link !== undefined).length

let made = 0
const newEmail = () => {
  made += 1
  return `Ana${made}@example.com`
}
const registrant = (more: Partial<Registrant> = {}): Registrant => ({
  company_name: 'Fletes Ana',
  name: 'Ana Ruiz',
  email: newEmail(),
  language: 'en',
  ...more,
})

async function registrationFor(wanted = registrant()): Promise<string> {
  const requested = await requestRegistration(pool, wanted)
  return requested.kind === 'link' ? requested.token : ''
}

async function resetFor(email: string): Promise<string> {
  return (await requestReset(pool, email, operator))?.token ?? ''
}

async function invited(by: Person, email = newEmail()) {
  const made = await invite(pool, by.company, { email, role: 'member', language: 'en' }, by.actor)
  if (!made.ok) throw new Error(made.reason)
  return made
}

/** Each kind of link: how one is made, looked at and followed, and how many seconds it works. */
const kinds = {
  registration: {
    make: () => registrationFor(),
    find: (token: string) => findRegistration(pool, token),
    follow: (token: string) => confirmRegistration(pool, token, PASSWORD),
    seconds: 24 * 3_600,
  },
  reset: {
    make: async () => resetFor((await person()).email),
    find: (token: string) => findReset(pool, token),
    follow: (token: string) => resetPassword(pool, token, OTHER_PASSWORD),
    seconds: 3_600,
  },
  invitation: {
    make: async () => (await invited(await person())).token,
    find: (token: string) => findInvitation(pool, token),
    follow: (token: string) => acceptInvitation(pool, token, EVA),
    seconds: 7 * 24 * 3_600,
  },
}

for (const [purpose, { make, find, follow, seconds }] of Object.entries(kinds))
  t.test(`a link for a ${purpose} works once, for its time and its purpose`, async (t) => {
    const token = await make()
    const { rows } = await pool.query(
      `select extract(epoch from expires_at - created_at)::int as seconds from accounts.links
       where purpose = $1 order by id desc limit 1`,
      [purpose],
    )
    t.ok(Math.abs(rows[0].seconds - seconds) <= 1, `${rows[0].seconds} s`)
    const others = Object.entries(kinds).filter(([other]) => other !== purpose)
    for (const [other, kind] of others) {
      t.equal(await kind.find(token), undefined, other)
      t.strictSame(await kind.follow(token), UNKNOWN, other)
    }
    t.ok(await find(token), 'which leaves it good')
    const hold = { statement: 'select from accounts.links for update', waiting: 4 }
    const followed = await heldBack(hold, () =>
      atOnce<Awaited<ReturnType<typeof follow>>>(4, () => follow(token)),
    )
    t.equal(followed.filter(({ ok }) => ok).length, 1)
    const refusals = new Set(followed.flatMap((one) => (one.ok ? [] : [one.reason])))
    t.same([...refusals], ['unknown_link'])
    const expired = await make()
    await pool.query('update accounts.links set expires_at = now()')
    for (const unknown of [token, expired, INVENTED, '', '../..', 'x'.repeat(1_000_000), '\u0000']) {
      t.equal(await find(unknown), undefined)
      t.strictSame(await follow(unknown), UNKNOWN)
    }
  })

t.test('who registers at once has a company, is its owner, and can log in', async (t) => {
  const wanted = { ...registrant(), password: PASSWORD }
  const registered = await register(pool, wanted)
  if (!registered.ok) return t.fail(registered.reason)
  const { id, company_id } = registered.user
  t.match(registered.user, { name: 'Ana Ruiz', email: wanted.email, role: 'owner', language: 'en' })
  t.match(await tryAs(wanted.email), { ok: true, user: { id } })
  t.match(await findCompany(pool, company_id), { name: 'Fletes Ana', plan: 'free', policy: 'lenient' })
  t.match(await trail(company_id), [
    { type: 'CompanyRegistered', data: { name: 'Fletes Ana' }, actor: { kind: 'user', id } },
    { type: 'UserAdded', data: { user_id: id, role: 'owner' }, actor: { kind: 'user', id } },
    { type: 'UserLoggedIn' },
  ])
  const again = { ...wanted, email: wanted.email.toUpperCase(), company_name: 'Left behind' }
  t.strictSame(await register(pool, again), TAKEN)
  t.equal(await findCompany(pool, 'Left behind'), undefined)
  return undefined
})

t.test('nothing exists before a registration is followed, nor a password in its link', async (t) => {
  const wanted = { ...registrant({ company_name: 'Not yet' }), password: OTHER_PASSWORD }
  const { email, password: _, ...details } = wanted
  const token = await registrationFor(wanted)
  t.strictSame(await findRegistration(pool, token), { ...details, email })
  t.equal(await findPerson(pool, email), undefined)
  t.equal(await findCompany(pool, 'Not yet'), undefined)
  const { rows } = await pool.query('select details from accounts.links where email = $1', [email])
  t.strictSame(rows, [{ details }])
  const confirmed = await confirmRegistration(pool, token, PASSWORD)
  t.match(confirmed, { ok: true, user: { email, name: wanted.name, role: 'owner', language: 'en' } })
  t.match(await findCompany(pool, 'Not yet'), { id: confirmed.ok ? confirmed.user.company_id : '' })
  t.match(await tryAs(email), { ok: true })
  t.match(await tryAs(email, OTHER_PASSWORD), { ok: false, reason: 'wrong' })
})

t.test('an address with an account gets no link to register, but its owner is notified', async (t) => {
  const { id, email } = await person()
  const requested = await requestRegistration(pool, registrant({ email: ` ${email.toUpperCase()}` }))
  t.match(requested, { kind: 'email_taken', user: { id } })
})

t.test('of two registrations of one address the first that is followed counts', async (t) => {
  const wanted = registrant({ company_name: 'First' })
  const links = [await registrationFor(wanted), await registrationFor({ ...wanted, company_name: 'Second' })]
  const followed = await Promise.all(links.map((token) => confirmRegistration(pool, token, PASSWORD)))
  t.same(followed.map((one) => (one.ok ? 'ok' : one.reason)).sort(), ['email_taken', 'ok'])
  t.equal(madeOf([await findCompany(pool, 'First'), await findCompany(pool, 'Second')]), 1)
})

t.test('a reset sets another password and ends all earlier sessions and links', async (t) => {
  const { id, email, company } = await person()
  const { token: session } = await logInAs(pool, id, PLACE)
  const [older, token] = [await resetFor(email), await resetFor(email.toUpperCase())]
  t.equal(await findReset(pool, older), undefined, 'a newer link ends the older ones')
  t.match(await findReset(pool, token), { id, email })
  t.match(await resetPassword(pool, token, OTHER_PASSWORD), { ok: true, user: { id } })
  t.equal(await findSession(pool, session), undefined)
  t.same(await listSessions(pool, id), [])
  t.match(await tryAs(email), { reason: 'wrong' })
  t.match(await tryAs(email, OTHER_PASSWORD), { ok: true })
  t.match((await trail(company)).slice(-3), [
    { type: 'UserPasswordResetRequested', data: { user_id: id }, actor: { kind: 'operator' } },
    { type: 'UserPasswordChanged', data: { user_id: id, by: 'link' }, actor: { kind: 'user', id } },
    { type: 'UserLoggedIn' },
  ])
  const tokens = await atOnce(5, () => resetFor(email))
  t.equal(madeOf(await Promise.all(tokens.map((each) => findReset(pool, each)))), 1, 'also at once')
  t.equal(await requestReset(pool, 'nobody@example.com', operator), undefined)
})

const asks = (email: string, address: string, device?: string) =>
  requestReset(pool, email, VISITOR, outsideOf({ address }, device))

t.test('a mailbox cannot be flooded with resets, except by the operator', async (t) => {
  const { email } = await person()
  t.equal(madeOf(await atOnce(8, () => asks(email, '192.0.2.1'))), 5)
  t.equal(await asks(email, '192.0.2.99'), undefined, 'an adjacent address')
  t.ok(await requestReset(pool, email, operator))
  await pool.query('update accounts.failed_logins set blocked_until = now()')
  t.ok(await asks(email, '192.0.2.1'))
  const other = await person()
  const strangers: unknown[] = []
  for (let at = 0; at < 30; at++) strangers.push(await asks(other.email, `198.18.${at}.1`))
  t.equal(madeOf(strangers), 20, 'an hour, from all networks')
  t.equal(madeOf(await atOnce(8, () => asks(other.email, '198.18.0.1', 'laptop'))), 5, 'none is the owner’s')
})

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

t.test('who follows an invitation belongs to the company, with its role and address', async (t) => {
  const owner = await person()
  const { token, invitation } = await invited(owner)
  const { email } = invitation
  t.match(invitation, { role: 'member', language: 'en', company_id: owner.company })
  t.match(await findInvitation(pool, token), { ...invitation, company_name: /^Company/ })
  t.same(await listInvitations(pool, owner.company), [invitation])
  const accepted = await acceptInvitation(pool, token, EVA)
  if (!accepted.ok) return t.fail(accepted.reason)
  const { id } = accepted.user
  t.match(accepted.user, { email, name: 'Eva', role: 'member', company_id: owner.company, language: 'es' })
  t.match(await tryAs(email), { ok: true })
  t.same(await listInvitations(pool, owner.company), [])
  t.match((await trail(owner.company)).slice(2), [
    { type: 'UserInvited', data: { invitation_id: invitation.id, role: 'member' }, actor: owner.actor },
    { type: 'UserAdded', data: { user_id: id, role: 'member' }, actor: { kind: 'user', id } },
    { type: 'UserLoggedIn' },
  ])
  return undefined
})

t.test(
  'an invitation is withdrawn by its company only, and replaced by one to the same address',
  async (t) => {
    const [owner, stranger] = [await person(), await person()]
    const { token: former } = await invited(owner, 'twice@example.com')
    const { token, invitation } = await invited(owner, 'TWICE@example.com')
    t.equal(await findInvitation(pool, former), undefined)
    t.match(await listInvitations(pool, owner.company), [{ id: invitation.id }])
    const withdraw = (by: Person, id = invitation.id) => withdrawInvitation(pool, by.company, id, by.actor)
    t.equal(await withdraw(stranger), false)
    t.equal(await withdraw(owner, 'no id'), false)
    t.ok(await findInvitation(pool, token))
    t.equal(await withdraw(owner), true)
    t.equal(await withdraw(owner), false)
    t.equal(await findInvitation(pool, token), undefined)
    t.strictSame(await acceptInvitation(pool, token, EVA), UNKNOWN)
    const data = { invitation_id: invitation.id }
    t.match((await trail(owner.company)).at(-1), { type: 'InvitationWithdrawn', data, actor: owner.actor })
  },
)

t.test('who has an account elsewhere learns by the link that it cannot be followed', async (t) => {
  const [owner, other, another] = [await person(), await person(), await person()]
  const input = { email: owner.email.toUpperCase(), role: 'owner', language: 'es' } as const
  t.strictSame(await invite(pool, owner.company, input, owner.actor), TAKEN, 'of the same company')
  const elsewhere = await invited(owner, other.email.toUpperCase())
  t.strictSame(await acceptInvitation(pool, elsewhere.token, EVA), TAKEN)
  const both = [await invited(owner, 'both@example.com'), await invited(another, 'both@example.com')]
  const followed = await Promise.all(both.map(({ token }) => acceptInvitation(pool, token, EVA)))
  t.same(followed.map((one) => (one.ok ? 'ok' : one.reason)).sort(), ['email_taken', 'ok'])
})

t.test('a company has a limited number of open invitations, also when they are made at once', async (t) => {
  const owner = await person()
  const send = ({ company, actor } = owner) =>
    invite(pool, company, { email: newEmail(), role: 'member', language: 'es' }, actor)
  for (let count = 2; count < MOST_INVITATIONS; count += 1) t.match(await send(), { ok: true })
  const made = await atOnce(5, () => send())
  t.equal(made.filter(({ ok }) => ok).length, 2)
  t.equal(made.filter((one) => !one.ok && one.reason === 'too_many').length, 3)
  t.match(await send(await person()), { ok: true })
})
