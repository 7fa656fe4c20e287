import { START } from '@ecmr/event-store'
import type { ClientBase } from 'pg'
import { loadState, type RunnerState } from '../runner/checkpoint.js'
import { anotherLog } from '../runner/diverged.js'
import { liveSchema } from '../runner/projection.js'
import type { Table } from '../runner/table.js'
import { inTransaction, withClient } from '../runner/transaction.js'
import type { Target } from '../runner/write-batch.js'
import { asideOf, dropAside, lockLive, rebuildingAlone } from './aside.js'
import { catchUp } from './load.js'
import { ProgressReporter, type RebuildOptions } from './progress.js'
import { buildAside } from './rebuild.js'

/** A row that differs between the live read model and what the log says. */
export interface Difference {
  readonly projection: string
  readonly table: string
  /** the primary key's values */
  readonly key: readonly string[]
  /** `missing`: not in the live set; `unexpected`: only there; `different`: in both */
  readonly kind: 'missing' | 'unexpected' | 'different'
}

/** What came of comparing one projection's tables. */
export interface Comparison {
  readonly rows: number
  readonly differing: number
  readonly differences: readonly Difference[]
}

const NAMED = 100

/** Compares the live tables of a projection with those aside, row by row in both directions. */
export async function compareSets(
  db: ClientBase,
  { projection, schema }: Pick<Target<unknown>, 'projection' | 'schema'>,
): Promise<Comparison> {
  const live = liveSchema(projection.name)
  let rows = 0
  let differing = 0
  const differences: Difference[] = []
  for (const table of projection.tables) {
    const counted = await db.query<{ count: number }>(
      `select count(*) as count from ${live}.${table.comparedAs ?? table.name}`,
    )
    rows += counted.rows[0]?.count ?? 0
    const found = await db.query<Pick<Difference, 'key' | 'kind'> & { total: number }>(
      comparison(table, live, schema),
    )
    differing += found.rows[0]?.total ?? 0
    differences.push(
      ...found.rows.map(({ key, kind }) => ({ projection: projection.name, table: table.name, key, kind })),
    )
  }
  return { rows, differing, differences: differences.slice(0, NAMED) }
}

function comparison(table: Table, live: string, aside: string): string {
  const [first] = table.key
  const from = (schema: string): string =>
    `(select * from ${schema}.${table.comparedAs ?? table.name} where ${table.compared ?? 'true'})`
  const row = (alias: string): string =>
    Object.entries(table.columns)
      .map(([column, type]) => `${alias}.${column}${type === 'json' ? '::jsonb' : ''}`)
      .join(', ')
  return `
    select array[${table.key.map((column) => `coalesce(l.${column}, a.${column})::text`).join(', ')}] as key,
      case when l.${first} is null then 'missing' when a.${first} is null then 'unexpected' else 'different' end as kind,
      count(*) over () as total
    from ${from(live)} l full join ${from(aside)} a using (${table.key.join(', ')})
    where (${row('l')}) is distinct from (${row('a')})
    limit ${NAMED}`
}

/** What came of comparing read models with the log. */
export interface VerifyReport {
  /** every row is as the log says */
  readonly ok: boolean
  /** rows compared */
  readonly rows: number
  /** rows that differ, in all */
  readonly differing: number
  /** the first of them */
  readonly differences: readonly Difference[]
}

/**
 * Builds read models aside and compares every row with the live ones, as both stand at the same position.
 *
 * @throws when one of these projections is being rebuilt already or was made from the log in another store, or the
 *   signal aborts
 */
export async function verifyProjections(options: Omit<RebuildOptions, 'dryRun'>): Promise<VerifyReport> {
  const { pool, url, store, onProgress } = options
  const targets = options.projections.map((projection) => asideOf(pool, projection))
  const names = options.projections.map(({ name }) => name)
  return rebuildingAlone(url, names, async () => {
    const progress = new ProgressReporter(options.eventsTotal, onProgress)
    try {
      const positions = await Promise.all(
        names.map(async (name) => {
          const { position } = await loadState(pool, name)
          const problem = anotherLog(store, name, position)
          if (problem !== null) throw new Error(problem)
          return position
        }),
      )
      const upTo = positions.sort()[0] ?? START
      const { states } = await buildAside(options, targets, progress, upTo)
      progress.phase('compare')
      const comparisons: Comparison[] = []
      for (const [target, state] of states) comparisons.push(await compareAtRest(options, target, state))
      progress.phase('done')
      return summary(comparisons)
    } finally {
      for (const target of targets) await dropAside(target)
    }
  })
}

// The runner waits only until a snapshot is taken that shows both sets at one position.
async function compareAtRest(
  options: Omit<RebuildOptions, 'dryRun'>,
  target: Target<unknown>,
  from: RunnerState,
): Promise<Comparison> {
  const { pool, store } = options
  const { name } = target.projection
  const state = await catchUp(target, from, { ...options, upTo: (await loadState(pool, name)).position })
  return withClient(pool, async (snapshot) => {
    await inTransaction(pool, async (db) => {
      await catchUp(target, state, { store, upTo: await lockLive(db, name) })
      await snapshot.query('begin isolation level repeatable read read only; select 1')
    })
    const comparison = await compareSets(snapshot, target)
    await snapshot.query('commit')
    return comparison
  })
}

function summary(comparisons: readonly Comparison[]): VerifyReport {
  const differing = comparisons.reduce((sum, comparison) => sum + comparison.differing, 0)
  return {
    ok: differing === 0,
    rows: comparisons.reduce((sum, { rows }) => sum + rows, 0),
    differing,
    differences: comparisons.flatMap(({ differences }) => differences),
  }
}
