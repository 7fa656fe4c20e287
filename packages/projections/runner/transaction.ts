import pg, { type ClientBase, type Pool } from 'pg'

/**
 * Runs work in a transaction that does not wait for the disk: a read model and its checkpoint are written together,
 * so that a crash takes both back to the same event, from where they are made again.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (db: ClientBase) => Promise<Result>,
): Promise<Result> {
  return withClient(pool, async (client) => {
    await client.query('begin; set local synchronous_commit = off')
    const result = await work(client)
    await client.query('commit')
    return result
  })
}

/** Lends a connection. Whatever transaction is open on it when the work fails is taken back. */
export async function withClient<Result>(
  pool: Pool,
  work: (db: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  // A connection that breaks between two statements says so by an event, which would end the process; the next
  // statement fails anyway.
  const ignore = (): void => undefined
  client.on('error', ignore)
  let broken = false
  try {
    return await work(client)
  } catch (error) {
    broken = !(await isRolledBack(client, error))
    throw error
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}

/**
 * Only a server that has just answered is asked to roll back. One that is silent would be waited for once more; that
 * connection is closed instead, which takes back what is open as well.
 */
async function isRolledBack(client: ClientBase, error: unknown): Promise<boolean> {
  if (!(error instanceof pg.DatabaseError)) return false
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}

// Data exceptions (a NUL character, a date out of range), violated constraints, exceeded limits (an index row too large).
const REFUSALS = new Set(['22', '23', '54'])

/** SQLSTATE of a statement that the server ended because its time was over. */
const QUERY_CANCELED = '57014'

/**
 * Whether the database took too long over these very rows: fewer of them may pass in time. A server that does not even end
 * a statement is not slow but frozen or cut off.
 */
export function isTooSlow(error: unknown): error is Error {
  return error instanceof pg.DatabaseError && error.code === QUERY_CANCELED
}

/** Whether the database refused these very rows: trying again will not help, other rows may pass. */
export function isRefusedRow(error: unknown): error is Error {
  return error instanceof pg.DatabaseError && REFUSALS.has(error.code?.slice(0, 2) ?? '')
}
