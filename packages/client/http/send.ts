import { EcmrConnectionError, EcmrError } from '../errors.js'
import type { Call } from './call.js'
import { errorOf } from './error-of.js'
import { pause } from './pause.js'
import { pauseBeforeRetry } from './retry.js'

/** What all requests of a client have in common. */
export interface Sending {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly longestRetryAfterMs: number
}

/**
 * Sends a request, again and again while that makes sense and retries are left. Each attempt of a command has the same
 * idempotency key, so that it is done once.
 *
 * @param read what is wanted of the answer; what breaks off meanwhile is tried again too
 * @throws EcmrError; the reason of the call's signal
 */
export async function send<Wanted>(
  sending: Sending,
  call: Call,
  read: (response: Response) => Promise<Wanted>,
): Promise<Wanted> {
  const { signal, maxRetries = sending.maxRetries } = call.options ?? {}
  const request = requestOf(sending, call)
  for (let attempt = 0; ; attempt++) {
    const tried = await attemptOnce(sending, call, request, read)
    if (tried.ok) return tried.wanted
    const waits = pauseBeforeRetry(tried.error, attempt, sending.longestRetryAfterMs, Math.random)
    if (waits === undefined || attempt >= maxRetries) throw tried.error
    await pause(waits, signal)
  }
}

interface Prepared {
  readonly url: string
  readonly init: RequestInit
  readonly idempotencyKey: string | undefined
}

function requestOf(
  { baseUrl, apiKey }: Sending,
  { method, path, query, body, type, options = {} }: Call,
): Prepared {
  const { idempotencyKey = method === 'GET' ? undefined : crypto.randomUUID() } = options
  const headers = new Headers({ accept: 'application/json, */*;q=0.5' })
  const set = (name: string, value: string | undefined): void => {
    if (value !== undefined) headers.set(name, value)
  }
  set('x-api-key', apiKey)
  // Of a form the platform says the type, with what separates its parts.
  if (body !== undefined && !(body instanceof FormData))
    headers.set('content-type', type ?? 'application/json')
  set('idempotency-key', idempotencyKey)
  set('if-match', options.ifMatch)
  set('x-min-position', options.minPosition)
  set('accept-language', options.language)
  set('x-request-id', options.requestId)
  const init: RequestInit = { method, headers, redirect: 'error' }
  if (body !== undefined) init.body = sent(body, type)
  return { url: `${baseUrl}${path}${search(query)}`, init, idempotencyKey }
}

function sent(body: unknown, type: string | undefined): string | FormData {
  if (body instanceof FormData) return body
  return type === undefined ? JSON.stringify(body) : String(body)
}

/** Lists are repeated by commas, as the service takes them. */
function search(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

type Tried<Wanted> =
  | { readonly ok: true; readonly wanted: Wanted }
  | { readonly ok: false; readonly error: EcmrError }

async function attemptOnce<Wanted>(
  { fetch, timeoutMs: usual }: Sending,
  { options: { signal, timeoutMs = usual } = {} }: Call,
  { url, init, idempotencyKey }: Prepared,
  read: (response: Response) => Promise<Wanted>,
): Promise<Tried<Wanted>> {
  signal?.throwIfAborted()
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  try {
    const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    const response = await fetch(url, { ...init, signal: either })
    if (!response.ok) return { ok: false, error: await errorOf(response) }
    return { ok: true, wanted: await read(response) }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof EcmrError) throw error
    return { ok: false, error: new EcmrConnectionError(late.signal.aborted, idempotencyKey, error) }
  } finally {
    clearTimeout(timer)
  }
}
