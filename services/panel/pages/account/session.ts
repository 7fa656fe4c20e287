import {
  beginSessionOf,
  DEVICE_KNOWN_MS,
  endSession,
  LONGEST_SESSION_MS,
  type LoginPlace,
  type Person,
  type SessionBegin,
} from '@ecmr/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../context.js'
import { signedIn } from '../../panel-server.js'

const LONGEST_ADDRESS = 64

type Context = Pick<PanelContext, 'pool' | 'cookies' | 'devices'>

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
 * forms, which prevents session fixation. Remembers the browser for the account, also after logging out.
 */
export async function beginSession(
  { pool, cookies, devices }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, email }: { readonly token: string; readonly email: string },
): Promise<void> {
  const before = cookies.read(request, 'session')
  if (before !== undefined) await endSession(pool, before)
  cookies.clear(reply, 'csrf')
  cookies.clear(reply, 'mode')
  cookies.set(reply, 'session', token, LONGEST_SESSION_MS / 1_000)
  const device = devices.remember(cookies.read(request, 'device'), email)
  cookies.set(reply, 'device', device, DEVICE_KNOWN_MS / 1_000)
}

/** Lets a person who has just left the company of the session go on in the one used before, or logs them out. */
export async function goOnElsewhere(
  context: Context & Pick<PanelContext, 'live'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { user } = signedIn(request)
  const isElsewhere = await beginSessionAs(context, request, reply, user, { by: 'switch' })
  context.live.checkSessions()
  if (isElsewhere) return reply.seeOther('/', 'company_left')
  context.cookies.clear(reply, 'session')
  return reply.seeOther('/entrar', 'company_left')
}

/**
 * Logs a user in who has been authenticated without a password: see `beginSession`. False: they act for no company (any more).
 *
 * @param begin.company for which the session acts; the one used last unless given
 */
export async function beginSessionAs(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, email }: Pick<Person, 'id' | 'email'>,
  begin: Omit<SessionBegin, 'place'> = { by: 'link' },
): Promise<boolean> {
  const begun = await beginSessionOf(context.pool, id, { place: loginPlaceOf(request), ...begin })
  if (begun) await beginSession(context, request, reply, { token: begun.token, email })
  return begun !== undefined
}
