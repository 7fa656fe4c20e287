import pg from 'pg'

/**
 * Who is using an embedded server, kept as advisory locks on one connection for each process. The server releases
 * them when a process ends in whatever way, so nothing stale can remain.
 *
 * Every user holds USERS, shared; the one that gets it exclusively is the last. The service also holds SERVICE.
 */
const USERS = 'ecmr embedded users'
const SERVICE = 'ecmr embedded service'

export interface Occupancy {
  /** resolves when the connection has ended, and the locks with it */
  readonly ended: Promise<void>
  /** Leaves. True when no other process is using the server. */
  leave(): Promise<boolean>
}

/** Registers as a user of the server. Returns the process id of the other service if there is one already. */
export async function occupy(
  url: string,
  as: 'service' | 'guest',
): Promise<{ ok: true; occupancy: Occupancy } | { ok: false; otherPid: string }> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `ecmr ${as} ${process.pid}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  const ended = new Promise<void>((resolve) => {
    client.on('end', resolve)
    client.on('error', () => resolve())
  })
  await client.connect()
  try {
    if (as === 'service' && !(await tryLock(client, SERVICE))) {
      const otherPid = await servicePid(client)
      await client.end()
      return { ok: false, otherPid }
    }
    await client.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [USERS])
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  return { ok: true, occupancy: { ended, leave: () => leave(client) } }
}

async function leave(client: pg.Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared(hashtextextended($1, 0))', [USERS])
    return await tryLock(client, USERS)
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function tryLock(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as locked', [
    name,
  ])
  return rows[0]?.locked === true
}

async function servicePid(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select application_name as name from pg_stat_activity
     where application_name like 'ecmr service %' and pid <> pg_backend_pid() limit 1`,
  )
  return String(rows[0]?.name ?? '').replace('ecmr service ', '')
}
