import { timingSafeEqual } from 'node:crypto'
import { actingFor } from '@ecmr/domain'
import { LRUCache } from 'lru-cache'
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
      'c.id as company_id',
      'c.plan',
      'c.policy',
    ])
    .where('k.id', '=', id)
    .where('k.revoked_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    secretHash: new Uint8Array(row.secret_hash),
    expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    caller: {
      keyId: id,
      keyName: row.name,
      company: actingFor(row.company_id),
      plan: row.plan,
      policy: row.policy,
      scopes: new Set(row.scopes),
    },
  }
}

// A revoked key must be refused within a second everywhere. What was read is used for 800 ms, counted from before the
// query; from 400 ms on it is read again in the background, so that requests with a busy key never wait for it.
const USABLE_MS = 800
const REFRESH_AFTER_MS = 400
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

interface Reading {
  readonly at: number
  readonly key: Promise<KnownKey | undefined>
  refreshing: boolean
}

export function apiKeyAuthenticator(options: {
  readonly pool: Pool
  readonly clock?: () => Date
  /** called when the times of last use could not be written; they are retried */
  readonly onError?: (error: unknown) => void
}): ApiKeyAuthenticator {
  const { pool, clock = () => new Date() } = options
  // Keys that do not exist are remembered as well, so that repeating one does not cost a query each time.
  const readings = new LRUCache<string, Reading>({ max: MOST_KEYS })
  const lastUse = lastUseRecorder({ pool, statement: KEYS_USED, onError: options.onError })

  function read(id: string, at: number): Reading {
    const reading = { at, key: findKey(pool, id), refreshing: false }
    readings.set(id, reading)
    // A failed reading is not kept: the next request asks again.
    reading.key.catch(() => readings.get(id) === reading && readings.delete(id))
    return reading
  }

  function refresh(id: string, reading: Reading, at: number): void {
    reading.refreshing = true
    const key = findKey(pool, id)
    key.then(
      () => readings.set(id, { at, key, refreshing: false }),
      () => {
        reading.refreshing = false
      },
    )
  }

  return {
    async authenticate(clearKey) {
      const parsed = parseKey(clearKey)
      if (parsed === undefined) return undefined
      const now = performance.now()
      let reading = readings.get(parsed.id)
      if (reading === undefined || now - reading.at > USABLE_MS) reading = read(parsed.id, now)
      else if (now - reading.at > REFRESH_AFTER_MS && !reading.refreshing) refresh(parsed.id, reading, now)
      const known = await reading.key
      if (known === undefined || !timingSafeEqual(known.secretHash, hashSecret(parsed.secret)))
        return undefined
      if (known.expiresAt <= clock().getTime()) return undefined
      lastUse.used(parsed.id, clock())
      return known.caller
    },
    close: () => lastUse.close(),
  }
}
