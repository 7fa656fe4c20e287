interface Header {
  readonly description: string
  /** it is on each answer of its kind */
  readonly required?: true
  readonly schema: { readonly type: 'string' | 'integer' }
  readonly example: string | number
}

const text = (description: string, example: string): Header => ({
  description,
  schema: { type: 'string' },
  example,
})
const count = (description: string, example: number): Header => ({
  description,
  schema: { type: 'integer' },
  example,
})

/** The headers of answers that mean something to a program. */
export const answerHeaders = {
  'X-Request-Id': {
    ...text('Names this request; quote it when asking for help', '5f0d9a52-6f0c-4c9e-8d3c-2f4b8a1f7c11'),
    required: true,
  },
  'RateLimit-Limit': count('Requests a minute, by the limit that is nearest', 600),
  'RateLimit-Remaining': count('What is left of them', 587),
  'RateLimit-Reset': count('Seconds until the limit resets', 42),
  'Retry-After': count('Seconds after which a repetition makes sense; absent where none does', 1),
  'WWW-Authenticate': text('How to authenticate', 'ApiKey'),
  ETag: text('Names this state; send it as If-Match or If-None-Match', '"3"'),
  Location: text('Path of what was created', '/api/ecmrs/0199c3a4-7d1e-7b52-9f3e-2a6d4c8e1b70'),
  Link: text(
    'Other pages (RFC 8288): first, prev, next and last, as far as there are any',
    '</api/ecmrs?page=2>; rel="next"',
  ),
  'X-Position': text(
    'Place in the event log; send it as X-Min-Position to read at least this state',
    '0000000000000042',
  ),
  'X-Projection-Lag': text('The answer may lack what was recorded in this time', '2150 ms'),
  'Idempotent-Replayed': text('true: done before, with this idempotency key; nothing was done again', 'true'),
  'X-Storage-Warning': text('How much of its storage your company uses, from 80 % on', '83 % used'),
  'Content-Disposition': text('The name of the file', 'attachment; filename="ECMR-2026-000000001-7.pdf"'),
} as const satisfies Readonly<Record<string, Header>>
export type AnswerHeader = keyof typeof answerHeaders
