import { endSession, LONGEST_SESSION_MS, type LoginPlace, logInAs } from '@ecmr/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../context.js'

const LONGEST_ADDRESS = 64

/** From where somebody logs in, as his list of sessions shows it. */
export function placeOf({ ip, headers }: FastifyRequest): LoginPlace {
  return { address: ip.slice(0, LONGEST_ADDRESS), userAgent: headers['user-agent'] ?? '' }
}

/**
 * Logs a browser in by the token of a new session. The session that it had ends, and forms that it was given before are
 * not taken any more: nobody who has prepared the browser is logged in along with its owner.
 */
export async function beginSession(
  { pool, cookies }: Pick<PanelContext, 'pool' | 'cookies'>,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<void> {
  const before = cookies.read(request, 'session')
  if (before !== undefined) await endSession(pool, before)
  cookies.clear(reply, 'csrf')
  cookies.set(reply, 'session', token, LONGEST_SESSION_MS / 1_000)
}

/** Logs a browser in for somebody who has proved in another way than by a password who he is: see `beginSession`. */
export async function beginSessionAs(
  context: Pick<PanelContext, 'pool' | 'cookies'>,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
): Promise<void> {
  const { token } = await logInAs(context.pool, userId, placeOf(request))
  await beginSession(context, request, reply, token)
}
