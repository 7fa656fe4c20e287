import {
  confirmRegistration,
  findCompany,
  findRegistration,
  findUser,
  logIn,
  type Registrant,
  register,
  requestRegistration,
  requestReset,
  resetPassword,
} from '@ecmr/accounts'
import t from 'tap'
import { operator } from '../support/api.js'
import { atOnce, INVENTED, OTHER_PASSWORD, PASSWORD, PLACE, people } from './people.js'

const { pool, person, trail, heldBack } = await people(t)

let asked = 0
function registrant(more: Partial<Registrant> = {}): Registrant {
  asked += 1
  const email = `Ana${asked}@example.com`
  return { company_name: 'Fletes Ana', name: 'Ana Ruiz', email, language: 'en', ...more }
}

async function linkFor(wanted: Registrant): Promise<string> {
  const requested = await requestRegistration(pool, wanted)
  return requested.kind === 'link' ? requested.token : ''
}

t.test('who registers at once has a company, is its owner, and can log in', async (t) => {
  const wanted = { ...registrant(), password: PASSWORD }
  const registered = await register(pool, wanted)
  if (!registered.ok) return t.fail(registered.reason)
  const { user } = registered
  t.match(user, { name: 'Ana Ruiz', email: wanted.email, role: 'owner', language: 'en' })
  const { email, password } = wanted
  t.match(await logIn(pool, { email, password, place: PLACE }), { ok: true, user: { id: user.id } })
  t.match(await findCompany(pool, user.company_id), { name: 'Fletes Ana', plan: 'free', policy: 'lenient' })
  t.match(await trail(user.company_id), [
    { type: 'CompanyRegistered', data: { name: 'Fletes Ana' }, actor: { kind: 'user', id: user.id } },
    { type: 'UserAdded', data: { user_id: user.id, role: 'owner' }, actor: { kind: 'user', id: user.id } },
    { type: 'UserLoggedIn' },
  ])
  t.strictSame(await register(pool, { ...wanted, email: wanted.email.toUpperCase() }), {
    ok: false,
    reason: 'email_taken',
  })
  return undefined
})

t.test('an address that is taken leaves no company behind', async (t) => {
  const { email } = await person()
  await register(pool, { ...registrant({ email, company_name: 'Left behind' }), password: PASSWORD })
  t.equal(await findCompany(pool, 'Left behind'), undefined)
})

t.test('nothing exists before the link is followed', async (t) => {
  const wanted = registrant({ company_name: 'Not yet' })
  const token = await linkFor(wanted)
  t.equal(await findUser(pool, wanted.email), undefined)
  t.equal(await findCompany(pool, 'Not yet'), undefined)
  t.strictSame(await findRegistration(pool, token), wanted)
  t.equal(await findUser(pool, wanted.email), undefined, 'nor because the link was viewed')
  const confirmed = await confirmRegistration(pool, token, PASSWORD)
  t.match(confirmed, {
    ok: true,
    user: { email: wanted.email, name: wanted.name, role: 'owner', language: 'en' },
  })
  t.match(await findCompany(pool, 'Not yet'), { id: confirmed.ok ? confirmed.user.company_id : '' })
  const { email } = wanted
  t.match(await logIn(pool, { email, password: PASSWORD, place: PLACE }), { ok: true })
  t.equal(await findRegistration(pool, token), undefined, 'it is used up')
})

t.test('a link stores nothing that its requester could log in with', async (t) => {
  const stranger = { ...registrant(), password: OTHER_PASSWORD }
  const token = await linkFor(stranger)
  const { email, language, company_name, name } = stranger
  const { rows } = await pool.query('select details from accounts.links where email = $1', [email])
  t.strictSame(rows, [{ details: { company_name, name, language } }])
  t.match(await confirmRegistration(pool, token, PASSWORD), { ok: true })
  const place = PLACE
  t.match(await logIn(pool, { email, password: OTHER_PASSWORD, place }), { ok: false, reason: 'wrong' })
})

t.test('of four who follow a link at once one registers', async (t) => {
  const wanted = registrant({ company_name: 'Once only' })
  const token = await linkFor(wanted)
  const hold = { statement: 'select from accounts.links for update', waiting: 4 }
  const confirmed = await heldBack(hold, () => atOnce(4, () => confirmRegistration(pool, token, PASSWORD)))
  t.equal(confirmed.filter(({ ok }) => ok).length, 1)
  const refusals = new Set(confirmed.flatMap((one) => (one.ok ? [] : [one.reason])))
  t.same([...refusals], ['unknown_link'])
  t.match(await findCompany(pool, 'Once only'), { name: 'Once only' })
})

t.test('a link that is expired, invented or made for another purpose registers no user', async (t) => {
  const expired = await linkFor(registrant())
  const { rows } = await pool.query(
    `select extract(epoch from expires_at - created_at)::int as seconds from accounts.links
     where purpose = 'registration' and used_at is null`,
  )
  t.ok(Math.abs(rows[0].seconds - 24 * 3_600) <= 1, 'it lives for a day')
  await pool.query("update accounts.links set expires_at = now() where purpose = 'registration'")
  const { email } = await person()
  const reset = (await requestReset(pool, email, operator))?.token ?? ''
  for (const token of [expired, reset, INVENTED, '', 'x'.repeat(1_000_000), '\u0000']) {
    t.equal(await findRegistration(pool, token), undefined)
    t.strictSame(await confirmRegistration(pool, token, PASSWORD), { ok: false, reason: 'unknown_link' })
  }
  t.match(await resetPassword(pool, reset, OTHER_PASSWORD), { ok: true }, 'and keeps its own purpose')
})

t.test('an address with an account gets no link, but its owner is notified', async (t) => {
  const { id, email } = await person()
  t.match(await requestRegistration(pool, registrant({ email: ` ${email.toUpperCase()}` })), {
    kind: 'email_taken',
    user: { id },
  })
})

t.test('of two links for one address the first that is followed counts', async (t) => {
  const wanted = registrant({ company_name: 'First' })
  const [first, second] = [await linkFor(wanted), await linkFor({ ...wanted, company_name: 'Second' })]
  const followed = await Promise.all(
    [first, second].map((token) => confirmRegistration(pool, token, PASSWORD)),
  )
  t.same(followed.map((one) => (one.ok ? 'ok' : one.reason)).sort(), ['email_taken', 'ok'])
  const companies = [await findCompany(pool, 'First'), await findCompany(pool, 'Second')]
  t.equal(companies.filter((company) => company !== undefined).length, 1)
})
