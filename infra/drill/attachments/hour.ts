import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '@ecmr/postgres'

/** The service looks once a minute. */
const MOST_S = 240

/** Makes an hour pass for the uploads that are on their way. */
export async function letAnHourPass(databaseUrl: string): Promise<void> {
  await ask(
    databaseUrl,
    `update attachments.files set due_at = due_at - interval '1 hour' where due_at is not null`,
  )
}

/** Waits until the service has looked at all of them. */
export async function untilLookedAt(databaseUrl: string): Promise<void> {
  for (let waited = 0; waited < MOST_S; waited++) {
    const [row] = await ask(
      databaseUrl,
      'select count(*)::int as due from attachments.files where due_at is not null',
    )
    if (row?.due === 0) return
    await delay(1_000)
  }
  throw new Error('the service has not looked at the files that are due')
}

async function ask(databaseUrl: string, sql: string): Promise<readonly { readonly due: number }[]> {
  const pool = openPool({ url: databaseUrl, max: 1, name: 'drill' })
  try {
    return (await pool.query<{ due: number }>(sql)).rows
  } finally {
    await pool.end()
  }
}
