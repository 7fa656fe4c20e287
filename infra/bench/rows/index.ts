import type { Row } from '../harness/bench.js'

/** A row as it is chosen on the command line; what measures it is loaded when it is its turn. */
export interface Entry {
  readonly name: string
  /** by which several rows are chosen at once */
  readonly group?: 'documents' | 'evidence' | 'production' | 'webhooks'
  /** it takes so long that it runs only when it is named */
  readonly isLong?: true
  load(): Promise<Row>
}

/** All rows, in the order in which they are measured. */
export const rows: readonly Entry[] = [
  { name: 'start-up', load: async () => (await import('./start-up.js')).startUp },
  { name: 'appends', load: async () => (await import('./appends.js')).appends },
  { name: 'creates', load: async () => (await import('./creates.js')).creates },
  { name: 'creates-traced', load: async () => (await import('./creates-traced.js')).createsTraced },
  { name: 'memory', load: async () => (await import('./memory.js')).memory },
  { name: 'queries', load: async () => (await import('./queries.js')).queries },
  { name: 'past-lists', load: async () => (await import('./past-lists.js')).pastLists },
  { name: 'mcp', load: async () => (await import('./mcp.js')).mcp },
  { name: 'mcp-tokens', load: async () => (await import('./mcp-tokens.js')).mcpTokens },
  { name: 'page-cost', load: async () => (await import('./page-cost.js')).pageCost },
  { name: 'pages', load: async () => (await import('./pages.js')).pages },
  { name: 'rendering', group: 'documents', load: async () => (await import('./rendering.js')).rendering },
  {
    name: 'creates-beside-documents',
    group: 'documents',
    load: async () => (await import('./creates-beside-documents.js')).createsBesideDocuments,
  },
  { name: 'attachments', load: async () => (await import('./attachments.js')).attachments },
  { name: 'inspection', group: 'documents', load: async () => (await import('./inspection.js')).inspection },
  { name: 'backups', load: async () => (await import('./backups.js')).backups },
  { name: 'rebuild', load: async () => (await import('./rebuild.js')).rebuild },
  { name: 'peers', load: async () => (await import('./peers.js')).peers },
  {
    name: 'eventstoredb-appends',
    group: 'production',
    load: async () => (await import('./appends.js')).eventStoreDbAppends,
  },
  {
    name: 'eventstoredb-creates',
    group: 'production',
    load: async () => (await import('./creates-in-eventstoredb.js')).createsInEventStoreDb,
  },
  {
    name: 'store-migration',
    group: 'production',
    load: async () => (await import('./store-migration.js')).storeMigration,
  },
  { name: 'relay', group: 'production', load: async () => (await import('./relay.js')).relay },
  {
    name: 'notification',
    group: 'production',
    load: async () => (await import('./notification.js')).notification,
  },
  { name: 'deliveries', group: 'webhooks', load: async () => (await import('./deliveries.js')).deliveries },
  { name: 'replays', group: 'webhooks', load: async () => (await import('./replays.js')).replays },
  { name: 'crowd', group: 'webhooks', load: async () => (await import('./crowd.js')).crowd },
  {
    name: 'hostile-receivers',
    group: 'webhooks',
    load: async () => (await import('./hostile-receivers.js')).hostileReceivers,
  },
  {
    name: 'evidence-catch-up',
    group: 'evidence',
    load: async () => (await import('./evidence-catch-up.js')).evidenceCatchUp,
  },
  {
    name: 'evidence-bundle',
    group: 'evidence',
    load: async () => (await import('./evidence-bundle.js')).evidenceBundle,
  },
  {
    name: 'evidence-tree',
    group: 'evidence',
    load: async () => (await import('./evidence-tree.js')).evidenceTree,
  },
  {
    name: 'creates-with-evidence',
    group: 'evidence',
    load: async () => (await import('./creates-with-evidence.js')).createsWithEvidence,
  },
  { name: 'scale', isLong: true, load: async () => (await import('./scale.js')).scale },
  {
    name: 'backup-and-restore',
    isLong: true,
    load: async () => (await import('./backup-and-restore.js')).backupAndRestore,
  },
  { name: 'sealing', group: 'evidence', load: async () => (await import('./sealing.js')).sealing },
]

const named = rows.filter(({ isLong }) => isLong).map(({ name }) => name)
const groups = [...new Set(rows.flatMap((row) => row.group ?? []))]

/** What may be chosen, in words. */
export const choice = `Rows: ${rows.map(({ name }) => name).join(', ')} (all by default but ${named.join(' and ')}).
Groups of rows: ${groups.join(', ')}.`

/** The rows that are named, by themselves or by their group; all when none is. @throws when there is no such row */
export function chosenRows(names: readonly string[]): readonly Entry[] {
  const unknown = names.filter((name) => !rows.some((row) => row.name === name || row.group === name))
  if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(', ')}.\n${choice}`)
  if (names.length === 0) return rows.filter(({ isLong }) => !isLong)
  return rows.filter(({ name, group }) => names.includes(name) || (group && names.includes(group)))
}

/** A row by its name. @throws when there is none */
export function rowNamed(name: string): Entry {
  const row = rows.find((row) => row.name === name)
  if (!row) throw new Error(`There is no row ${name}.`)
  return row
}
