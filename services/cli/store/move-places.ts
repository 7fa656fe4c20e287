import {
  type CopyReport,
  type EventStore,
  type Position,
  placeInCopy,
  storedPosition,
} from '@ecmr/event-store'
import { CommandFailed } from '../failure.js'
import type { Installation, StoreKind } from '../installation.js'

/** What is kept in PostgreSQL and names a place in the log, read models aside: these are made anew. */
const PLACES = [
  { table: 'broker.checkpoints', column: 'position' },
  { table: 'broker.progress', column: 'position' },
  { table: 'webhooks.endpoints', column: 'follows_from' },
] as const

/**
 * Writes the places at which webhooks and those who carry events on stand anew, for the other log, which is the log of
 * this installation from then on. In one transaction; places that are the other log's already stay as they are.
 *
 * @returns how many different places were moved
 * @throws CommandFailed for a place that is in neither log
 */
export async function movePlaces(
  { pool }: Pick<Installation, 'pool'>,
  logs: { readonly source: EventStore; readonly target: EventStore; readonly to: StoreKind } & Pick<
    CopyReport,
    'mark'
  >,
): Promise<number> {
  const client = await pool.connect()
  let moved = 0
  try {
    await client.query('begin')
    for (const { table, column } of PLACES) {
      await client.query(`lock table ${table} in share row exclusive mode`)
      const { rows } = await client.query<{ place: Position }>(
        `select distinct ${column} as place from ${table} where ${column} <> ''`,
      )
      for (const { place } of rows) {
        if (logs.target.isPosition(place)) continue
        const there = await translated(logs, place, table)
        await client.query(`update ${table} set ${column} = $2 where ${column} = $1`, [place, there])
        moved++
      }
    }
    await client.query(
      'insert into log.home (store) values ($1) on conflict (is_only) do update set store = excluded.store',
      [logs.to],
    )
    await client.query('commit')
    return moved
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function translated(
  logs: Parameters<typeof placeInCopy>[0] & { readonly source: EventStore },
  stored: Position,
  table: string,
): Promise<Position> {
  const place = storedPosition(stored)
  try {
    if (logs.source.isPosition(place)) return await placeInCopy(logs, place)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new CommandFailed(
    `${table} refers to position ${place}, which is in neither log. Nothing was switched.`,
  )
}
