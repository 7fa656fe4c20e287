import { setTimeout as delay } from 'node:timers/promises'
import { answered } from './collect.js'
import { type Failures, kindOf } from './failures.js'
import { type ClientSettings, PatchedClient } from './patched-client.js'

/** How often a call is made while the cluster changes its leader, the client its connection, or a connection breaks. */
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
  /**
   * As `onLeader`, for calls that change nothing: one whose connection broke is made again, too. The server need not be
   * at fault: a connection that was given up because of another call is broken ten seconds later, under what is still
   * being read over it (grpc-js cannot send the ping that is due then).
   */
  readOnLeader<Answer>(read: (client: PatchedClient) => Promise<Answer>): Promise<Answer>
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

  async function repeated<Answer>(
    call: (client: PatchedClient) => Promise<Answer>,
    isRead: boolean,
  ): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      let isSent = false
      try {
        const client = await ready()
        isSent = true
        return await call(client)
      } catch (error) {
        const kind = kindOf(error)
        const isRepeatable =
          kind === 'not-leader' || kind === 'not-begun' || (kind === 'broken' && (isRead || !isSent))
        if (!isRepeatable || tries === MOST_TRIES) throw error
        await delay(PAUSE_MS)
      }
    }
  }

  return {
    timeoutMs,
    failures,
    ready,
    onLeader: (call) => repeated(call, false),
    readOnLeader: (read) => repeated(read, true),
    async close() {
      isClosed = true
      await answered(timeoutMs, client.close()).catch(() => undefined)
    },
  }
}
