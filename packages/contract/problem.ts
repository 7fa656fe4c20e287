import { type RefusalCode, statuses } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { closed, list, oneOf, textOrNull } from './json-schema.js'

interface ProblemKind {
  readonly status: number
  readonly title: string
}

/** The one table from refusals of the domain to HTTP. What is unknown, malformed or not yours has one title. */
const refusalProblems = {
  not_found: { status: 404, title: 'Not found' },
  already_exists: { status: 409, title: 'A consignment note with this id already exists' },
  invalid_transition: {
    status: 409,
    title: 'The consignment note cannot go to that status from its current one',
  },
  incident_open: { status: 409, title: 'Resolve the open incident first' },
  cancelled: { status: 409, title: 'The consignment note is cancelled and cannot be changed' },
  cannot_cancel: {
    status: 409,
    title: 'The carrier has signed or taken over the goods; the note can no longer be cancelled',
  },
  not_in_transit: { status: 409, title: 'The goods are not in transit' },
  cannot_revert: { status: 409, title: 'There is no delivery that can be taken back' },
  amendment_reason_required: { status: 409, title: 'This change needs a reason: send amendment_reason' },
  field_not_editable: { status: 409, title: 'Some of these fields can no longer be changed' },
  already_signed: { status: 409, title: 'This role has already signed the current content' },
  signature_required: { status: 409, title: 'The company’s strict policy requires signatures first' },
  incomplete: { status: 409, title: 'The company’s strict policy requires complete data first' },
  incident_not_found: { status: 404, title: 'No such incident on this consignment note' },
  incident_resolved: { status: 409, title: 'This incident is already resolved' },
  invitation_not_found: { status: 404, title: 'No such invitation on this consignment note' },
  invitation_closed: { status: 409, title: 'This invitation is not open any more' },
  attachment_not_found: { status: 404, title: 'No such attachment on this consignment note' },
  share_not_found: { status: 404, title: 'No such share on this consignment note' },
  already_shared: { status: 409, title: 'The consignment note is already shared like this' },
  not_shareable: { status: 409, title: 'The consignment note cannot be shared with this company' },
  not_in_your_share: { status: 403, title: 'The share does not include this' },
  reservation_not_allowed: { status: 409, title: 'A reservation cannot be recorded now' },
  document_required: { status: 409, title: 'The company’s strict policy requires the issued document first' },
  document_version_taken: {
    status: 409,
    title: 'Another version of the document was issued at the same time',
  },
  regime_does_not_apply: { status: 409, title: 'This kind of document does not apply to this transport' },
  erasure_held: { status: 409, title: 'The law requires this data to be kept for now' },
  too_many: { status: 409, title: 'The consignment note has reached a limit' },
  note_too_large: { status: 409, title: 'The consignment note would be too large' },
  quota_exceeded: { status: 403, title: 'The company’s storage is full' },
  unknown_history: {
    status: 409,
    title: 'The note’s history has events that this version does not know; upgrade first',
  },
  invalid_command: { status: 400, title: 'The command is not valid' },
} as const satisfies Record<RefusalCode, ProblemKind & { status: 400 | 403 | 404 | 409 }>

