import {
  acceptInvitation,
  confirmRegistration,
  findInvitation,
  invite,
  listInvitations,
  logIn,
  MOST_INVITATIONS,
  withdrawInvitation,
} from '@ecmr/accounts'
import t from 'tap'
import { atOnce, INVENTED, PASSWORD, type Person, PLACE, people } from './people.js'

const { pool, person, trail } = await people(t)
const EVA = { name: 'Eva', password: PASSWORD, language: 'es' } as const

let asked = 0
const someone = () => {
  asked += 1
  return `eva${asked}@example.com`
}

async function invited(by: Person, email = someone()) {
  const made = await invite(pool, by.company, { email, role: 'member', language: 'en' }, by.actor)
  if (!made.ok) throw new Error(made.reason)
  return made
}

t.test(
  'who follows an invitation belongs to the company, with the role and address of the invitation',
  async (t) => {
    const owner = await person()
    const email = someone()
    const { token, invitation } = await invited(owner, email)
    t.match(invitation, { email, role: 'member', language: 'en', company_id: owner.company })
    t.match(await findInvitation(pool, token), { ...invitation, company_name: /^Company/ })
    t.same(await listInvitations(pool, owner.company), [invitation])
    const accepted = await acceptInvitation(pool, token, EVA)
    if (!accepted.ok) return t.fail(accepted.reason)
    const { user } = accepted
    t.match(user, { email, name: 'Eva', role: 'member', company_id: owner.company, language: 'es' })
    t.match(await logIn(pool, { email, password: PASSWORD, place: PLACE }), { ok: true })
    t.same(await listInvitations(pool, owner.company), [])
    t.equal(await findInvitation(pool, token), undefined)
    t.match((await trail(owner.company)).slice(2), [
      { type: 'UserInvited', data: { invitation_id: invitation.id, role: 'member' }, actor: owner.actor },
      { type: 'UserAdded', data: { user_id: user.id, role: 'member' }, actor: { kind: 'user', id: user.id } },
      { type: 'UserLoggedIn' },
    ])
    return undefined
  },
)

t.test('of four who follow an invitation at once one joins', async (t) => {
  const { token } = await invited(await person())
  const accepted = await atOnce(4, () => acceptInvitation(pool, token, EVA))
  t.equal(accepted.filter(({ ok }) => ok).length, 1)
  t.equal(accepted.filter((one) => !one.ok && one.reason === 'unknown_link').length, 3)
})

t.test('an invitation lives for a week, unless it is withdrawn by its company', async (t) => {
  const [owner, stranger] = [await person(), await person()]
  const { token, invitation } = await invited(owner)
  const days = (Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)) / 86_400_000
  t.ok(Math.abs(days - 7) < 0.001)
  t.equal(await withdrawInvitation(pool, stranger.company, invitation.id, stranger.actor), false)
  t.equal(await withdrawInvitation(pool, owner.company, 'no id', owner.actor), false)
  t.ok(await findInvitation(pool, token))
  t.equal(await withdrawInvitation(pool, owner.company, invitation.id, owner.actor), true)
  t.equal(await withdrawInvitation(pool, owner.company, invitation.id, owner.actor), false)
  t.equal(await findInvitation(pool, token), undefined)
  t.strictSame(await acceptInvitation(pool, token, EVA), { ok: false, reason: 'unknown_link' })
  t.match((await trail(owner.company)).at(-1), {
    type: 'InvitationWithdrawn',
    data: { invitation_id: invitation.id },
    actor: owner.actor,
  })
})

t.test('an invitation that is expired, invented or made for something else leads nowhere', async (t) => {
  const owner = await person()
  const { token } = await invited(owner)
  t.strictSame(await confirmRegistration(pool, token, PASSWORD), { ok: false, reason: 'unknown_link' })
  await pool.query('update accounts.links set expires_at = now()')
  for (const unknown of [token, INVENTED, '']) {
    t.equal(await findInvitation(pool, unknown), undefined)
    t.strictSame(await acceptInvitation(pool, unknown, EVA), { ok: false, reason: 'unknown_link' })
  }
  t.same(await listInvitations(pool, owner.company), [])
})

t.test('a second invitation to the same address replaces the first', async (t) => {
  const owner = await person()
  const first = await invited(owner, 'twice@example.com')
  const second = await invited(owner, 'TWICE@example.com')
  t.equal(await findInvitation(pool, first.token), undefined)
  t.ok(await findInvitation(pool, second.token))
  t.match(await listInvitations(pool, owner.company), [{ id: second.invitation.id }])
})

t.test(
  'who belongs to the company cannot be invited; who has an account elsewhere learns it by the link',
  async (t) => {
    const [owner, other, another] = [await person(), await person(), await person()]
    const input = { email: owner.email.toUpperCase(), role: 'owner', language: 'es' } as const
    t.strictSame(await invite(pool, owner.company, input, owner.actor), { ok: false, reason: 'email_taken' })
    const elsewhere = await invited(owner, other.email.toUpperCase())
    t.strictSame(await acceptInvitation(pool, elsewhere.token, EVA), { ok: false, reason: 'email_taken' })
    const [first, second] = [
      await invited(owner, 'both@example.com'),
      await invited(another, 'both@example.com'),
    ]
    t.match(await acceptInvitation(pool, first.token, EVA), { ok: true })
    t.strictSame(await acceptInvitation(pool, second.token, EVA), { ok: false, reason: 'email_taken' })
  },
)

t.test('a company has a limited number of open invitations, also when they are made at once', async (t) => {
  const owner = await person()
  const input = () => ({ email: someone(), role: 'member', language: 'es' }) as const
  const made = await atOnce(MOST_INVITATIONS + 3, () => invite(pool, owner.company, input(), owner.actor))
  t.equal(made.filter(({ ok }) => ok).length, MOST_INVITATIONS)
  t.equal(made.filter((one) => !one.ok && one.reason === 'too_many').length, 3)
  t.match(await invite(pool, (await person()).company, input(), owner.actor), { ok: true })
})
