import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { AccountsTables, LinkPurpose } from '../tables.js'
import { newToken } from '../tokens.js'
import { LIFETIMES } from './lifetimes.js'

/** Makes a link, in the transaction that decides that there may be one. The token stands in it and nowhere else. */
export async function newLink(
  tx: Transaction<AccountsTables>,
  link: {
    readonly purpose: LinkPurpose
    readonly company_id?: string
    readonly user_id?: string
    readonly email?: string
    readonly details?: object
  },
): Promise<{ readonly id: string; readonly token: string }> {
  const { details = {}, ...rest } = link
  const { token, hash } = newToken()
  const id = uuidv7()
  await tx
    .insertInto('accounts.links')
    .values({
      id,
      token_hash: hash,
      ...rest,
      details: JSON.stringify(details),
      expires_at: new Date(Date.now() + LIFETIMES[link.purpose]),
    })
    .execute()
  return { id, token }
}
