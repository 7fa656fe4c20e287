import { randomBytes } from 'node:crypto'

/** Tells what else is in the place, and how to read it. */
export const HEAD = 'ecmr-backups.json'

const BACKUP = /^backup-(\d{8}T\d{9}Z-[0-9a-f]{8})$/
const CONTENT = /^(part-\d{8}T\d{9}Z-[0-9a-f]{8}-\d{6}|object-[0-9a-f]{64})$/

/** A new name for a backup, which sorts by its instant, in milliseconds: the newest is what the next builds on, and what is restored. */
export function newBackupId(at: Date): string {
  const instant = at.toISOString().replace(/[-:.]/g, '')
  return `${instant}-${randomBytes(4).toString('hex')}`
}

/** The name of a backup's manifest. While there is none there is no backup. */
export const manifestName = (id: string): string => `backup-${id}`

/** The id of the backup whose manifest has this name; undefined: it is no manifest. */
export const backupIdOf = (name: string): string | undefined => BACKUP.exec(name)?.[1]

/** The ids of the backups among some names, newest first. */
export function backupIds(names: Iterable<string>): readonly string[] {
  const ids = [...names].flatMap((name) => backupIdOf(name) ?? [])
  return ids.sort((one, other) => (one < other ? 1 : -1))
}

/** The name of a part, which belongs to the backup that wrote it and may be named by later ones. */
export const partName = (id: string, number: number): string =>
  `part-${id}-${String(number).padStart(6, '0')}`

/** Whether a thing is content that manifests name, and that is removed when none does any more. */
export const isContent = (name: string): boolean => CONTENT.test(name)
