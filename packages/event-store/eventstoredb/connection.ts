import { setTimeout as delay } from 'node:timers/promises'
import { type Failures, kindOf } from './failures.js'
import { type ClientSettings, SturdyClient } from './sturdy-client.js'
import { within } from './within.js'

/** How often a call is made while the cluster changes its leader; the client goes to the new one by itself. */
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
  ready(): Promise<SturdyClient>
  /**
   * Makes a call on whichever server leads. Others would answer reads with what they happen to have.
   *
   * @throws StoreUnavailable when there is no connection; otherwise what the call throws
   */
  onLeader<Answer>(call: (client: SturdyClient) => Promise<Answer>): Promise<Answer>
  close(): Promise<void>
}

/** Connects when it is first needed. */
export function connectionTo(
  settings: ClientSettings,
  options: { readonly timeoutMs: number; readonly failures: Failures },
): Connection {
  const { timeoutMs, failures } = options
  let client = new SturdyClient(settings)
  let isClosed = false

  async function ready(): Promise<SturdyClient> {
    const asked = client
    try {
      await within(timeoutMs, asked.ready())
      return asked
    } catch (error) {
      renew(asked)
      throw failures.unavailable(error)
    }
  }

  /** A client that has once failed to find its server, or to learn what it can do, never asks again. */
  function renew(failed: SturdyClient): void {
    if (client !== failed || isClosed) return
    client = new SturdyClient(settings)
    void failed.close().catch(() => undefined)
  }

  async function onLeader<Answer>(call: (client: SturdyClient) => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      try {
        return await call(await ready())
      } catch (error) {
        if (kindOf(error) !== 'not-leader' || tries === MOST_TRIES) throw error
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
      await within(timeoutMs, client.close()).catch(() => undefined)
    },
  }
}
