import type { Pool } from 'pg'
import { validate } from 'uuid'
import type { Grant } from './grant.js'
import { asGrant, shownGrants } from './shown-grants.js'

/** For the operator of the service: the assistants of every company that may read its notes now, newest first. */
export async function listAllGrants(pool: Pool): Promise<readonly Grant[]> {
  return (await shownGrants(pool).execute()).map(asGrant)
}

/** For the operator of the service: an assistant of whichever company, if it may read notes now. */
export async function findGrant(pool: Pool, id: string): Promise<Grant | undefined> {
  if (!validate(id)) return undefined
  const row = await shownGrants(pool).where('g.id', '=', id).executeTakeFirst()
  return row && asGrant(row)
}
