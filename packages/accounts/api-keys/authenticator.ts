import { timingSafeEqual } from 'node:crypto'
import { actingFor, testCompanyOf } from '@ecmr/domain'
import { keptReadings } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { accountsDb } from '../db.js'
import { lastUseRecorder } from '../last-use.js'
import type { ApiCaller } from './api-key.js'
import { hashSecret, parseKey } from './key-format.js'

/** A key that is not revoked, and how to recognise its secret. */
interface KnownKey {
  readonly secretHash: Uint8Array
  /** milliseconds since 1970 */
  readonly expiresAt: number
  readonly livemode: boolean
  readonly caller: ApiCaller
}

async function findKey(pool: Pool, id: string): Promise<KnownKey | undefined> {
  const row = await accountsDb(pool)
    .selectFrom('accounts.api_keys as k')
    .innerJoin('accounts.companies as c', 'c.id', 'k.company_id')
    .select([
      'k.name',
      'k.secret_hash',
      'k.scopes',
      'k.expires_at',
      'k.livemode',
      'c.id as company_id',
      'c.plan',
      'c.policy',
      'c.time_zone',
    ])
    .where('k.id', '=', id)
    .where('k.revoked_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    secretHash: new Uint8Array(row.secret_hash),
    expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    livemode: row.livemode,
    caller: {
      keyId: id,
      keyName: row.name,
      expiresAt: row.expires_at?.toISOString() ?? null,
      company: row.livemode ? actingFor(row.company_id) : testCompanyOf(row.company_id),
      plan: row.plan,
      policy: row.policy,
      timeZone: row.time_zone,
      scopes: new Set(row.scopes),
    },
  }
}

const MOST_KEYS = 10_000

const KEYS_USED = `
  update accounts.api_keys k set last_used_at = greatest(k.last_used_at, u.at)
  from unnest($1::text[], $2::timestamptz[]) as u(id, at) where k.id = u.id`

/** Tells who is calling by the API key of a request. */
export interface ApiKeyAuthenticator {
  /** `undefined` for a key that is malformed, unknown, revoked or expired. Rejects when the database is away. */
  authenticate(clearKey: string): Promise<ApiCaller | undefined>
  close(): Promise<void>
}

export function apiKeyAuthenticator(options: {
  readonly pool: Pool
  readonly clock?: () => Date
  /** called when the times of last use could not be written; they are retried */
  readonly onError?: (error: unknown) => void
}): ApiKeyAuthenticator {
  const { pool, clock = () => new Date() } = options
  const find = keptReadings((id: string) => findKey(pool, id), MOST_KEYS)
  const lastUse = lastUseRecorder({ pool, statement: KEYS_USED, onError: options.onError })

  return {
    async authenticate(clearKey) {
      const parsed = parseKey(clearKey)
      if (parsed === undefined) return undefined
      const known = await find(parsed.id)
      if (known === undefined || !timingSafeEqual(known.secretHash, hashSecret(parsed.secret)))
        return undefined
      if (known.livemode !== parsed.livemode) return undefined
      if (known.expiresAt <= clock().getTime()) return undefined
      lastUse.used(parsed.id, clock())
      return known.caller
    },
    close: () => lastUse.close(),
  }
}
