import { type Listener, openListener, openPool } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { Test } from 'tap'

interface Beside {
  readonly url: string
  readonly name: string
  /** most connections, besides the listener's */
  readonly max: number
}

/** What runs until its signal aborts, and its connections. */
export interface Running {
  readonly pool: Pool
  readonly listener: Listener
  readonly signal: AbortSignal
}

/** Runs something beside a test, with connections of its own. `stop` resolves when it has ended, at the latest with the test. */
export function runBeside(t: Test, { url, name, max }: Beside, run: (running: Running) => Promise<unknown>) {
  const controller = new AbortController()
  const pool = openPool({ url, max, name })
  const listener = openListener(url, name)
  const running = run({ pool, listener, signal: controller.signal })
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopped ??= (async () => {
      controller.abort()
      await running
      await listener.close()
      await pool.end()
    })()
    return stopped
  }
  t.teardown(stop)
  return { stop }
}
