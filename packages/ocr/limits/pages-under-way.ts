import { Pace } from '@ecmr/process-pool'
import type { TooManyReadings } from '../port.js'

/** What a page is expected to take before one has been read here. */
export const EXPECTED_SECONDS = 5

/** More readings a company does not have under way at once, waiting ones included. */
export const READINGS_AT_ONCE = 4

/** And no more pages in them: beside three single pages there is room for a document of eight. */
export const PAGES_AT_ONCE = 12

/** A reading that has begun. */
export interface ReadingUnderWay {
  /** it has so many pages more than was known; a fault: too many, for now */
  add(pages: number): TooManyReadings | undefined
  /** one page has been read, within so many seconds */
  pageRead(seconds: number): void
  /** how long its pages that are left will take */
  readonly secondsLeft: number
  /** it has ended, one way or the other */
  end(): void
}

/** How many readings and pages each company has under way. */
export class PagesUnderWay {
  readonly #pace = new Pace(EXPECTED_SECONDS)
  /** the pages that are left of each reading */
  readonly #companies = new Map<string, Set<{ pages: number }>>()

  constructor(
    private readonly most: { readonly readings: number; readonly pages: number } = {
      readings: READINGS_AT_ONCE,
      pages: PAGES_AT_ONCE,
    },
  ) {}

  /** Begins a reading of so many pages, unless the company has too many under way; a single reading is never too many. */
  begin(companyId: string, pages: number): ReadingUnderWay | TooManyReadings {
    const all = this.#companies.get(companyId) ?? new Set()
    if (all.size >= this.most.readings) return this.#tooMany(Math.min(...[...all].map((one) => one.pages)))
    const own = { pages: 0 }
    const add: ReadingUnderWay['add'] = (more) => {
      const others = [...all].reduce((sum, one) => sum + (one === own ? 0 : one.pages), 0)
      const over = others + own.pages + more - this.most.pages
      if (others > 0 && over > 0) return this.#tooMany(Math.min(over, others))
      own.pages += more
      return undefined
    }
    const fault = add(pages)
    if (fault) return fault
    this.#companies.set(companyId, all.add(own))
    const pace = this.#pace
    return {
      add,
      pageRead: (seconds) => {
        pace.took(seconds)
        own.pages -= 1
      },
      get secondsLeft() {
        return Math.max(1, Math.ceil(own.pages * pace.seconds))
      },
      end: () => {
        all.delete(own)
        if (all.size === 0) this.#companies.delete(companyId)
      },
    }
  }

  /** @param pages so many have to be read before there is room */
  #tooMany(pages: number): TooManyReadings {
    const retryAfterSeconds = Math.max(1, Math.ceil(Math.max(1, pages) * this.#pace.seconds))
    return { code: 'too_many_at_once', retryAfterSeconds }
  }
}
