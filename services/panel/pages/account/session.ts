import {
  DEVICE_KNOWN_MS,
  endSession,
  LONGEST_SESSION_MS,
  type LoginPlace,
  logInAs,
  type User,
} from '@ecmr/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../context.js'

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

/** Logs a user in who has been authenticated without a password: see `beginSession`. */
export async function beginSessionAs(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const { token } = await logInAs(context.pool, id, loginPlaceOf(request))
  await beginSession(context, request, reply, { token, email })
}
