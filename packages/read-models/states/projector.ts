import { ecmrEventTypes, upcastEvent } from '@ecmr/domain'
import {
  insertRecords,
  type Projection,
  type Queries,
  type RowChange,
  type Statement,
  updateRecords,
} from '@ecmr/projections'
import { applyToStates } from './apply.js'
import {
  createStatesTables,
  endsTable,
  finishStatesTables,
  type Interval,
  intervalRecord,
  intervalsTable,
  type StatesRow,
} from './table.js'

const known: ReadonlySet<string> = new Set(ecmrEventTypes)

/** Where did a company's notes stand at an instant? */
export const statesProjection: Projection<StatesRow> = {
  name: 'states',
  categories: ['ecmr'],
  tables: [intervalsTable],
  appendOnly: false,
  upcast: upcastEvent,
  knows: (type) => known.has(type),
  key: ({ stream }) => stream.slice('ecmr-'.length),
  apply: applyToStates,
  records: (row) => [row.intervals.map((interval) => intervalRecord(row, interval))],
  createTables: createStatesTables,
  finish: finishStatesTables,
  load: loadRows,
  statements,
}

type OpenInterval = Omit<StatesRow, 'intervals' | 'created_at'> &
  Omit<Interval, 'valid_from' | 'valid_to'> & { readonly created_at: Date; readonly valid_from: Date }

/** Only what has not ended; nothing else can change. */
async function loadRows(
  db: Queries,
  schema: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StatesRow>> {
  const { rows } = await db.query<OpenInterval>({
    name: `load ${schema}`,
    text: `select id, company_id, ecmr_number, created_at, status, cancelled, pickup_date::text, revision, valid_from
      from ${schema}.intervals where id = any($1::uuid[]) and valid_to = 'infinity'`,
    values: [keys],
  })
  const loaded = new Map<string, StatesRow>()
  for (const { id, company_id, ecmr_number, created_at, valid_from, ...rest } of rows) {
    const interval = { ...rest, valid_from: valid_from.toISOString(), valid_to: null }
    const intervals = [...(loaded.get(id)?.intervals ?? []), interval]
    loaded.set(id, { id, company_id, ecmr_number, created_at: created_at.toISOString(), intervals })
  }
  return loaded
}

/** Most events change nothing here, and are not written. */
function statements(schema: string, changes: readonly RowChange<StatesRow>[]): readonly Statement[] {
  const begun = changes.flatMap(({ before, after }) =>
    after.intervals.slice(before?.intervals.length ?? 0).map((interval) => intervalRecord(after, interval)),
  )
  const ended = changes.flatMap(({ before, after }) =>
    after.intervals
      .slice(0, before?.intervals.length ?? 0)
      .filter((interval) => interval.valid_to !== null)
      .map(({ status, revision, valid_to }) => ({ id: after.id, status, revision, valid_to })),
  )
  return [...updateRecords(schema, endsTable, ended), ...insertRecords(schema, intervalsTable, begun)]
}
