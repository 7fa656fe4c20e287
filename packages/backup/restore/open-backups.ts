import { BackupFault } from '../backup-fault.js'
import { type Codec, codec as codecOf } from '../format/codec.js'
import { readHead } from '../format/head.js'
import { type Manifest, readManifest } from '../format/manifest.js'
import { backupIds } from '../format/names.js'
import { namesIn, type Place } from '../place/open-place.js'

/** The backups in a place. */
export interface Backups {
  readonly place: Place
  readonly codec: Codec
  readonly isEncrypted: boolean
  /** newest first; a damaged manifest among them has a fault */
  readonly all: readonly (Manifest | { readonly id: string; readonly fault: string })[]
}

/**
 * Reads which backups there are.
 *
 * @throws BackupFault when there are none, or the key is not the one
 */
export async function openBackups(place: Place, secret: string | undefined): Promise<Backups> {
  const opened = await readHead(place, secret)
  if (opened === undefined)
    throw new BackupFault(
      `There are no backups in ${place.label}. Check the path, and that its disk is mounted.`,
    )
  const codec = codecOf({ place: opened.head.place, key: opened.key })
  const all: Backups['all'][number][] = []
  for (const id of backupIds(await namesIn(place))) all.push(await readOrTell(place, codec, id))
  return { place, codec, isEncrypted: opened.key !== undefined, all }
}

async function readOrTell(place: Place, codec: Codec, id: string): Promise<Backups['all'][number]> {
  try {
    return await readManifest(place, codec, id)
  } catch (error) {
    if (error instanceof BackupFault) return { id, fault: error.message }
    throw error
  }
}

/**
 * The newest backup, or the newest that is not younger than an instant, or the one of an id.
 *
 * @throws BackupFault when there is none, or its manifest is damaged
 */
export function chosenBackup(
  { all, place }: Backups,
  { id, asOf }: { readonly id?: string | undefined; readonly asOf?: Date | undefined },
): Manifest {
  const found = all.find(
    (backup) => (id === undefined || backup.id === id) && (asOf === undefined || instantOf(backup) <= asOf),
  )
  if (found === undefined)
    throw new BackupFault(
      `There is no such backup in ${place.label}. "ecmr backup list" names those that are there.`,
    )
  if ('fault' in found) throw new BackupFault(found.fault)
  return found
}

/** The instant of a backup; of a damaged one, the one in its name. */
export function instantOf(backup: Backups['all'][number]): Date {
  if ('at' in backup) return new Date(backup.at)
  const [, date, time] = /^(\d{8})T(\d{9})Z/.exec(backup.id) ?? []
  const inParts = `${date} ${time}`.replace(
    /^(\d{4})(\d\d)(\d\d) (\d\d)(\d\d)(\d\d)(\d{3})$/,
    '$1-$2-$3T$4:$5:$6.$7Z',
  )
  return new Date(inParts)
}
