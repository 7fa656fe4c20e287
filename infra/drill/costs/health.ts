import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { bodyOf } from '../../harness/body-of.js'

const lag = Type.Object({ lag_events: Type.Number(), lag_ms: Type.Number() })
const health = Type.Object({
  status: Type.String(),
  checks: Type.Object({ projections: Type.Record(Type.String(), lag) }),
})

/** How the service says that it is. */
export interface Health {
  readonly status: string
  /** of the read model that is furthest behind */
  readonly lagEvents: number
}

/** Asks an api for its health. */
export async function healthOf(site: string): Promise<Health> {
  const { status, checks } = await bodyOf(await fetch(`${site}/api/health`), health)
  return { status, lagEvents: Math.max(...Object.values(checks.projections).map((one) => one.lag_events)) }
}

/** Waits until something holds of the health; how long that took in seconds, or `undefined` when it did not come to it. */
export async function untilHealth(
  site: string,
  holds: (health: Health) => boolean,
  seconds: number,
): Promise<number | undefined> {
  const began = performance.now()
  while (performance.now() - began < seconds * 1_000) {
    if (holds(await healthOf(site))) return Math.round((performance.now() - began) / 100) / 10
    await delay(200)
  }
  return undefined
}
