import { setTimeout as delay } from 'node:timers/promises'
import { answered } from './collect.js'
import { type Failures, kindOf } from './failures.js'
import { type ClientSettings, PatchedClient } from './patched-client.js'

/** How often a call is made while the cluster changes its leader, or the client its connection; it does so by itself. */
const MOST_TRIES = 5
const PAUSE_MS = 100

/** The one connection of this process to EventStoreDB. */
export interface Connection {
  readonly timeoutMs: number
  readonly failures: Failures
  /**
   * The client, once it is connected.
   *
   * @throws StoreUnavailable when it cannot be in time
   */
  ready(): Promise<PatchedClient>
  /**
   * Makes a call on the server that leads: others would answer reads with what they happen to have. A call that could
   * not begin, because another one has just made the client connect anew, is made again.
   *
   * @throws StoreUnavailable when there is no connection; otherwise what the call throws
   */
  onLeader<Answer>(call: (client: PatchedClient) => Promise<Answer>): Promise<Answer>
  close(): Promise<void>
}

/** Connects when it is first needed. */
export function connectionTo(
  settings: ClientSettings,
  options: { readonly timeoutMs: number; readonly failures: Failures },
): Connection {
  const { timeoutMs, failures } = options
  let client = new PatchedClient(settings)
  let isClosed = false

  async function ready(): Promise<PatchedClient> {
    const asked = client
    try {
      await answered(timeoutMs, asked.ready())
      return asked
    } catch (error) {
      renew(asked)
      throw failures.unavailable(error)
    }
  }

  /** A client that has once failed to find its server, or to learn what it can do, never asks again. */
  function renew(failed: PatchedClient): void {
    if (client !== failed || isClosed) return
    client = new PatchedClient(settings)
    void failed.close().catch(() => undefined)
  }

  async function onLeader<Answer>(call: (client: PatchedClient) => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      try {
        return await call(await ready())
      } catch (error) {
        const kind = kindOf(error)
        if ((kind !== 'not-leader' && kind !== 'not-begun') || tries === MOST_TRIES) throw error
        await delay(PAUSE_MS)
      }
    }
  }

  return {
    timeoutMs,
    failures,
    ready,
    onLeader,
    async close() {
      isClosed = true
      await answered(timeoutMs, client.close()).catch(() => undefined)
    },
  }
}
