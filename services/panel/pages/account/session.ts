import {
  type BegunSession,
  beginSessionOf,
  DEVICE_KNOWN_MS,
  endSession,
  LONGEST_SESSION_MS,
  type LoginPlace,
  needsSecondStep,
  openPendingLogin,
  PENDING_MS,
  type Person,
  type SessionBegin,
} from '@ecmr/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../context.js'
import { type SecurityNews, securityMessage } from '../../mail/security-messages.js'
import { signedIn } from '../../panel-server.js'
import { browserName } from './browser-name.js'

const LONGEST_ADDRESS = 64

type Context = Pick<PanelContext, 'pool' | 'cookies' | 'devices' | 'mailer' | 'siteUrl' | 'clock'>

/** Where a login comes from, as the list of sessions shows it. */
export function loginPlaceOf({ ip, headers }: FastifyRequest): LoginPlace {
  return { address: ip.slice(0, LONGEST_ADDRESS), userAgent: headers['user-agent'] ?? '' }
}

/** The browser's name if this account has been used in it before. */
export function deviceOf(
  { cookies, devices }: Pick<PanelContext, 'cookies' | 'devices'>,
  request: FastifyRequest,
  email: string,
): string | undefined {
  return devices.recognise(cookies.read(request, 'device'), email)
}

/**
 * Logs a browser in with the token of a new session. Ends the browser's previous session and invalidates its earlier
 * forms, which prevents session fixation. Remembers the browser for the account, also after logging out; one that it was not known for is
 * told to the person by mail, unless the account is new.
 */
export async function beginSession(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, user, isNewAccount = false }: BegunSession & { readonly isNewAccount?: boolean },
): Promise<void> {
  const { pool, cookies, devices } = context
  if (!isNewAccount && deviceOf(context, request, user.email) === undefined)
    tellPerson(context, request, user, { kind: 'new_device' })
  const before = cookies.read(request, 'session')
  if (before !== undefined) await endSession(pool, before)
  cookies.clear(reply, 'login')
  cookies.clear(reply, 'csrf')
  cookies.clear(reply, 'mode')
  cookies.set(reply, 'session', token, LONGEST_SESSION_MS / 1_000)
  const device = devices.remember(cookies.read(request, 'device'), user.email)
  cookies.set(reply, 'device', device, DEVICE_KNOWN_MS / 1_000)
}

/** Lets a person who has just left the company of the session go on in the one used before, or logs them out. */
export async function goOnElsewhere(
  context: Context & Pick<PanelContext, 'live'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { user, secondFactor, identifiedAt } = signedIn(request)
  const begin = { by: 'switch', identifiedAt, ...(secondFactor && { secondFactor }) } as const
  const isElsewhere = await beginSessionAs(context, request, reply, user, begin)
  context.live.checkSessions()
  if (isElsewhere === 'begun') return reply.seeOther('/', 'company_left')
  context.cookies.clear(reply, 'session')
  return reply.seeOther('/entrar', 'company_left')
}

/**
 * Logs a user in who has been authenticated without a password: see `beginSession`. A person who has a second factor, and has not used it yet, is to be
 * led to the second step. `no_company`: they act for no company (any more).
 *
 * @param begin.company for which the session acts; the one used last unless given
 * @param begin.isNewAccount it has just been made
 */
export async function beginSessionAs(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { id }: Pick<Person, 'id'>,
  { isNewAccount, ...begin }: Omit<SessionBegin, 'place'> & { readonly isNewAccount?: boolean } = {
    by: 'link',
  },
): Promise<'begun' | 'second_step' | 'no_company'> {
  if (begin.secondFactor === undefined && (await needsSecondStep(context.pool, id))) {
    const { company } = begin
    const opening = { userId: id, provenBy: 'link', ...(company && { company }) } as const
    awaitSecondStep(context, reply, await openPendingLogin(context.pool, opening))
    return 'second_step'
  }
  const begun = await beginSessionOf(context.pool, id, { place: loginPlaceOf(request), ...begin })
  if (begun === undefined) return 'no_company'
  await beginSession(context, request, reply, { ...begun, ...(isNewAccount && { isNewAccount }) })
  return 'begun'
}

/** Has the browser keep which login waits for the second step. */
export function awaitSecondStep(
  { cookies }: Pick<PanelContext, 'cookies'>,
  reply: FastifyReply,
  { token }: { readonly token: string },
): void {
  cookies.set(reply, 'login', token, PENDING_MS / 1_000)
}

/** Tells a person by mail what happened to the security of their account, and where. */
export function tellPerson(
  { mailer, siteUrl, clock }: Pick<PanelContext, 'mailer' | 'siteUrl' | 'clock'>,
  request: FastifyRequest,
  { email, language }: Pick<Person, 'email' | 'language'>,
  news: SecurityNews,
): void {
  const { address, userAgent } = loginPlaceOf(request)
  const browser = browserName(userAgent, language)
  mailer?.send({
    to: email,
    ...securityMessage[language]({ ...news, at: clock(), browser, address, siteUrl }),
  })
}
