import { type Static, Type } from '@sinclair/typebox'
import { closed, oneOf } from './json-schema.js'

const state = oneOf(['ok', 'unavailable'], 'Whether it answers')

/** Whether the service works, and what it stands on. */
export const healthView = closed(
  {
    status: oneOf(['ok', 'degraded', 'unavailable'], 'unavailable: commands cannot be accepted'),
    version: Type.String(),
    checks: closed({
      event_log: state,
      postgres: state,
      broker: state,
      projections: Type.Record(Type.String(), closed({ lag_events: Type.Integer(), lag_ms: Type.Integer() })),
    }),
    problems: Type.Array(Type.String(), {
      description: 'What is wrong, in sentences; reasons are given to callers on the same machine or network',
    }),
  },
  { title: 'Health', description: 'State of the service' },
)
export type HealthView = Static<typeof healthView>
