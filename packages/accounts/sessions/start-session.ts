import type { Transaction } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import type { AccountsTables } from '../tables.js'
import { newToken } from '../tokens.js'
import { LONGEST_SESSION_MS } from './session.js'

const LONGEST_AGENT = 300

/** From where somebody logs in. */
export interface LoginPlace {
  readonly address: string
  readonly userAgent: string
}

/** Begins a session, in the transaction that decides that it may begin. The token goes into the cookie and nowhere else. */
export async function startSession(
  tx: Transaction<AccountsTables>,
  userId: string,
  { address, userAgent }: LoginPlace,
): Promise<{ readonly token: string }> {
  const { token, hash } = newToken()
  await tx
    .insertInto('accounts.sessions')
    .values({
      id: uuidv4(),
      token_hash: hash,
      user_id: userId,
      address,
      user_agent: userAgent.slice(0, LONGEST_AGENT),
      expires_at: new Date(Date.now() + LONGEST_SESSION_MS),
    })
    .execute()
  return { token }
}