/** Every kind of problem: its HTTP status and its title. */
export const problemCodes = {
  ...refusalProblems,
  malformed_request: { status: 400, title: 'The request cannot be read' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_api_key: { status: 401, title: 'A valid API key is required' },
  insufficient_scope: { status: 403, title: 'This API key does not have the required scope' },
  method_not_allowed: { status: 405, title: 'This address does not support that method' },
  not_acceptable: { status: 406, title: 'Responses are JSON' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  document_not_issued: { status: 404, title: 'No document has been issued for this consignment note' },
  proof_too_large: { status: 409, title: 'The proof would be too large to verify' },
  document_too_large: { status: 409, title: 'The document would be too large' },
  different_parties: { status: 409, title: 'These notes cannot share a document' },
  too_early: { status: 409, title: 'The document’s address cannot be closed yet' },
  test_note: { status: 409, title: 'Not available for test notes' },
  mail_not_configured: { status: 409, title: 'Email is not set up on this installation' },
  idempotency_key_in_flight: { status: 409, title: 'A request with this idempotency key is in progress' },
  attachment_withdrawn: { status: 409, title: 'This attachment has been withdrawn' },
  too_many_secrets: { status: 409, title: 'The webhook has the maximum number of signing secrets' },
  reference_taken: { status: 409, title: 'Another entry of the register has this reference' },
  register_full: { status: 409, title: 'The register has the maximum number of entries' },
  too_many_webhooks: { status: 409, title: 'Your company has the maximum number of webhooks' },
  webhook_deleted: { status: 409, title: 'The webhook of this idempotency key was deleted' },
  webhook_disabled: { status: 409, title: 'The webhook is disabled' },
  webhook_disabled_by_operator: { status: 409, title: 'The operator has disabled the webhook' },
  delivery_under_way: { status: 409, title: 'An attempt is in progress' },
  replay_under_way: { status: 409, title: 'A replay is in progress' },
  version_conflict: { status: 409, title: 'The consignment note was changed at the same time' },
  stale_version: { status: 412, title: 'It has changed since' },
  body_too_large: { status: 413, title: 'The body is too large' },
  image_too_large: { status: 413, title: 'The image is too large' },
  unsupported_media_type: { status: 415, title: 'Request bodies must be JSON' },
  entry_not_found: { status: 422, title: 'Your company’s registers have no such entry' },
  idempotency_key_reused: { status: 422, title: 'This idempotency key belongs to another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_reads: { status: 429, title: 'Your company has too many expensive reads in progress' },
  too_many_mails: { status: 429, title: 'Your company has reached today’s email limit' },
  too_many_uploads: { status: 429, title: 'Too many files are being sent at once' },
  too_many_readings: { status: 429, title: 'Too many documents are being read at once' },
  request_headers_too_large: { status: 431, title: 'The headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  clock_differs: { status: 503, title: 'The service clocks disagree' },
  unavailable: { status: 503, title: 'The service cannot do this right now' },
  evidence_off: { status: 503, title: 'Proofs are not set up on this installation' },
  documents_unavailable: { status: 503, title: 'Documents cannot be created or read right now' },
  ocr_unavailable: { status: 503, title: 'Documents cannot be read right now' },
  outcome_unknown: { status: 503, title: 'It is unknown whether this was recorded' },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof problemCodes

const codes = Object.keys(problemCodes).filter(isProblemCode)

/** Whether there is a kind of problem with this code. */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problemCodes, text)
}

/** The address of the page about a kind of problem, which names it: the `type` of answers. */
export function problemType(siteUrl: string, code: ProblemCode): string {
  return `${siteUrl}${PROBLEM_PAGES}/${code}`
}

/** Path of the page that lists all kinds of problems; those of the kinds are below it. */
export const PROBLEM_PAGES = '/errors'

/** One fault of the request. */
export const faultView = closed(
  {
    pointer: Type.String({
      description: 'JSON pointer (RFC 6901) into the body, or the name of a parameter or header',
    }),
    code: Type.String({ description: 'Stable, for programs' }),
    message: Type.String({ description: 'For people: what is wrong and what to do' }),
  },
  { title: 'Fault', description: 'One fault of a request' },
)

/** RFC 9457 problem details; every error is answered with them. */
export const problemView = closed(
  {
    type: Type.String({
      description:
        'Identifies the kind of problem: the address of a page that explains the cause and what to do',
    }),
    title: Type.String({ description: 'The kind of problem in words' }),
    status: Type.Integer({ description: 'The HTTP status' }),
    detail: Type.String({ description: 'What happened this time and what to do' }),
    code: oneOf(codes, 'The kind of problem, for programs; more may be added'),
    request_id: Type.String({ description: 'Include it when you ask for help' }),
    errors: Type.Optional(list(faultView, { description: 'All faults of the request at once' })),
    closable_from: Type.Optional(
      textOrNull('From when a document’s address can be closed (RFC 3339, UTC); null: not delivered yet'),
    ),
    allowed_transitions: Type.Optional(
      list(Type.String({ enum: [...statuses] }), { description: 'Statuses the note can go to from here' }),
    ),
  },
  { title: 'Problem', description: 'A problem (RFC 9457)' },
)
export type ProblemView = Static<typeof problemView>
