import type { Pool } from 'pg'
import { webhooksDb } from '../db.js'

const AT_ONCE = 500
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Seals the signing secrets of all endpoints, those too that still sign for a while, with another key. It can be broken off and run again at
 * any time.
 *
 * @param reseal see `resealing`
 */
export async function resealEndpoints(
  pool: Pool,
  reseal: (sealed: string, endpointId: string) => string,
): Promise<void> {
  const db = webhooksDb(pool)
  for (let after: string | undefined = FIRST; after !== undefined; ) {
    const rows = await db
      .selectFrom('webhooks.endpoints')
      .select(['id', 'secret', 'former_secrets'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const { id, secret, former_secrets } of rows) {
      if (secret === null) continue
      const next = reseal(secret, id)
      const formerOnes = former_secrets.map((one) => ({ ...one, sealed: reseal(one.sealed, id) }))
      const isChanged = formerOnes.some(({ sealed }, at) => sealed !== former_secrets[at]?.sealed)
      if (next === secret && !isChanged) continue
      await db
        .updateTable('webhooks.endpoints')
        .set({ secret: next, former_secrets: JSON.stringify(formerOnes) })
        .where('id', '=', id)
        .where('secret', '=', secret)
        .execute()
    }
    after = rows.at(-1)?.id
  }
}
