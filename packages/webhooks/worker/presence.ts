import type { Pool } from 'pg'
import { v4 as uuidv4 } from 'uuid'
import { repeat } from './wake-up.js'

const SILENT_FOR = '15 seconds'

// The time is the database's: clocks of workers differ.
const SIGN_OF_LIFE = `
  with gone as (
    delete from webhooks.workers
    where id in (
      select id from webhooks.workers where seen_at < now() - interval '${SILENT_FOR}' for update skip locked)
  ),
  here as (
    insert into webhooks.workers (id, seen_at) values ($1, now())
    on conflict (id) do update set seen_at = excluded.seen_at
  )
  select count(*)::int as others from webhooks.workers
  where id <> $1 and seen_at >= now() - interval '${SILENT_FOR}'`

/**
 * Makes this worker known to the others, until it leaves, and counts how many there are, this one included, so that each
 * takes its share. They hear of it with their next sign of life, and miss it 15 seconds after it has died.
 */
export async function joinWorkers(
  pool: Pool,
  options: { readonly everyMs: number; onError(error: unknown): void },
) {
  const { onError } = options
  const id = uuidv4()
  const left = new AbortController()
  let workers = 1
  const giveSign = async (): Promise<void> => {
    const query = { name: 'sign of life', text: SIGN_OF_LIFE, values: [id] }
    const { rows } = await pool.query<{ others: number }>(query)
    workers = 1 + (rows[0]?.others ?? 0)
  }
  await giveSign().catch(onError)
  const beating = repeat(giveSign, { ...options, signal: left.signal })
  return {
    get workers() {
      return workers
    },
    async leave() {
      left.abort()
      await beating
      await pool.query('delete from webhooks.workers where id = $1', [id]).catch(onError)
    },
  }
}
