import { hkdfSync } from 'node:crypto'
import type { EventStore } from '@ecmr/event-store'
import type { ObjectStorage } from '@ecmr/storage'
import type { Pool } from 'pg'
import { BackupFault } from '../backup-fault.js'
import { type Codec, codec as codecOf } from '../format/codec.js'
import { FORMAT, makeHead, type OpenedHead, readHead } from '../format/head.js'
import { type Manifest, partsOf, readManifest, writeManifest } from '../format/manifest.js'
import { backupIds, newBackupId } from '../format/names.js'
import { installationId } from '../installation/installation-id.js'
import { hasUsed } from '../installation/place-record.js'
import { whileAlone } from '../installation/while-alone.js'
import { namesIn, type Place } from '../place/open-place.js'
import { removeUnnamed } from '../retention/remove-unnamed.js'
import { type PartWriter, partWriter } from './part-writer.js'
import { type LeftOut, saveObjects } from './save-objects.js'
import { type StoreKind, saveLog } from './save-log.js'
import { KEYS, saveOneTable, saveTables } from './save-tables.js'

/** What is backed up. */
export interface Original {
  /** without a limit on the time of a statement */
  readonly pool: Pool
  /** the event log as it is recorded, personal values sealed */
  readonly store: EventStore
  readonly kind: StoreKind
  readonly objects: ObjectStorage
  readonly secretKey: string
  /** of the service */
  readonly version: string
}

/** What creating a backup is doing. */
export type CreatePhase = 'tables' | 'log' | 'documents'

/** A backup that has been made. */
export interface CreatedBackup {
  readonly id: string
  /** the instant that it shows, RFC 3339 */
  readonly at: string
  readonly events: number
  readonly documents: number
  /** what was written: the rest was there from earlier backups */
  readonly bytes: number
  /** documents that are damaged where they are kept, and so in no backup */
  readonly leftOut: readonly LeftOut[]
  readonly moreLeftOut: number
  /** the log is not the one of the backup before, and was saved from its beginning */
  readonly isOtherLog: boolean
  readonly seconds: number
}

/**
 * Takes a backup while the service runs. Each part is whole before it has its name, and the manifest comes last: until then
 * there is no backup.
 *
 * The order makes sure that nothing refers to what is missing. Tables, keys and the log's head are of one instant; events never
 * change, so the log is read up to there afterwards; an object is there before the event that names it, so objects come last. A
 * log in another product is read up to a head that is asked for after the tables, and keys are read after that.
 *
 * @throws BackupFault; the database's error; StoreUnavailable; the reason of the signal
 */
export async function createBackup(options: {
  readonly original: Original
  readonly place: Place
  /** BACKUP_KEY; undefined: nothing is encrypted */
  readonly secret: string | undefined
  readonly signal: AbortSignal
  readonly onProgress?: (phase: CreatePhase, done: number) => void
}): Promise<CreatedBackup> {
  const { original, place, secret } = options
  return whileAlone(original.pool, async () => {
    const began = performance.now()
    const installation = await installationId(original.pool)
    const { head, key } = await headOf(original.pool, place, installation, secret)
    const codec = codecOf({ place: head.place, key })
    const listed = await namesIn(place)
    const previous = await newestOf({ place, codec, listed, installation })
    const id = newBackupId(new Date())
    const writer = partWriter({ place, codec, id, listed, previous })
    try {
      const content = await saveAll({ ...options, codec, listed, previous, writer })
      const { manifest: saved, ...found } = content
      const secret_check = checkOfSecretKey(original.secretKey)
      const manifest = { format: FORMAT, id, installation, version: original.version, secret_check, ...saved }
      await requireAll(place, manifest)
      await writeManifest(place, codec, manifest)
      await removeUnnamed(place, codec)
      const { at, log, objects } = manifest
      const bytes = writer.bytes() + objects.bytes
      const seconds = (performance.now() - began) / 1_000
      return { id, at, events: log.events, documents: objects.count, bytes, seconds, ...found }
    } catch (error) {
      await removeParts(place, writer)
      throw error
    }
  })
}

/** By which a wrong SECRET_KEY is recognised: hex. */
export function checkOfSecretKey(secretKey: string): string {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'ecmr backup secret key check', 16)).toString('hex')
}

async function headOf(
  pool: Pool,
  place: Place,
  installation: string,
  secret: string | undefined,
): Promise<OpenedHead> {
  const opened = await readHead(place, secret)
  if (opened === undefined) {
    if (await hasUsed(pool, place.label))
      throw new BackupFault(
        `The backups that were in ${place.label} are gone. If its disk is not mounted, mount it; otherwise use another place.`,
      )
    return makeHead(place, installation, secret)
  }
  if (opened.head.installation === installation) return opened
  throw new BackupFault(`${place.label} holds the backups of another installation. Use another place.`)
}

async function newestOf(options: {
  readonly place: Place
  readonly codec: Codec
  readonly listed: ReadonlySet<string>
  readonly installation: string
}): Promise<Manifest | undefined> {
  const { place, codec, listed } = options
  const [newest] = backupIds(listed)
  if (newest === undefined) return undefined
  // Of one that is damaged nothing is taken over.
  return readManifest(place, codec, newest).catch((error: unknown) => {
    if (error instanceof BackupFault) return undefined
    throw error
  })
}

type Saved = Omit<Manifest, 'format' | 'id' | 'installation' | 'version' | 'secret_check'>

async function saveAll(
  options: Parameters<typeof createBackup>[0] & {
    readonly codec: Codec
    readonly listed: ReadonlySet<string>
    readonly previous: Manifest | undefined
    readonly writer: PartWriter
  },
): Promise<{ manifest: Saved } & Pick<CreatedBackup, 'leftOut' | 'moreLeftOut' | 'isOtherLog'>> {
  const { original, writer, signal, onProgress = () => undefined } = options
  const { pool, store, kind } = original
  const isInDatabase = kind === 'postgres'
  onProgress('tables', 0)
  const saved = await saveTables(pool, writer, { except: isInDatabase ? [] : [KEYS], signal })
  const { head: headHere, tables, ...rest } = saved
  const head = isInDatabase ? headHere : await store.head()
  const keys = isInDatabase ? [] : [await saveOneTable(pool, writer, KEYS)]
  const { log, isOther } = await saveLog(
    { kind, store, pool, head },
    { ...options, onProgress: (done) => onProgress('log', done) },
  )
  const { objects, leftOut, more } = await saveObjects(original.objects, {
    ...options,
    onProgress: (done) => onProgress('documents', done),
  })
  const manifest = { ...rest, store: kind, log, tables: [...tables, ...keys], objects }
  return { manifest, leftOut, moreLeftOut: more, isOtherLog: isOther }
}

/** A place may have gone away in the middle, or been emptied by someone: what the backup names must all be there. */
async function requireAll(place: Place, manifest: Manifest): Promise<void> {
  const names = await namesIn(place)
  const missing = partsOf(manifest).filter(({ name }) => !names.has(name))
  if (missing.length === 0) return
  throw new BackupFault(
    `${missing.length} parts are not in ${place.label} any more, so there is no backup. Check that its disk is mounted and that nothing else removes files there.`,
  )
}

/** Frees the room that a backup took which came to nothing. What cannot be removed now is removed after the next one. */
async function removeParts(place: Place, { written }: PartWriter): Promise<void> {
  for (const name of written) await place.remove(name).catch(() => undefined)
}
