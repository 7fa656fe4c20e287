import { type Static, Type } from '@sinclair/typebox'
import { closed, oneOf } from './json-schema.js'

const state = oneOf(['ok', 'unavailable'], 'Whether it answers')

const waitingFor = (description: string) =>
  Type.Optional(
    closed(
      {
        waiting: Type.Integer({ description: 'Counted up to 10,000' }),
        oldest_ms: Type.Integer({ description: 'How long the oldest of them has waited' }),
      },
      { description },
    ),
  )

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
      evidence: Type.Optional(
        oneOf(
          ['ok', 'degraded', 'off'],
          'Whether the event log is sealed and its checkpoints are signed; off: no key is set up; absent when that is not known',
        ),
      ),
      backup: Type.Optional(
        closed(
          {
            state: oneOf(
              ['ok', 'late'],
              'late: the newest is more than twice as old as the time between two',
            ),
            newest_at: Type.Unsafe<string | null>({
              ...{ type: ['string', 'null'], format: 'date-time' },
              description: 'Instant of the newest; null: there is none yet',
            }),
          },
          {
            description:
              'Backups that are made by themselves; absent when none are, and when that is not known',
          },
        ),
      ),
      webhook_planning: waitingFor(
        'Events of companies with many webhook deliveries to be written, which wait for that; absent when that is not known',
      ),
      documents: waitingFor(
        'Notes that have changed since their document was issued, and get its next version; absent when that is not known',
      ),
      document_reads: waitingFor(
        'Fetched copies of documents that wait to be written to the event log; absent when that is not known',
      ),
      audit_trail: Type.Optional(
        closed(
          {
            waiting: Type.Integer({ description: 'Counted up to 10,000' }),
            oldest_ms: Type.Integer({ description: 'How long the oldest of them has waited' }),
            set_aside: Type.Integer({ description: 'Changes that the event log cannot take' }),
          },
          {
            description:
              'Changes to accounts, keys and webhooks that wait to be written to the event log; absent when that is not known',
          },
        ),
      ),
    }),
    problems: Type.Array(Type.String(), {
      description: 'What is wrong, in sentences; reasons are given to callers on the same machine or network',
    }),
  },
  { title: 'Health', description: 'State of the service' },
)
export type HealthView = Static<typeof healthView>
