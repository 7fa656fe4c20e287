/** Every kind of problem that is not a refusal of the domain: its HTTP status and its title. */
export const problemCodes = {
  malformed_request: { status: 400, title: 'The request cannot be read' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_request: { status: 400, title: 'The request has faults' },
  invalid_api_key: { status: 401, title: 'A valid API key is needed' },
  insufficient_scope: { status: 403, title: 'This API key may not do that' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'This address does not take that method' },
  not_acceptable: { status: 406, title: 'Answers are JSON' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  idempotency_key_in_flight: { status: 409, title: 'A request with this idempotency key is under way' },
  too_many_webhooks: { status: 409, title: 'Your company has as many webhooks as it can have' },
  version_conflict: { status: 409, title: 'Others changed the consignment note at the same time' },
  stale_version: { status: 412, title: 'The consignment note has changed since' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'Bodies are JSON' },
  idempotency_key_reused: { status: 422, title: 'This idempotency key belongs to another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  request_headers_too_large: { status: 431, title: 'The headers are too large' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service cannot do this right now' },
  outcome_unknown: { status: 503, title: 'It is not known whether this was recorded' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>

export type ProblemCode = keyof typeof problemCodes
