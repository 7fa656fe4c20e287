import { type RefusalCode, statuses } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { closed, list, textOrNull } from './json-schema.js'

interface ProblemKind {
  readonly status: number
  readonly title: string
}

/** The one table from refusals of the domain to HTTP. What is unknown, malformed or not yours has one title. */
const refusalProblems = {
  not_found: { status: 404, title: 'Not found' },
  already_exists: { status: 409, title: 'A consignment note with this id exists already' },
  invalid_transition: { status: 409, title: 'The consignment note cannot go there from its present status' },
  incident_open: { status: 409, title: 'Resolve the open incident first' },
  cancelled: { status: 409, title: 'The consignment note is cancelled and takes no more changes' },
  cannot_cancel: {
    status: 409,
    title: 'The carrier has signed or taken over the goods; the note can no longer be cancelled',
  },
  amendment_reason_required: { status: 409, title: 'This change needs a reason: send amendment_reason' },
  field_not_editable: { status: 409, title: 'Some of these fields can no longer be changed' },
  already_signed: { status: 409, title: 'This role has signed the present content already' },
  signature_required: { status: 409, title: 'The company’s strict policy asks for signatures first' },
  incomplete: { status: 409, title: 'The company’s strict policy asks for complete data first' },
  incident_not_found: { status: 404, title: 'No such incident on this consignment note' },
  incident_resolved: { status: 409, title: 'This incident is resolved already' },
  reservation_not_allowed: { status: 409, title: 'A reservation cannot be recorded now' },
  document_required: { status: 409, title: 'The company’s strict policy asks for the issued document first' },
  document_version_taken: {
    status: 409,
    title: 'Another version of the document was issued at the same time',
  },
  regime_does_not_apply: { status: 409, title: 'This kind of document is not for this carriage' },
  erasure_held: { status: 409, title: 'The law has these values kept for now' },
  too_many: { status: 409, title: 'The consignment note has as many of these as it can have' },
  note_too_large: { status: 409, title: 'The consignment note would hold more than it can hold' },
  quota_exceeded: { status: 403, title: 'The company’s storage is used up' },
  unknown_history: {
    status: 409,
    title: 'The note’s history holds events that this version does not know; upgrade first',
  },
  invalid_command: { status: 400, title: 'The command is not valid' },
} as const satisfies Record<RefusalCode, ProblemKind & { status: 400 | 403 | 404 | 409 }>

/** Every kind of problem: its HTTP status and its title. */
export const problemCodes = {
  ...refusalProblems,
  malformed_request: { status: 400, title: 'The request cannot be read' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_request: { status: 400, title: 'The request has faults' },
  invalid_api_key: { status: 401, title: 'A valid API key is needed' },
  insufficient_scope: { status: 403, title: 'This API key may not do that' },
  method_not_allowed: { status: 405, title: 'This address does not take that method' },
  not_acceptable: { status: 406, title: 'Answers are JSON' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  document_not_issued: { status: 404, title: 'No document has been issued for this consignment note' },
  proof_too_large: { status: 409, title: 'The proof would be larger than verifiers take' },
  document_too_large: { status: 409, title: 'The document would be larger than it may be' },
  different_parties: { status: 409, title: 'The notes cannot stand in one document' },
  too_early: { status: 409, title: 'The document’s address cannot be closed yet' },
  mail_not_configured: { status: 409, title: 'The operator has not set up e-mail' },
  idempotency_key_in_flight: { status: 409, title: 'A request with this idempotency key is under way' },
  too_many_secrets: { status: 409, title: 'The webhook has as many signing secrets as it can have' },
  too_many_webhooks: { status: 409, title: 'Your company has as many webhooks as it can have' },
  webhook_deleted: { status: 409, title: 'The webhook of this idempotency key is deleted' },
  webhook_disabled: { status: 409, title: 'The webhook is disabled' },
  webhook_disabled_by_operator: { status: 409, title: 'The operator has disabled the webhook' },
  delivery_under_way: { status: 409, title: 'An attempt is under way' },
  replay_under_way: { status: 409, title: 'A replay is under way' },
  version_conflict: { status: 409, title: 'Others changed the consignment note at the same time' },
  stale_version: { status: 412, title: 'The consignment note has changed since' },
  body_too_large: { status: 413, title: 'The body is too large' },
  image_too_large: { status: 413, title: 'The image is too large' },
  unsupported_media_type: { status: 415, title: 'Bodies are JSON' },
  idempotency_key_reused: { status: 422, title: 'This idempotency key belongs to another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_reads: { status: 429, title: 'Your company reads too much at once' },
  too_many_mails: { status: 429, title: 'Your company has sent as many mails as it may today' },
  too_many_readings: { status: 429, title: 'Too many documents are being read at once' },
  request_headers_too_large: { status: 431, title: 'The headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  clock_differs: { status: 503, title: 'The clocks of the service differ' },
  unavailable: { status: 503, title: 'The service cannot do this right now' },
  evidence_off: { status: 503, title: 'Proofs are not set up on this installation' },
  documents_unavailable: { status: 503, title: 'Documents cannot be made or read right now' },
  ocr_unavailable: { status: 503, title: 'Documents cannot be read right now' },
  outcome_unknown: { status: 503, title: 'It is not known whether this was recorded' },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof problemCodes

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
    closable_from: Type.Optional(
      textOrNull('From when a document’s address can be closed (RFC 3339, UTC); null: not delivered yet'),
    ),
    allowed_transitions: Type.Optional(
      list(Type.String({ enum: [...statuses] }), { description: 'Where the note may go from here' }),
    ),
  },
  { title: 'Problem', description: 'A problem (RFC 9457)' },
)
export type ProblemView = Static<typeof problemView>
