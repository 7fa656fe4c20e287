import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Pool, PoolClient } from 'pg'

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()])

const problem = Type.Object({
  problem: Type.Union([
    Type.Literal('changed'),
    Type.Literal('missing'),
    Type.Literal('inserted'),
    Type.Literal('reordered'),
    Type.Literal('read_model_differs'),
  ]),
  ecmr_id: orNull(Type.String()),
  ecmr_number: orNull(Type.String()),
  document_id: Type.Optional(Type.String()),
  revision: orNull(Type.Integer()),
  position: orNull(Type.String()),
  type: orNull(Type.String()),
})

const state = Type.Object({
  began_at: Type.String(),
  /** the newest position of the log when the verification began */
  up_to: Type.String(),
  /** how many notes there were then */
  total: Type.Integer(),
  verified: Type.Object({
    step: Type.Union([
      Type.Literal('company'),
      Type.Literal('notes'),
      Type.Literal('list'),
      Type.Literal('documents'),
      Type.Literal('done'),
    ]),
    after: Type.String(),
    listed: orNull(Type.Object({ created_at: Type.String(), id: Type.String() })),
    document: orNull(Type.String()),
    notes: Type.Integer(),
    events: Type.Integer(),
    problems: Type.Array(problem),
    found: Type.Integer(),
  }),
})

/** A verification under way. Its page carries it from one request to the next: no process has to keep it. */
export type VerificationState = Static<typeof state>

/** Seals a state so that it cannot be forged: a page that says "intact" has been earned. */
export function sealState(secretKey: string, owner: string, state: VerificationState): string {
  const text = Buffer.from(JSON.stringify(state)).toString('base64url')
  return `${text}.${sealOf(secretKey, owner, text)}`
}

/**
 * Reads a state that a page has sent back.
 *
 * @returns `undefined` for what is not ours, or was made for another person
 */
export function openState(secretKey: string, owner: string, sealed: string): VerificationState | undefined {
  const [text = '', seal = ''] = sealed.split('.')
  const expected = Buffer.from(sealOf(secretKey, owner, text))
  const given = Buffer.from(seal)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined
  const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  return Value.Check(state, read) ? read : undefined
}

function sealOf(secretKey: string, owner: string, text: string): string {
  return createHmac('sha256', secretKey).update(`panel verification ${owner} ${text}`).digest('base64url')
}

/** Works with a connection of its own, unless it is not this person's turn. */
export type VerifyingAlone = <Result>(
  personId: string,
  work: (db: PoolClient) => Promise<Result>,
) => Promise<Result | 'busy'>

/** So many people at a time, so that connections are left for ordinary pages. */
const MOST_AT_ONCE = 3

/**
 * Proving streams is work that one person must not ask for twenty times at once, in whichever process, and that not too
 * many ask for in one process. Each has one connection for all that it reads, so that they cannot wait for each other.
 */
export function verifyingAlone(pool: Pool): VerifyingAlone {
  let underWay = 0
  return async (personId, work) => {
    if (underWay >= MOST_AT_ONCE) return 'busy'
    underWay++
    try {
      return await oncePerPerson(pool, personId, work)
    } finally {
      underWay--
    }
  }
}

async function oncePerPerson<Result>(
  pool: Pool,
  personId: string,
  work: (db: PoolClient) => Promise<Result>,
): Promise<Result | 'busy'> {
  const client = await pool.connect()
  const lock = [`ecmr:verification:${personId}`]
  let failed = true
  try {
    // Not a transaction: one that does nothing while streams are read would be ended before long.
    const { rows } = await client.query<{ won: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as won',
      lock,
    )
    const won = rows[0]?.won === true
    const result = won ? await work(client) : 'busy'
    if (won) await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', lock)
    failed = false
    return result
  } finally {
    // Closing a connection releases its lock.
    client.release(failed)
  }
}
