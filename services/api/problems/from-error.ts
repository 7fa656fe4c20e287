import { NOT_IN_SHARE, NotPermitted } from '@ecmr/application'
import { type FaultyRequest, faultsFromValidation, type ValidationFailure } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'
import { ClockDiffers, OutcomeUnknown, StoreUnavailable } from '@ecmr/event-store'
import { EvidenceOff } from '@ecmr/evidence'
import { DocumentReadingUnavailable } from '@ecmr/ocr'
import { isDatabaseAway } from '@ecmr/postgres'
import type { FastifyContextConfig } from 'fastify'
import { bodyTooLarge } from './body-too-large.js'
import { problemOfDocuments } from './documents-unavailable.js'
import { problemFromRefusal } from './from-refusal.js'
import { Problem } from './problem.js'
import { wrongMediaType } from './wrong-media-type.js'

const RETRY_SOON = { 'retry-after': '1' }

/** What is known of a request that failed; a `FastifyRequest` is one. */
interface FailedRequest extends FaultyRequest {
  readonly routeOptions: FaultyRequest['routeOptions'] & {
    readonly bodyLimit: number
    readonly config: Pick<FastifyContextConfig, 'judge' | 'takes'>
  }
}

/** What an error that was thrown anywhere means to the client. */
export function problemFromError(error: unknown, request: FailedRequest): Problem {
  if (error instanceof Problem) return error
  // What keys may do is asked before: only notes of other companies are left.
  if (error instanceof NotPermitted) return problemFromRefusal(NOT_IN_SHARE)
  if (error instanceof OutcomeUnknown) {
    return new Problem(
      'outcome_unknown',
      'The connection to the event log broke while the command was being recorded. Send it again with the same Idempotency-Key: it will not be recorded twice. Without a key, check what was recorded before you repeat it.',
      { headers: RETRY_SOON },
    )
  }
  if (isBrokenOff(error))
    return new Problem('malformed_request', 'The connection was lost before the request was complete.')
  if (error instanceof ClockDiffers) return clockDiffers(error)
  if (error instanceof StoreUnavailable || isDatabaseAway(error)) {
    return new Problem(
      'unavailable',
      'A part of the service is not responding. Nothing was recorded; try again in a moment.',
      { headers: RETRY_SOON },
    )
  }
  if (error instanceof DocumentReadingUnavailable) return ocrUnavailable(error)
  if (error instanceof EvidenceOff)
    return new Problem(
      'evidence_off',
      'Proofs are not set up: the operator of this service must set EVIDENCE_KEY_FILE.',
    )
  const ofDocuments = problemOfDocuments(error)
  if (ofDocuments) return ofDocuments
  if (isValidationFailure(error)) {
    const errors = faultsOf(error, request)
    return new Problem('invalid_request', summary(errors.length), { errors })
  }
  return fromFastify(error, request)
}

/** The client closed the connection before the end of its body: a database's code, with a status that Fastify sets. */
function isBrokenOff(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'statusCode' in error)) return false
  return error.code === 'ECONNRESET' && error.statusCode === 400
}

/** What the schema finds and, in a body, what else is wrong with it. */
function faultsOf(error: ValidationFailure, request: FailedRequest): readonly Fault[] {
  const faults = faultsFromValidation(error, request)
  const { judge } = request.routeOptions.config
  return judge === undefined || error.validationContext !== 'body' ? faults : judge(faults, request.body)
}

function summary(faults: number): string {
  return faults === 1 ? 'Fix the error listed in errors.' : `Fix the ${faults} errors listed in errors.`
}

function isValidationFailure(error: unknown): error is ValidationFailure {
  return error instanceof Error && 'validation' in error && Array.isArray(error.validation)
}

function clockDiffers({ message, retryAfterMs }: ClockDiffers): Problem {
  const headers = { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) }
  return new Problem('clock_differs', `${message} Nothing was recorded; try again in a moment.`, { headers })
}

function ocrUnavailable({ retryAfterSeconds }: DocumentReadingUnavailable): Problem {
  const detail = `Nothing was read; try again in ${retryAfterSeconds} s.`
  return new Problem('ocr_unavailable', detail, { headers: { 'retry-after': String(retryAfterSeconds) } })
}

function fromFastify(error: unknown, { routeOptions }: FailedRequest): Problem {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge(routeOptions.bodyLimit)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return wrongMediaType(routeOptions.config.takes)
    case 'FST_ERR_BAD_URL':
      return new Problem('malformed_request', 'The address is not percent-encoded correctly.')
  }
  if (status >= 400 && status < 500)
    return new Problem(
      'malformed_request',
      'The request is not well-formed HTTP. Check its length and encoding.',
    )
  return new Problem('internal_error', 'The error has been logged. Include request_id when you ask for help.')
}
