import { ecmrEventTypes, upcastEvent } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import {
  insertRecords,
  type Projection,
  type Queries,
  type RowChange,
  type Statement,
  updateRecords,
} from '@ecmr/projections'
import { readEvent } from '../read-event.js'
import {
  createSharesTables,
  finishSharesTables,
  type ListedShare,
  type SharesRow,
  shareRecord,
  sharesTable,
} from './table.js'

const known: ReadonlySet<string> = new Set(ecmrEventTypes)

/** Which notes of others may a company see? */
export const sharesProjection: Projection<SharesRow> = {
  name: 'shares',
  categories: ['ecmr'],
  tables: [sharesTable],
  appendOnly: false,
  upcast: upcastEvent,
  knows: (type) => known.has(type),
  key: ({ stream }) => stream.slice('ecmr-'.length),
  apply: applyToShares,
  records: ({ ecmr_id, shares }) => [shares.map((share) => shareRecord(ecmr_id, share))],
  createTables: createSharesTables,
  finish: finishSharesTables,
  load: loadRows,
  statements,
}

/** A note's shares after an event. */
export function applyToShares(row: SharesRow | undefined, recorded: RecordedEvent): SharesRow {
  const before = row ?? { ecmr_id: recorded.stream.slice('ecmr-'.length), shares: [] }
  const event = readEvent(recorded)
  if (event?.type === 'EcmrShared') {
    const { share_id, company_id, access, role = null } = event.data
    const one = { share_id, company_id, access, role, shared_at: event.at, revoked_at: null }
    return { ...before, shares: [...before.shares, one] }
  }
  if (event?.type !== 'SharingRevoked') return before
  const { share_id } = event.data
  const shares = before.shares.map((one) =>
    one.share_id === share_id ? { ...one, revoked_at: event.at } : one,
  )
  return { ...before, shares }
}

interface Stored extends Omit<ListedShare, 'shared_at' | 'revoked_at'> {
  readonly ecmr_id: string
  readonly shared_at: Date
  readonly revoked_at: Date | null
}

async function loadRows(
  db: Queries,
  schema: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, SharesRow>> {
  const { rows } = await db.query<Stored>({
    name: `load ${schema}`,
    text: `select ecmr_id, share_id, company_id, access, role, shared_at, revoked_at from ${schema}.shares
      where ecmr_id = any($1::uuid[]) order by shared_at, share_id`,
    values: [keys],
  })
  const loaded = new Map<string, SharesRow>()
  for (const { ecmr_id, shared_at, revoked_at, ...rest } of rows) {
    const one = {
      ...rest,
      shared_at: shared_at.toISOString(),
      revoked_at: revoked_at?.toISOString() ?? null,
    }
    loaded.set(ecmr_id, { ecmr_id, shares: [...(loaded.get(ecmr_id)?.shares ?? []), one] })
  }
  return loaded
}

/** Shares are added and revoked, and nothing else happens to them. */
function statements(schema: string, changes: readonly RowChange<SharesRow>[]): readonly Statement[] {
  const added: ReturnType<typeof shareRecord>[] = []
  const revoked: ReturnType<typeof shareRecord>[] = []
  for (const { before, after } of changes) {
    const stored = new Map(before?.shares.map((one) => [one.share_id, one]))
    for (const share of after.shares) {
      const known = stored.get(share.share_id)
      if (known === undefined) added.push(shareRecord(after.ecmr_id, share))
      else if (known.revoked_at !== share.revoked_at) revoked.push(shareRecord(after.ecmr_id, share))
    }
  }
  return [...insertRecords(schema, sharesTable, added), ...updateRecords(schema, sharesTable, revoked)]
}
