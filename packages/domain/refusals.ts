/**
 * Every reason for which a command is refused, with the HTTP status it becomes and the sentence a person reads.
 * The one table that REST, MCP, the panel and the CLI share.
 */
export const refusals = {
  not_found: { http: 404, title: 'Consignment note not found' },
  already_exists: { http: 409, title: 'A consignment note with this id exists already' },
  invalid_transition: { http: 409, title: 'The consignment note cannot go there from its present status' },
  incident_open: { http: 409, title: 'Resolve the open incident first' },
  cancelled: { http: 409, title: 'The consignment note is cancelled and takes no more changes' },
  cannot_cancel: {
    http: 409,
    title: 'The carrier has signed or taken over the goods; the note can no longer be cancelled',
  },
  amendment_reason_required: {
    http: 409,
    title: 'This change needs a reason: send amendment_reason',
  },
  field_not_editable: { http: 409, title: 'Some of these fields can no longer be changed' },
  already_signed: { http: 409, title: 'This role has signed the present content already' },
  signature_required: { http: 409, title: 'The company’s strict policy asks for signatures first' },
  incomplete: { http: 409, title: 'The company’s strict policy asks for complete data first' },
  incident_not_found: { http: 404, title: 'No such incident on this consignment note' },
  incident_resolved: { http: 409, title: 'This incident is resolved already' },
  reservation_not_allowed: { http: 409, title: 'A reservation cannot be recorded now' },
  too_many: { http: 409, title: 'The consignment note has as many of these as it can have' },
  note_too_large: { http: 409, title: 'The consignment note would hold more than it can hold' },
  quota_exceeded: { http: 403, title: 'The company’s storage is used up' },
  unknown_history: {
    http: 409,
    title: 'The note’s history holds events that this version does not know; upgrade first',
  },
  invalid_command: { http: 400, title: 'The command is not valid' },
} as const

export type RefusalCode = keyof typeof refusals

/** One fault of the input, as RFC 9457 problem details list them. */
export interface Fault {
  /** JSON pointer (RFC 6901) into the request body */
  readonly pointer: string
  readonly code: string
  /** what is wrong and what to do, in one sentence */
  readonly message: string
}

/** An expected "no": a value, never an exception. */
export interface Refusal {
  readonly code: RefusalCode
  /** one sentence about this very case, saying what to do */
  readonly detail: string
  readonly errors?: readonly Fault[]
  readonly allowed_transitions?: readonly string[]
}
