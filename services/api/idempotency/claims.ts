import { randomUUID } from 'node:crypto'
import type { CompanyId, JsonValue } from '@ecmr/domain'
import { contentHash } from '@ecmr/event-store'
import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { Problem } from '../problems/problem.js'
import { idempotencyKeyOf } from './idempotency-key.js'
import {
  type CommandIds,
  findKey,
  type KeptAnswer,
  type KeyRecord,
  keepAnswer,
  recordKey,
} from './key-store.js'

/** The right to run a command now, under ids that its repeats share. */
export interface Claim extends CommandIds {
  /** the key has been used before; the command may have run, wholly or not at all */
  readonly isRepeat: boolean
  /** what an earlier run that appended nothing was answered */
  readonly keptAnswer: KeptAnswer | null
  /** Keeps the answer of a run that appends nothing; without a key there is nothing to keep it for. */
  keep(answer: KeptAnswer): Promise<void>
  /** Lets repeats of the request through again. */
  release(): void
}

/** Hands out claims, one at a time for each key of a company within this process. */
export interface Claims {
  /** @param reserve the ids of a new note, asked for only when the request is the first with its key */
  claim(request: FastifyRequest, reserve: () => Promise<Omit<CommandIds, 'commandId'>>): Promise<Claim>
}

export function idempotencyClaims(pool: Pool): Claims {
  const inFlight = new Set<string>()
  return {
    async claim(request, reserve) {
      const key = idempotencyKeyOf(request)
      if (key === undefined) return withoutKey(await reserve())
      const { company } = request.caller
      const name = `${company} ${key}`
      if (inFlight.has(name)) throw keyInFlight()
      inFlight.add(name)
      const release = (): void => void inFlight.delete(name)
      try {
        const { record, isRepeat } = await recordFor(pool, company, key, hashOf(request), reserve)
        return { ...record, isRepeat, release, keep: (answer) => keepAnswer(pool, company, key, answer) }
      } catch (error) {
        release()
        throw error
      }
    },
  }
}

function withoutKey(ids: Omit<CommandIds, 'commandId'>): Claim {
  return {
    ...ids,
    commandId: randomUUID(),
    isRepeat: false,
    keptAnswer: null,
    keep: async () => {},
    release: () => {},
  }
}

async function recordFor(
  pool: Pool,
  company: CompanyId,
  key: string,
  requestHash: string,
  reserve: () => Promise<Omit<CommandIds, 'commandId'>>,
): Promise<{ readonly record: KeyRecord; readonly isRepeat: boolean }> {
  const known = await findKey(pool, company, key)
  if (known !== undefined) return { record: sameRequest(known, requestHash), isRepeat: true }
  const ids = { ...(await reserve()), commandId: randomUUID() }
  if (await recordKey(pool, company, key, requestHash, ids)) {
    return { record: { ...ids, requestHash, keptAnswer: null }, isRepeat: false }
  }
  // Another process recorded the key in between; running under its ids makes both append the same events once.
  const first = await findKey(pool, company, key)
  if (first === undefined) throw keyInFlight()
  return { record: sameRequest(first, requestHash), isRepeat: true }
}

function sameRequest(record: KeyRecord, requestHash: string): KeyRecord {
  if (record.requestHash === requestHash) return record
  const detail = 'This Idempotency-Key was used with another request. Use a new key for a new request.'
  throw new Problem('idempotency_key_reused', detail)
}

// What is sent to a route that takes no body has not been validated, and means nothing.
function hashOf({ method, url, body, routeOptions }: FastifyRequest): string {
  return contentHash({ method, url, body: routeOptions.schema?.body ? (body as JsonValue) : null })
}

function keyInFlight(): Problem {
  const detail = 'The first request with this Idempotency-Key is still under way. Repeat it in a moment.'
  return new Problem('idempotency_key_in_flight', detail, { headers: { 'retry-after': '1' } })
}
