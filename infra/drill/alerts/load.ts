import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { bodyOf, exampleNote, send } from '../../harness/requests.js'

const made = Type.Object({ id: Type.String() })
const EVERY_MS = 1_000
/** As often as a load balancer or Compose asks whether a process can be sent requests. */
const PROBE_EVERY_MS = 5_000
const LONGEST_MS = 20_000
const MOST_UNDER_WAY = 30
const AT_ONCE = 4
const REST_MS = 200

/** Customers who create a note a second, whatever becomes of the one before, and a load balancer that asks for readiness. */
export interface Load {
  /** Creates so many notes as fast as four callers can. */
  burst(count: number): Promise<void>
  /** Lets callers ask for lists again and again, all at once, until it is stopped. */
  startReading(callers: number): { stop(): Promise<void> }
  /** a note that was created lately */
  aNote(): string
  stop(): Promise<void>
}

/** @param url where the API is */
export async function startLoad(url: string, key: string): Promise<Load> {
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  let newest = ''

  async function create(): Promise<void> {
    const body = { ...exampleNote, reference: randomUUID() }
    const signal = AbortSignal.timeout(LONGEST_MS)
    const answer = await send(`${url}/api/ecmrs`, key, { body, signal }).catch(() => undefined)
    if (answer?.status === 201) newest = (await bodyOf(answer, made)).id
    else await answer?.arrayBuffer().catch(() => undefined)
  }

  function follow(work: Promise<unknown>): void {
    const noted = work.catch(() => undefined).finally(() => underWay.delete(noted))
    underWay.add(noted)
  }

  const get = (path: string): Promise<unknown> =>
    send(url + path, key, { signal: AbortSignal.timeout(LONGEST_MS) }).then((answer) => answer.arrayBuffer())

  async function regularly(everyMs: number, work: () => Promise<unknown>): Promise<void> {
    while (!stopping.signal.aborted) {
      if (underWay.size < MOST_UNDER_WAY) follow(work())
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  await create()
  const ended = Promise.all([regularly(EVERY_MS, create), regularly(PROBE_EVERY_MS, () => get('/readyz'))])
  return {
    async burst(count) {
      let left = count
      const caller = async (): Promise<void> => {
        while (left-- > 0) await create()
      }
      await Promise.all(Array.from({ length: AT_ONCE }, caller))
    },
    startReading(callers) {
      const ending = new AbortController()
      // Every rest adds a listener.
      setMaxListeners(callers, ending.signal)
      const rest = (): Promise<unknown> =>
        delay(REST_MS, undefined, { signal: ending.signal }).catch(() => undefined)
      // Answers that are alike are made once for all who ask.
      const read = async (caller: number): Promise<void> => {
        while (!ending.signal.aborted) {
          await get(`/api/ecmrs?limit=${caller + 1}`).catch(() => undefined)
          await rest()
        }
      }
      const reading = Promise.all(Array.from({ length: callers }, (_, caller) => read(caller)))
      return {
        async stop() {
          ending.abort()
          await reading
        },
      }
    },
    aNote: () => newest,
    async stop() {
      stopping.abort()
      await ended
      await Promise.all(underWay)
    },
  }
}
