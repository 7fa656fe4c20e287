import type { Pool } from 'pg'
import { whileAlone } from '../installation/while-alone.js'
import type { Place } from '../place/open-place.js'
import { instantOf, openBackups } from '../restore/open-backups.js'
import { removeBackups } from './remove-unnamed.js'
import { whichToKeep } from './which-to-keep.js'

/**
 * Removes backups that are not to be kept any longer, and what only they named.
 *
 * @returns their ids
 * @throws BackupFault
 */
export async function removeOldBackups(options: {
  readonly pool: Pool
  readonly place: Place
  readonly secret: string | undefined
}): Promise<readonly string[]> {
  return whileAlone(options.pool, async () => {
    const { all, place, codec } = await openBackups(options.place, options.secret)
    // One that is damaged is left alone: someone may still want to look at it.
    const whole = all.filter((backup) => 'at' in backup)
    const kept = whichToKeep(whole.map((backup) => ({ id: backup.id, at: instantOf(backup) })))
    const old = whole.map(({ id }) => id).filter((id) => !kept.has(id))
    await removeBackups(place, codec, old)
    return old
  })
}
