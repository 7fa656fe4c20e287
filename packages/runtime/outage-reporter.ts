const SAID_AGAIN_AFTER_MS = 60_000

/**
 * For a loop that tries again and again: says a failure when it begins and once a minute while it lasts, and that it is over.
 *
 * @returns gets what came of each try: an error, or undefined
 */
export function outageReporter(
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void },
  messages: { readonly begins: string; readonly ends: string },
): (error: unknown, fields?: object) => void {
  let saidAt: number | undefined
  return (error, fields = {}) => {
    const now = performance.now()
    if (error === undefined) {
      if (saidAt !== undefined) log.info(fields, messages.ends)
      saidAt = undefined
    } else if (saidAt === undefined || now - saidAt >= SAID_AGAIN_AFTER_MS) {
      saidAt = now
      log.warn({ err: error, ...fields }, messages.begins)
    }
  }
}
