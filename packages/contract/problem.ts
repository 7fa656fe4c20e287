import { statuses } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { closed, list } from './json-schema.js'

/** One fault of the request. */
export const faultView = closed({
  pointer: Type.String({
    description: 'JSON pointer (RFC 6901) into the body, or the name of a parameter or header',
  }),
  code: Type.String({ description: 'Stable, for programs' }),
  message: Type.String({ description: 'For people: what is wrong and what to do' }),
})

/** RFC 9457 problem details; every error is answered with them. */
export const problemView = closed(
  {
    type: Type.String({ description: 'Names the kind of problem, by its code' }),
    title: Type.String({ description: 'The kind of problem in words' }),
    status: Type.Integer({ description: 'The HTTP status' }),
    detail: Type.String({ description: 'What happened this time, and what to do' }),
    code: Type.String({ description: 'Stable, for programs' }),
    request_id: Type.String({ description: 'Quote it when asking for help' }),
    errors: Type.Optional(list(faultView, { description: 'All faults of the request at once' })),
    allowed_transitions: Type.Optional(
      list(Type.String({ enum: [...statuses] }), { description: 'Where the note may go from here' }),
    ),
  },
  { title: 'Problem', description: 'A problem (RFC 9457)' },
)
export type ProblemView = Static<typeof problemView>
