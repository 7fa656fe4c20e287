import { outageReporter, runHourly } from '@ecmr/runtime'
import type pg from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'

/** The largest tables have series of their own, the rest share one: read models that are rebuilt have tables twice. */
const MOST_TABLES = 80
const OTHERS = 'others'
const PAUSES = { soonMs: 0, everyMs: 60_000, afterFaultMs: 5_000 }
/** One look may fail by itself; health speaks of what goes on. */
const FAILURES_TO_SAY = 2

interface TableSize {
  readonly name: string
  /** rows and TOAST with indexes */
  readonly bytes: number
  /** as PostgreSQL estimated them last */
  readonly rows: number
}

/** What is known of the looks at the sizes of tables. */
export interface TableSizesWatch {
  /** Rejects with a sentence while one look after the other fails. */
  check(): Promise<void>
  /** resolves when the signal has aborted */
  readonly ended: Promise<void>
}

/** Shows once a minute how large the tables of the database are, until the signal aborts. Every process sees the same. */
export function watchTableSizes(options: {
  readonly pool: pg.Pool
  readonly registry: Registry
  readonly signal: AbortSignal
  readonly log: Parameters<typeof outageReporter>[0]
}): TableSizesWatch {
  const { pool, registry, signal, log } = options
  let failures = 0
  const { show, failed } = tableMetrics(registry)
  const report = outageReporter(log, {
    begins: 'sizes of tables cannot be read for now',
    ends: 'sizes of tables are read again',
  })
  const look = async (): Promise<void> => {
    show(await tableSizes(pool))
    failures = 0
    report(undefined)
  }
  const onFault = (error: unknown): void => {
    failures += 1
    failed()
    report(error)
  }
  return {
    async check() {
      if (failures >= FAILURES_TO_SAY)
        throw new Error('The sizes of tables cannot be read, and are in no metric; the log says why.')
    },
    ended: runHourly(look, { signal, onFault, pauses: PAUSES }),
  }
}

function tableMetrics(registry: Registry) {
  const registers = [registry]
  const gauge = (name: string, help: string) =>
    new Gauge({
      name,
      help: `${help}; the ${MOST_TABLES} largest, and others together; every process reports the same`,
      labelNames: ['table'],
      registers,
    })
  const bytes = gauge('ecmr_table_bytes', 'What a table takes on the disk of PostgreSQL, with its indexes')
  const rows = gauge('ecmr_table_rows', 'Rows of a table, as PostgreSQL estimates them')
  const failures = new Counter({
    name: 'ecmr_table_size_failures_total',
    help: 'How often the sizes of tables could not be read',
    registers,
  })
  return {
    show(sizes: readonly TableSize[]) {
      bytes.reset()
      rows.reset()
      for (const [index, size] of sizes.entries()) {
        const table = index < MOST_TABLES ? size.name : OTHERS
        bytes.inc({ table }, size.bytes)
        rows.inc({ table }, size.rows)
      }
    },
    // Sizes of some time ago would look like those of now.
    failed() {
      failures.inc()
      bytes.reset()
      rows.reset()
    },
  }
}

/** The largest first. A table that nobody has looked at yet has no estimate, which is -1. */
async function tableSizes(pool: pg.Pool): Promise<readonly TableSize[]> {
  const { rows } = await pool.query<TableSize>(`
    select format('%s.%s', n.nspname, c.relname) as name, pg_total_relation_size(c.oid)::float8 as bytes,
      greatest(c.reltuples, 0)::float8 as rows
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence <> 't'
      and n.nspname not in ('information_schema', 'pg_catalog')
      and pg_total_relation_size(c.oid) is not null
    order by bytes desc, name`)
  return rows
}
