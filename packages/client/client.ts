import { Answer, fullAnswer } from './answer.js'
import { type Download, downloadOf } from './download.js'
import { EcmrProblem } from './errors.js'
import { Operations } from './generated/operations.js'
import type { ConsignmentNote, ConsignmentNoteUpdate } from './generated/types.js'
import type { Call } from './http/call.js'
import { type Sending, send } from './http/send.js'
import { Listing, type Page } from './listing.js'
import type { WriteOptions } from './options.js'

/** Where the service is, and how it is called. */
export interface ClientOptions {
  /** such as `https://ecmr.example` */
  readonly baseUrl: string
  /** absent: only what is public can be read */
  readonly apiKey?: string
  /** how long each attempt may take, in milliseconds; 60,000 unless given */
  readonly timeoutMs?: number
  /** how often a call is repeated at most; 4 unless given */
  readonly maxRetries?: number
  /** the longest `Retry-After` that is waited for, in milliseconds; 60,000 unless given. Longer ones fail at once */
  readonly longestRetryAfterMs?: number
  /** what sends requests; the platform's unless given */
  readonly fetch?: typeof fetch
}

const CHANGED_MEANWHILE: readonly string[] = ['stale_version', 'version_conflict']
const MOST_EDITS = 5

/**
 * Calls the service for one company. Failures are thrown as `EcmrError`: mostly an `EcmrProblem`, which says what to do. Reads,
 * and commands by their idempotency key, are repeated when that makes sense.
 *
 * @example
 * const ecmr = new EcmrClient({ baseUrl: 'https://ecmr.example', apiKey: process.env.ECMR_API_KEY })
 * const note = await ecmr.readEcmr('ECMR-2026-000000001-7')
 */
export class EcmrClient extends Operations {
  readonly #sending: Sending

  /** @throws TypeError when `baseUrl` is not an http address */
  constructor({ baseUrl, apiKey, ...given }: ClientOptions) {
    super()
    this.#sending = {
      baseUrl: originOf(baseUrl),
      apiKey,
      fetch: given.fetch ?? ((...request) => fetch(...request)),
      timeoutMs: given.timeoutMs ?? 60_000,
      maxRetries: given.maxRetries ?? 4,
      longestRetryAfterMs: given.longestRetryAfterMs ?? 60_000,
    }
  }

  /**
   * Changes a note by what it says now: reads it, changes it on condition that no one else has, and starts again when someone
   * has, five times at most.
   *
   * @param changesOf what to change; `undefined` for nothing
   * @returns the note afterwards
   */
  async editEcmr(
    id: string,
    changesOf: (note: ConsignmentNote) => ConsignmentNoteUpdate | undefined,
    options: Omit<WriteOptions, 'idempotencyKey'> = {},
  ): Promise<ConsignmentNote> {
    for (let edit = 1; ; edit++) {
      const { data: note, etag } = await this.readEcmr(id, {}, options).withResponse()
      const changes = changesOf(note)
      if (changes === undefined) return note
      try {
        return await this.updateEcmr(id, changes, {
          ...options,
          ...(etag !== undefined && { ifMatch: etag }),
        })
      } catch (error) {
        const isWorthIt = error instanceof EcmrProblem && CHANGED_MEANWHILE.includes(error.code)
        if (!isWorthIt || edit === MOST_EDITS) throw error
      }
    }
  }

  protected override call<Data>(call: Call): Answer<Data> {
    return new Answer(
      send(this.#sending, call, async (response) => {
        // An answer without a body is one of an operation that has no data.
        const text = await response.text()
        return fullAnswer<Data>(text === '' ? undefined : JSON.parse(text), response)
      }),
    )
  }

  protected override list<P extends Page>(call: Call, by: 'cursor' | 'after'): Listing<P> {
    return new Listing<P>(
      (next) => this.call<P>(next ? { ...call, query: nextQuery(call, next) } : call).withResponse(),
      by,
    )
  }

  protected override download(call: Call): Answer<Download> {
    return new Answer(
      send(this.#sending, call, async (response) => fullAnswer(downloadOf(response), response)),
    )
  }
}

/** A cursor knows where its page begins. */
function nextQuery({ query }: Call, next: object): object {
  return { ...query, page: undefined, ...next }
}

function originOf(baseUrl: string): string {
  const { protocol, href } = new URL(baseUrl)
  if (!/^https?:$/.test(protocol)) throw new TypeError('baseUrl has to be an http or https address')
  return href.replace(/\/+$/, '')
}
