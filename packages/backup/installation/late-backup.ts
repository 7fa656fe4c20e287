import type { PlaceRecord } from './place-record.js'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** How long one may take, and the process may have been away. */
const GRACE_MS = 10 * MINUTE_MS

/** A sentence when backups that are made by themselves are late: the newest is twice as old as it should ever be. */
export function lateBackup({ place, every_ms, age_ms, ok_at, problem }: PlaceRecord): string | undefined {
  if (every_ms === null || age_ms <= 2 * every_ms + GRACE_MS) return undefined
  const which = ok_at
    ? `The newest backup in ${place} is ${age(age_ms)} old`
    : `No backup has been made in ${place} for ${age(age_ms)}`
  return `${which}, and one is due every ${age(every_ms)}.${problem === null ? '' : ` ${problem}`}`
}

/** An age as people say it. */
export function age(ms: number): string {
  if (ms >= 2 * 24 * HOUR_MS) return `${Math.floor(ms / (24 * HOUR_MS))} days`
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return `${Math.floor(ms / MINUTE_MS)} min`
}
