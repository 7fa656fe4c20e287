import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { bodyOf } from '../../harness/body-of.js'
import { startChild } from '../../harness/child.js'

const arrival = Type.Object({
  /** which of the good ones received it */
  endpoint: Type.Number(),
  /** the event it is about */
  event: Type.String(),
  /** its `webhook-id` */
  id: Type.String(),
  /** milliseconds since 1970 */
  at: Type.Number(),
})

/** A request that was received as a whole. */
export type Arrival = Static<typeof arrival>

const lists = Type.Object({
  good: Type.Array(Type.String()),
  failing: Type.Array(Type.String()),
  hanging: Type.Array(Type.String()),
})

/** Servers of many customers, in a process of their own. */
export interface Receivers {
  /** where those listen that answer 204, that answer 500 and that never answer */
  readonly urls: Static<typeof lists>
  /** What the good ones have received since they started or were last cleared. */
  arrivals(): Promise<readonly Arrival[]>
  clear(): Promise<void>
  stop(): Promise<void>
}

/** Starts as many servers of each kind, each at a port of its own. */
export async function startReceivers(counts: {
  readonly good: number
  readonly failing?: number
  readonly hanging?: number
}): Promise<Receivers> {
  const { good, failing = 0, hanging = 0 } = counts
  const child = await startChild({
    script: 'infra/dist/bench/harness/receivers-process.js',
    env: { GOOD: String(good), FAILING: String(failing), HANGING: String(hanging) },
    path: '/',
  })
  return {
    urls: await bodyOf(await fetch(child.url), lists),
    arrivals: async () => bodyOf(await fetch(`${child.url}/arrivals`), Type.Array(arrival)),
    clear: async () => void (await fetch(`${child.url}/arrivals`, { method: 'DELETE' })),
    stop: () => child.stop('SIGKILL'),
  }
}
