import type { EventStore } from '@ecmr/event-store'
import { inParallel } from '@ecmr/runtime'
import type { ObjectStorage } from '@ecmr/storage'
import type { ClientBase, Pool } from 'pg'
import { BackupFault } from '../backup-fault.js'
import { checkOfSecretKey } from '../create/create-backup.js'
import { keysIn } from '../create/save-objects.js'
import { LOG_COLUMNS } from '../create/save-log.js'
import type { Manifest, Part, SavedTable } from '../format/manifest.js'
import { copyIn } from '../tables/copy.js'
import { appliedMigrations, isSaved, quoted, savableTables } from '../tables/saved-tables.js'
import type { Backups } from './open-backups.js'
import { readObject, readPart } from './read-part.js'
import { movePlaces, restoreLog } from './restore-log.js'
import { inOrderOfReferences } from './table-order.js'

const AT_ONCE = 4

/** What a backup is restored into: an installation with tables and nothing in them. */
export interface Target {
  /** without a limit on the time of a statement */
  readonly pool: Pool
  readonly kind: Manifest['store']
  readonly store: EventStore
  readonly objects: ObjectStorage
  readonly secretKey: string
}

/** What restoring is doing. */
export type RestorePhase = 'documents' | 'tables' | 'log'

/**
 * Makes sure that a backup can be restored into an installation.
 *
 * @throws BackupFault saying why not
 */
export async function assertRestorable(target: Target, backup: Manifest): Promise<void> {
  if (target.kind !== backup.store)
    throw new BackupFault(
      `The event log of this backup was in ${backup.store}, but EVENT_STORE names ${target.kind}. Set EVENT_STORE=${backup.store}; "ecmr store migrate" moves the log afterwards.`,
    )
  if (checkOfSecretKey(target.secretKey) !== backup.secret_check)
    throw new BackupFault(
      'SECRET_KEY is not the key of the installation that was backed up, so personal data could not be read. Set that key, or put its file secret.key into DATA_DIR.',
    )
  requireSameTables(backup, await appliedMigrations(target.pool))
  await requireEmpty(target.pool)
}

function requireSameTables(
  { migrations, version }: Manifest,
  here: Readonly<Record<string, readonly string[]>>,
): void {
  const isNewer = Object.entries(migrations).some(([schema, names]) =>
    names.some((name) => !here[schema]?.includes(name)),
  )
  if (isNewer)
    throw new BackupFault(
      `The backup was made by a newer version of the service (${version}): its tables are not known here. Restore it with that version.`,
    )
  const isOlder = Object.entries(here).some(([schema, names]) =>
    names.some((name) => !migrations[schema]?.includes(name)),
  )
  if (isOlder)
    throw new BackupFault(
      `The backup was made by an older version of the service (${version}) with other tables. Restore it with that version, then start this one, which brings the tables up to date.`,
    )
}

async function requireEmpty(client: Pick<Pool, 'query'>): Promise<void> {
  const names = (await savableTables(client)).filter(isSaved).map(({ name }) => name)
  for (const name of [...names, 'log.events']) {
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`)
    if (rowCount)
      throw new BackupFault(
        `This installation is not empty: ${name} has rows. Nothing was restored. Restore into an empty one: another DATA_DIR, or an empty database.`,
      )
  }
}

/**
 * Restores a backup whose parts have been verified. Objects come first, then a log that has a store of its own; everything else
 * is one transaction, so that after a crash the database is still empty and the restore can be repeated.
 *
 * @throws BackupFault; the database's error; the reason of the signal
 */
export async function restoreBackup(
  opened: Backups,
  options: {
    readonly target: Target
    readonly backup: Manifest
    readonly signal: AbortSignal
    readonly onProgress?: (phase: RestorePhase, done: number) => void
  },
): Promise<void> {
  const { target, backup } = options
  await assertRestorable(target, backup)
  await restoreObjects(opened, options)
  const { store } = target
  if (backup.store === 'eventstoredb')
    await restoreLog(opened, {
      ...{ backup, store, signal: options.signal },
      onProgress: (events) => options.onProgress?.('log', events),
    })
  await inTransaction(target.pool, async (client) => {
    // A process that appends waits for this lock, and finds the log as it was.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('ecmr:log', 0))`)
    await requireEmpty(client)
    const progress = partsOfTable(opened, options)
    for (const table of await inOrderOfReferences(client, backup.tables))
      await loadTable(client, table, progress)
    if (backup.store === 'postgres')
      await copyIn(client, { name: 'log.events', columns: LOG_COLUMNS }, progress('log', backup.log.parts))
    else await movePlaces(client, opened, { backup, store })
    for (const [name, last] of Object.entries(backup.sequences))
      await client.query('select setval($1::regclass, $2)', [quoted(name), last])
  })
  await target.pool.query('analyze')
}

async function restoreObjects(
  { place, codec }: Backups,
  { target, backup, signal, onProgress }: Parameters<typeof restoreBackup>[1],
): Promise<void> {
  let done = 0
  for (const list of backup.objects.lists) {
    const keys = keysIn(await readPart(place, codec, list))
    await inParallel(each(keys), AT_ONCE, async (key) => {
      signal.throwIfAborted()
      await target.objects.put(await readObject(place, codec, key), key)
      onProgress?.('documents', ++done)
    })
  }
}

type ReadParts = (phase: RestorePhase, parts: readonly Part[]) => AsyncGenerator<Uint8Array>

function partsOfTable(
  { place, codec }: Backups,
  { signal, onProgress }: Parameters<typeof restoreBackup>[1],
): ReadParts {
  return async function* (phase, parts) {
    let rows = 0
    for (const part of parts) {
      signal.throwIfAborted()
      yield await readPart(place, codec, part)
      rows += part.rows
      onProgress?.(phase, rows)
    }
  }
}

/** Triggers of a table keep others up to date with it; those have rows of their own in the backup. */
async function loadTable(client: ClientBase, table: SavedTable, read: ReadParts): Promise<void> {
  if (table.parts.length === 0) return
  const { rows } = await client.query<{ name: string }>(
    `select tgname as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal and tgenabled = 'O'`,
    [quoted(table.name)],
  )
  const triggers = rows.map(({ name }) => quoted(name))
  for (const trigger of triggers)
    await client.query(`alter table ${quoted(table.name)} disable trigger ${trigger}`)
  await copyIn(client, table, read('tables', table.parts))
  for (const trigger of triggers)
    await client.query(`alter table ${quoted(table.name)} enable trigger ${trigger}`)
}

async function inTransaction(pool: Pool, work: (client: ClientBase) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  let isWhole = false
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
    isWhole = true
  } finally {
    client.release(!isWhole)
  }
}

async function* each<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items
}
