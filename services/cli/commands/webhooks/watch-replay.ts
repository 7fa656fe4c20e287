import { setTimeout as delay } from 'node:timers/promises'
import { actingFor } from '@ecmr/domain'
import { findReplay, type Replay } from '@ecmr/webhooks'
import { CommandFailed } from '../../failure.js'
import type { Installation } from '../../installation.js'
import { progressBar } from '../../output/progress.js'

const LOOK_EVERY_MS = 250

/** Shows how far a replay is until it ends. Stopping the command does not stop the replay. */
export async function watchReplay(
  { pool, signal }: Pick<Installation, 'pool' | 'signal'>,
  company: { readonly id: string },
  begun: Replay,
): Promise<Replay> {
  const { id } = begun
  const bar = progressBar('replaying', 'events')
  try {
    let replay = begun
    while (replay.status === 'running') {
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => {
        throw new CommandFailed(stillRunning(id))
      })
      replay = (await findReplay(pool, actingFor(company.id), { id })) ?? gone(id)
      bar.update({ done: replay.scanned, total: undefined })
    }
    return replay
  } finally {
    bar.stop()
  }
}

const stillRunning = (id: string): string =>
  `Replay ${id} goes on without being watched. Cancel it: ecmr webhooks cancel-replay ${id}`

function gone(id: string): never {
  throw new CommandFailed(`Replay ${id} was cancelled: its webhook was deleted.`)
}
