import {
  acceptInvitation,
  changePassword,
  confirmRegistration,
  findSession,
  invite,
  logIn,
  requestRegistration,
  requestReset,
  resetPassword,
} from '@ecmr/accounts'
import t from 'tap'
import { operator } from '../support/api.js'
import { OTHER_PASSWORD, PASSWORD, PLACE, people } from './people.js'

const { pool, person } = await people(t)

/** Every row of every table of the schema, as text. */
async function everything(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'accounts'")
  const tables = new Map<string, string>()
  for (const { tablename } of rows) {
    const content = await pool.query(`select (r.*)::text as row from accounts.${tablename} r`)
    tables.set(tablename, content.rows.map(({ row }) => row).join('\n'))
  }
  return tables
}

t.test('no table holds a password or a token that works, and the trail no address', async (t) => {
  const owner = await person()
  const registration = { company_name: 'Eva', name: 'Eva', email: 'eva@example.com', language: 'es' } as const
  const requested = await requestRegistration(pool, registration)
  const unfollowed = await requestRegistration(pool, { ...registration, email: 'mar@example.com' })
  if (requested.kind !== 'link' || unfollowed.kind !== 'link') return t.fail('two links')
  t.match(await confirmRegistration(pool, requested.token, PASSWORD), { ok: true })
  const input = { email: 'pau@example.com', role: 'member', language: 'es' } as const
  const invited = await invite(pool, owner.company, input, owner.actor)
  if (!invited.ok) return t.fail(invited.reason)
  const accepted = await acceptInvitation(pool, invited.token, {
    name: 'Pau',
    password: PASSWORD,
    language: 'es',
  })
  const reset = await requestReset(pool, owner.email, operator)
  await resetPassword(pool, reset?.token ?? '', OTHER_PASSWORD)
  const logged = await logIn(pool, { email: owner.email, password: OTHER_PASSWORD, place: PLACE })
  if (!logged.ok || !accepted.ok) return t.fail('logged in')
  const { sessionId = '' } = (await findSession(pool, logged.token)) ?? {}
  const change = { user: owner, current: OTHER_PASSWORD, next: PASSWORD, keepSessionId: sessionId }
  t.match(await changePassword(pool, change), { ok: true })
  await logIn(pool, { email: owner.email, password: 'a password that is wrong', place: PLACE })

  const tables = await everything()
  const tokens = [requested.token, unfollowed.token, invited.token, reset?.token ?? '', logged.token]
  const secrets = [...tokens, PASSWORD, OTHER_PASSWORD, 'a password that is wrong']
  const bytes = secrets.map((secret) => Buffer.from(secret).toString('hex'))
  const raw = tokens.map((token) => Buffer.from(token, 'base64url').toString('hex'))
  t.ok(tables.size >= 7)
  for (const [table, text] of tables) {
    for (const secret of [...secrets, ...bytes, ...raw]) t.notOk(text.includes(secret), table)
  }
  const trail = tables.get('audit_outbox') ?? ''
  t.ok(trail.includes('UserPasswordChanged'))
  t.notMatch(trail, /@example|192\.0\.2|Firefox|scrypt/)
  t.notMatch(tables.get('failed_logins'), /@|192\.0\.2/)
  t.notMatch(tables.get('links'), /scrypt/, 'a link brings no password')
  const followed = await pool.query('select details::text from accounts.links where used_at is not null')
  for (const { details } of followed.rows) t.equal(details, '{}', 'what was followed is forgotten')
  return undefined
})
