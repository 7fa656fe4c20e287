import { reasonOf } from './reason.js'
import { retryUntilAborted } from './retry.js'
import { StartFault } from './start-fault.js'

const MAX_DELAY_MS = 2_000

/** Something that has to be done once before a process can work, however long that takes. */
export interface Preparation {
  /** true when it is done, false when the signal aborted before; rejects with a StartFault, which trying again does not remove */
  readonly done: Promise<boolean>
  /** when it was tried for the first time, however that ended */
  readonly tried: Promise<unknown>
  /** what is wrong, in a sentence, as long as it is not done */
  problem(): string | undefined
  /** for readiness: rejects with that sentence */
  check(): Promise<void>
}

/**
 * Does something until it succeeds, with growing pauses between tries of two seconds at most; a StartFault ends it. An error whose message ends in
 * a full stop is taken for the sentence about it.
 *
 * @param options.what is being prepared, as the beginning of a sentence: `The tables`
 * @example
 * const tables = prepare({ what: 'The tables', action: () => migrateWebhooks(pool), signal })
 * if (await tables.done) …
 */
export function prepare(options: {
  readonly what: string
  readonly action: () => Promise<unknown>
  readonly signal: AbortSignal
}): Preparation {
  const { what, action, signal } = options
  let problem: string | undefined = `${what} are being prepared.`
  const attempt = async (): Promise<true> => {
    try {
      await action()
      problem = undefined
      return true
    } catch (error) {
      const reason = reasonOf(error)
      problem = reason.endsWith('.') ? reason : `${what} cannot be prepared: ${reason}.`
      throw error
    }
  }
  let firstTry: Promise<unknown> | undefined
  const once = (): Promise<true> => {
    const trying = attempt()
    firstTry ??= trying.catch(() => undefined)
    return trying
  }
  const onError = (error: unknown): void => {
    if (error instanceof StartFault) throw error
  }
  const done = retryUntilAborted(once, { signal, maxDelayMs: MAX_DELAY_MS, onError }).then(
    (isDone) => isDone === true,
  )
  // It may reject before anyone waits for it.
  done.catch(() => undefined)
  return {
    done,
    tried: Promise.resolve(firstTry),
    problem: () => problem,
    async check() {
      if (problem !== undefined) throw new Error(problem)
    },
  }
}
