import { StoreUnavailable } from '../port.js'

/**
 * The clock by which events would be stamped cannot be trusted, so nothing was recorded. An event that is stamped with a
 * time in the future keeps it indefinitely, and so do all that follow in its stream.
 */
export class ClockDiffers extends StoreUnavailable {
  /** milliseconds after which to try again */
  readonly retryAfterMs: number

  /** @param sentence for clients too: it names no server */
  constructor(sentence: string, options: { readonly retryAfterMs: number }) {
    super(sentence)
    this.retryAfterMs = options.retryAfterMs
  }
}
