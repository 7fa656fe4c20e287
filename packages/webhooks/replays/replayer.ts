import type { Listener } from '@ecmr/postgres'
import pg, { type Pool } from 'pg'
import type { LatestCheckpoint } from '../notifications/stated-checkpoint.js'
import { wakeUp } from '../worker/wake-up.js'
import type { WorkerLog } from '../worker/worker-options.js'
import { advanceReplay, type PageLimits } from './advance-replay.js'
import type { OnSkipped, ReplaySource } from './queue-deliveries.js'
import { REPLAYS_CHANNEL } from './request-replay.js'

export interface ReplayerOptions {
  readonly pool: Pool
  readonly listener: Listener
  readonly source: ReplaySource
  readonly signal: AbortSignal
  readonly log?: WorkerLog
  readonly limits?: Partial<ReplayerLimits>
  readonly clock?: () => Date
  readonly latestCheckpoint?: LatestCheckpoint
}

export interface ReplayerLimits extends PageLimits {
  /** looks again so soon, milliseconds, while a replay waits for its deliveries to get through */
  readonly waitMs: number
  /** and after so long, unless it is notified, while there is none */
  readonly pollMs: number
}

const standardLimits: ReplayerLimits = {
  looks: 5_000,
  deliveries: 500,
  pending: 4_000,
  waitMs: 250,
  pollMs: 5_000,
}

/** A pause is at least so many times as long as the look before it, so that many that wait cost no more than a few. */
const IDLE_SHARE = 5

/**
 * Carries out replays until the signal aborts: those under way in turn, page by page, so that a large one does not
 * hold up a small one. Any number of processes may; what one that dies had begun, the next one goes on with.
 */
export async function replayer(options: ReplayerOptions): Promise<void> {
  const { pool, listener, signal } = options
  const limits = { ...standardLimits, ...options.limits }
  const wake = wakeUp()
  const stopListening = listener.on(REPLAYS_CHANNEL, wake.call)
  signal.addEventListener('abort', wake.call, { once: true })
  const advances = advancing({ ...options, limits })
  while (!signal.aborted) {
    const begun = performance.now()
    const ids = await replaysUnderWay(pool).catch((error: unknown) => {
      options.log?.error({ err: error }, 'webhook replays cannot be looked for')
      return []
    })
    let isMoving = false
    for (const id of ids) isMoving = (!signal.aborted && (await advances(id))) || isMoving
    if (isMoving) continue
    const pause = ids.length === 0 ? limits.pollMs : limits.waitMs
    await wake.wait(Math.max(pause, IDLE_SHARE * (performance.now() - begun)))
  }
  stopListening()
}

async function replaysUnderWay(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from webhooks.replays where status = 'running' order by created_at, id`,
  )
  return rows.map(({ id }) => id)
}

/** Carries out the next page of a replay. False when it has to wait. */
function advancing({
  log,
  clock = () => new Date(),
  ...options
}: ReplayerOptions & { readonly limits: PageLimits }) {
  const problems = new Map<string, string>()
  return async (id: string): Promise<boolean> => {
    const skipped: string[] = []
    const onSkipped: OnSkipped = (event, reason) => void skipped.push(`${event.id}: ${reason}`)
    try {
      const advance = await advanceReplay({ ...options, clock, onSkipped }, id)
      problems.delete(id)
      if (skipped.length > 0) {
        const details = { replay_id: id, events: skipped.length, reason: skipped[0] }
        log?.error(details, 'events cannot be replayed, because they cannot be read')
      }
      return advance === 'page' || advance === 'ended'
    } catch (error) {
      const problem = String(error)
      if (!isInTheWay(error) && problems.get(id) !== problem) {
        problems.set(id, problem)
        log?.warn({ err: error, replay_id: id }, 'a webhook replay cannot go on; tried again')
      }
      return false
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK_DETECTED = '40P01'

/** Another session has locked what the page needs; it is retried. */
function isInTheWay(error: unknown): boolean {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK_DETECTED
}
