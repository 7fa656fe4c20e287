import {
  addPasskey,
  findPending,
  findSession,
  logInAs,
  openPasskeyLogin,
  openPendingLogin,
  passkeySite,
  passkeyToMake,
  passkeyToShow,
  type SecondStepTaken,
  takeSecondStep,
} from '@ecmr/accounts'
import t from 'tap'
import { authenticator } from './authenticator.js'
import { PLACE, type Person, people } from './people.js'

const { pool, person } = await people(t)
const siteOrNone = passkeySite('https://ecmr.example.com')
if (typeof siteOrNone === 'string') throw new Error(siteOrNone)
const site = siteOrNone
const secrets = { seal: (text: string) => text, open: (sealed: string) => sealed }

type Device = ReturnType<typeof authenticator>

/** A person who has logged in, and what their browser was asked to make. */
async function asked(user: Person) {
  const { token } = await logInAs(pool, user.id, PLACE)
  const session = await findSession(pool, token)
  if (session === undefined) throw new Error('there is no session')
  const { challenge } = await passkeyToMake(pool, site, session)
  return { session, challenge, ...site }
}

async function withPasskey(): Promise<{ readonly user: Person; readonly device: Device }> {
  const [user, device] = [await person(), authenticator()]
  const { session, ...ceremony } = await asked(user)
  const made = await addPasskey(pool, site, session, { response: device.make(ceremony), name: 'Key' })
  t.match(made, { ok: true, recoveryCodes: Array })
  return { user, device }
}

/** A login that waits for the second step after the person's password, and what the browser is asked for. */
async function waiting({ id: userId }: Person) {
  const { token } = await openPendingLogin(pool, { userId, provenBy: 'password' })
  const pending = await findPending(pool, token)
  if (pending === undefined) throw new Error('it does not wait')
  const { challenge } = await passkeyToShow(pool, site, { pending: pending.hash, userId })
  const take = (response: ReturnType<Device['show']>): Promise<SecondStepTaken> =>
    takeSecondStep(
      { pool, secrets, pending, place: PLACE, now: new Date() },
      { kind: 'passkey', response, site },
    )
  return { challenge, take, ...site }
}

t.test('a passkey is taken as it was asked for, once', async (t) => {
  const [user, device] = [await person(), authenticator()]
  const { session, ...ceremony } = await asked(user)
  const add = (response: ReturnType<Device['make']>) =>
    addPasskey(pool, site, session, { response, name: 'Key' })
  for (const [what, changed] of Object.entries({
    'for another page': { origin: 'https://ecmr.example.org' },
    'for another site': { rpId: 'example.org' },
    'with another challenge': { challenge: 'A'.repeat(43) },
  })) {
    const { challenge } = await passkeyToMake(pool, site, session)
    t.same(
      await add(device.make({ ...ceremony, challenge, ...changed })),
      { ok: false, reason: 'refused' },
      what,
    )
  }
  const { challenge } = await passkeyToMake(pool, site, session)
  const response = device.make({ ...ceremony, challenge })
  t.match(await add(response), { ok: true })
  t.same(await add(response), { ok: false, reason: 'stale' }, 'a challenge is used up')
})

t.test('a challenge of another session is worth nothing, nor one of long ago', async (t) => {
  const [own, others] = [await asked(await person()), await asked(await person())]
  const response = authenticator().make({ ...site, challenge: others.challenge })
  t.match(await addPasskey(pool, site, own.session, { response, name: 'Key' }), { reason: 'refused' })

  const late = await asked(await person())
  await pool.query(`update accounts.sessions set challenge_until = now() where id = $1`, [
    late.session.sessionId,
  ])
  const lateResponse = authenticator().make({ ...site, challenge: late.challenge })
  const made = await addPasskey(pool, site, late.session, { response: lateResponse, name: 'Key' })
  t.match(made, { reason: 'stale' })
})

t.test('a passkey belongs to one person', async (t) => {
  const { device } = await withPasskey()
  const { session, ...ceremony } = await asked(await person())
  t.same(await addPasskey(pool, site, session, { response: device.make(ceremony), name: 'Key' }), {
    ...{ ok: false, reason: 'known' },
  })
})

t.test('after the password only a passkey of that person lets in', async (t) => {
  const [one, other] = [await withPasskey(), await withPasskey()]
  const foreign = await waiting(one.user)
  t.match(await foreign.take(other.device.show(foreign)), { ok: false, reason: 'wrong' })
  const unknown = await waiting(one.user)
  t.match(await unknown.take(authenticator().show(unknown)), { ok: false, reason: 'wrong' })
  for (const [what, changed] of Object.entries({
    'shown to another page': { origin: 'https://ecmr.example.org' },
    'shown to another site': { rpId: 'example.org' },
    'for another login': { challenge: foreign.challenge },
  })) {
    const login = await waiting(one.user)
    t.match(await login.take(one.device.show({ ...login, ...changed })), { ok: false, reason: 'wrong' }, what)
  }
  const login = await waiting(one.user)
  t.match(await login.take(one.device.show(login)), { ok: true, userId: one.user.id, begun: {} })
  t.match(await login.take(one.device.show(login)), { ok: false, reason: 'over' }, 'a login is taken once')
})

t.test('a counter that does not rise says that there is a copy', async (t) => {
  const { user, device } = await withPasskey()
  const show = async (counter: number) => {
    const login = await waiting(user)
    return login.take(device.show({ ...login, counter }))
  }
  t.match(await show(7), { ok: true })
  t.match(await show(7), { ok: false, reason: 'wrong' })
  t.match(await show(3), { ok: false, reason: 'wrong' })
  t.match(await show(8), { ok: true })
})

t.test('without a password the device has to name the person, and to verify them', async (t) => {
  const { user, device } = await withPasskey()
  const { rows } = await pool.query('select passkey_handle from accounts.users where id = $1', [user.id])
  const handle: string = rows[0].passkey_handle.toString('base64url')
  const show = async (how: { readonly isVerified?: boolean; readonly userHandle?: string }) => {
    const opened = await openPasskeyLogin(pool, { address: PLACE.address })
    const pending = opened.ok ? await findPending(pool, opened.token) : undefined
    if (pending === undefined) throw new Error('it does not wait')
    const { challenge } = await passkeyToShow(pool, site, { pending: pending.hash })
    const { isVerified = true, userHandle } = how
    const response = device.show({ ...site, challenge, isVerified }, userHandle)
    const step = { kind: 'passkey', response, site } as const
    return takeSecondStep({ pool, secrets, pending, place: PLACE, now: new Date() }, step)
  }
  t.match(await show({}), { ok: false, reason: 'wrong' })
  t.match(await show({ userHandle: 'AAAA' }), { ok: false, reason: 'wrong' })
  t.match(await show({ userHandle: handle, isVerified: false }), { ok: false, reason: 'unverified' })
  t.match(await show({ userHandle: handle }), { ok: true, userId: user.id, with: 'passkey' })
})
