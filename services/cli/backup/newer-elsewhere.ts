import { access } from 'node:fs/promises'
import { type Backups, backedUpObjects, type Manifest } from '@ecmr/backup'
import { newestOutside } from '@ecmr/evidence'
import { type ObjectStorage, openNamedObjects, StorageUnavailable } from '@ecmr/storage'
import type { Installation } from '../installation.js'

/** What has gone on elsewhere since a backup that was restored, and what the operator has to look at, a sentence each. */
export async function newerElsewhere(
  installation: Installation,
  options: {
    readonly backup: Manifest
    readonly opened: Backups
    readonly objects: ObjectStorage
    /** how many younger backups the place has */
    readonly younger: number
  },
): Promise<readonly string[]> {
  const { backup, younger } = options
  return [
    `What was recorded after ${backup.at} is not there. Keys, passwords and access that were withdrawn since are valid again, and erasures asked for since are not done: repeat them.`,
    ...(younger > 0 ? [`The place has ${younger} younger backups.`] : []),
    ...(await checkpoints(installation, backup)),
    ...(await documents(options)),
    ...(await deliveries(installation)),
    ...(await missingEvidenceKey(installation)),
  ]
}

async function checkpoints(
  { config: { evidence } }: Installation,
  { log }: Manifest,
): Promise<readonly string[]> {
  if (!evidence.checkpoints) return []
  try {
    const newest = await newestOutside(openNamedObjects(evidence.checkpoints))
    if (newest === undefined || newest <= log.events) return []
    return [
      `EVIDENCE_CHECKPOINTS has a checkpoint of ${newest} events, and the backup has ${log.events}: ${newest - log.events} events are lost, and no checkpoint will be signed. Restore a younger backup, or see "Evidence" in docs/operations.md.`,
    ]
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    return [`Whether EVIDENCE_CHECKPOINTS has newer checkpoints is not known: ${error.reason}.`]
  }
}

async function documents({
  opened,
  backup,
  objects,
}: {
  readonly opened: Backups
  readonly backup: Manifest
  readonly objects: ObjectStorage
}): Promise<readonly string[]> {
  const restored = await backedUpObjects(opened, backup)
  let more = 0
  for await (const key of objects.keys()) if (!restored.has(key)) more++
  if (more === 0) return []
  return [
    `The storage of documents has ${more} that the backup does not have; no note of this log refers to them.`,
  ]
}

/** Webhooks that were delivered are not sent again; those that waited are, with the same ids. */
async function deliveries({ pool }: Installation): Promise<readonly string[]> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*) as waiting from webhooks.deliveries where status = 'pending'`,
  )
  const waiting = rows[0]?.waiting ?? 0
  if (waiting === 0) return []
  return [
    `${waiting} webhook deliveries waited at that instant, and are sent when the service starts. Those that were sent since come again under the same webhook-id, by which receivers recognise them.`,
  ]
}

async function missingEvidenceKey({ config: { evidence }, pool }: Installation): Promise<readonly string[]> {
  if (!evidence.key?.isGenerated) return []
  const { rowCount } = await pool.query('select from evidence.log_keys limit 1')
  if (!rowCount) return []
  const { path } = evidence.key
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  return isThere
    ? []
    : [`Put ${path} back before you start the service, or it signs with a key that nobody knows.`]
}
