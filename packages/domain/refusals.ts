/** Every reason for which a command is refused. */
export const refusalCodes = [
  'not_found',
  'already_exists',
  'invalid_transition',
  'incident_open',
  'cancelled',
  'cannot_cancel',
  'cannot_revert',
  'not_in_transit',
  'amendment_reason_required',
  'field_not_editable',
  'already_signed',
  'signature_required',
  'incomplete',
  'incident_not_found',
  'incident_resolved',
  'invitation_not_found',
  'invitation_closed',
  'attachment_not_found',
  'share_not_found',
  'already_shared',
  'not_shareable',
  'not_in_your_share',
  'reservation_not_allowed',
  'document_required',
  'document_version_taken',
  'regime_does_not_apply',
  'erasure_held',
  'too_many',
  'note_too_large',
  'quota_exceeded',
  'unknown_history',
  'invalid_command',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

/** One fault of the input. */
export interface Fault {
  /** JSON pointer (RFC 6901) into what was given */
  readonly pointer: string
  readonly code: string
  /** what is wrong and what to do, in one sentence */
  readonly message: string
}

/** Why a command is refused: a value, never an exception. */
export interface Refusal {
  readonly code: RefusalCode
  /** one sentence about this case that says what to do */
  readonly detail: string
  readonly errors?: readonly Fault[]
  readonly allowed_transitions?: readonly string[]
}
