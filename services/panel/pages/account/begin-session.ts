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

/** From where somebody logs in, as his list of sessions shows it. */
export function placeOf({ ip, headers }: FastifyRequest): LoginPlace {
  return { address: ip.slice(0, LONGEST_ADDRESS), userAgent: headers['user-agent'] ?? '' }
}

/** The browser's name if somebody has logged in to this account in it before. */
export function deviceOf(
  { cookies, devices }: Pick<PanelContext, 'cookies' | 'devices'>,
  request: FastifyRequest,
  email: string,
): string | undefined {
  return devices.recognise(cookies.read(request, 'device'), email)
}

/**
 * Logs a browser in by the token of a new session. The session that it had ends, and forms that it was given before are
 * not taken any more: nobody who has prepared the browser is logged in along with its owner. From now on the browser is known for
 * the account, also after logging out.
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
  cookies.set(reply, 'session', token, LONGEST_SESSION_MS / 1_000)
  const device = devices.remember(cookies.read(request, 'device'), email)
  cookies.set(reply, 'device', device, DEVICE_KNOWN_MS / 1_000)
}

/** Logs a browser in for somebody who has proved in another way than by a password who he is: see `beginSession`. */
export async function beginSessionAs(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const { token } = await logInAs(context.pool, id, placeOf(request))
  await beginSession(context, request, reply, { token, email })
}
