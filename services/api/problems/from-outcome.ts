import type {
  Accepted,
  Attempted,
  Changed,
  Composed,
  Created,
  Issuing,
  NotFound,
  NoteRead,
} from '@ecmr/application'
import type { IssuedDocument } from '@ecmr/domain'
import { staleVersion } from '../conditional-requests.js'
import { type PointerInBody, problemFromRefusal } from './from-refusal.js'
import { notFound } from './not-found.js'
import { Problem } from './problem.js'

/** The accepted outcome of a use case. Throws a Problem for any other. */
export function acceptedOf(changed: Changed, pointerInBody?: PointerInBody): Accepted {
  if (changed.outcome === 'accepted') return changed
  throw problemFromOutcome(changed, pointerInBody)
}

/** The accepted outcome of a creation. Throws a Problem for any other. */
export function createdOf(created: Created): Accepted {
  if (created.outcome === 'not_composed') throw notComposed(created.why)
  return acceptedOf(created)
}

/** Why a note cannot be made of entries of the registers. */
export function notComposed({ reason, faults }: Extract<Composed, { readonly ok: false }>): Problem {
  return reason === 'faulty'
    ? new Problem('invalid_request', 'Fix the errors listed in errors.', { errors: faults })
    : new Problem('entry_not_found', 'Send ids of entries that your company has; see errors.', {
        errors: faults,
      })
}

/** Any other outcome of a use case as a Problem. */
export function problemFromOutcome(
  changed: Exclude<Changed, { readonly outcome: 'accepted' }>,
  pointerInBody?: PointerInBody,
): Problem {
  switch (changed.outcome) {
    case 'refused':
      return problemFromRefusal(changed.refusal, pointerInBody)
    case 'stale':
      return staleVersion(changed.version)
    case 'conflict':
      return new Problem(
        'version_conflict',
        'The note was being changed by other requests. Nothing was recorded; read it and try again.',
      )
    default:
      return keyProblem(changed.outcome)
  }
}

/** The document that was issued, or is current already. Throws a Problem for any other outcome. */
export function issuedOf(issuing: Issuing): Extract<Issuing, { readonly document: IssuedDocument }> {
  switch (issuing.outcome) {
    case 'issued':
    case 'unchanged':
      return issuing
    default:
      throw problemFromOutcome(issuing)
  }
}

/** The answer of a command that was run. Throws a Problem when its idempotency key stood in the way. */
export function answerOf<Answer>(attempted: Attempted<Answer>): Answer {
  if (!attempted.ran) throw keyProblem(attempted.outcome)
  return attempted.answer
}

/** An idempotency key stands in the way. */
export function keyProblem(outcome: 'key_reused' | 'key_in_flight'): Problem {
  if (outcome === 'key_reused') {
    const detail = 'This Idempotency-Key was used with another request. Use a new key for a new request.'
    return new Problem('idempotency_key_reused', detail)
  }
  const detail = 'The first request with this Idempotency-Key is still in progress. Repeat it in a moment.'
  return new Problem('idempotency_key_in_flight', detail, { headers: { 'retry-after': '1' } })
}

/** The value that a query found. Throws a Problem when it found none. */
export function foundOf<Found extends { readonly outcome: 'found' }>(read: Found | NotFound): Found {
  if (read.outcome === 'found') return read
  throw read.outcome === 'not_found' ? notFound() : notYetKnown()
}

/** Something that is not part of a note as it was read: what was just recorded is missing while the log is away. */
export function notInNote({ behind }: Pick<Extract<NoteRead, { outcome: 'found' }>, 'behind'>): Problem {
  return behind ? notYetKnown() : notFound()
}

/** Nothing was found, but what was searched lags behind the event log, or the log cannot be read. */
export function notYetKnown(): Problem {
  return new Problem(
    'unavailable',
    'Nothing was found, but the data being searched is behind the event log. Try again in a moment.',
    { headers: { 'retry-after': '1' } },
  )
}
