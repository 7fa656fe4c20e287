import { Type } from '@sinclair/typebox'
import { closed } from './json-schema.js'

/** What a company has used, and what it may use. */
export const usageView = closed(
  {
    plan: Type.String(),
    storage: closed({
      bytes: Type.Integer({ description: 'What the events of your notes take' }),
      limit: Type.Integer({
        description: 'When it is reached, only what ends a note is recorded (quota_exceeded)',
      }),
      is_warning: Type.Boolean({ description: 'From 80 % on; writes say so in X-Storage-Warning, too' }),
    }),
    notes: Type.Integer(),
    events: Type.Integer(),
    limits: closed({
      requests_per_minute: Type.Integer({ description: 'For each API key' }),
      body_bytes_per_minute: Type.Integer({ description: 'Of all bodies of your company that write' }),
      expensive_reads: closed({
        at_once: Type.Integer({ description: 'More wait for their turn' }),
        waiting: Type.Integer({ description: 'More are answered 429' }),
        bytes_per_second: Type.Integer({ description: 'Of their answers, in the long run' }),
      }),
      note: closed({
        field_bytes: Type.Integer(),
        bytes: Type.Integer({ description: 'Of all its events' }),
        events: Type.Integer(),
        incidents: Type.Integer(),
        reservations: Type.Integer(),
        signatures: Type.Integer(),
      }),
    }),
  },
  { title: 'Usage', description: 'What a company has used, and what it may use' },
)
