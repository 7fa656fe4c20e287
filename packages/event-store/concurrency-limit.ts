import { StoreUnavailable } from './port.js'

/** Does something when there is room for it. */
export type Lane = <Result>(action: () => Promise<Result>) => Promise<Result>

/**
 * Lets so many actions run at a time, and the others wait in order.
 *
 * @param options.atOnce how many run
 * @param options.mostWaiting how many may wait; further ones are refused with StoreUnavailable
 * @param options.what they are, in the plural, for that sentence
 */
export function concurrencyLimit(options: {
  readonly atOnce: number
  readonly mostWaiting: number
  readonly what: string
}): Lane {
  const waiting: (() => void)[] = []
  let running = 0
  return async (action) => {
    if (running >= options.atOnce) {
      if (waiting.length >= options.mostWaiting)
        throw new StoreUnavailable(`too many ${options.what} wait: ${waiting.length}`)
      // A call that ends hands its place on, so that no later one takes it.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await action()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
