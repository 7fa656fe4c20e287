import { sleep, withTimeout } from './abort.js'
import { reasonOf } from './reason.js'

/** What waits for a store to answer waits so long, unless it is told another time. */
export const STORE_WAIT_MS = 2_000
const KEPT_MS = 1_000
const WATCH_EVERY_MS = 1_000

/** What a process cannot work without, each by the name that people know it by, such as `PostgreSQL`. */
export type Checks<Name extends string = string> = Readonly<Record<Name, () => Promise<unknown>>>

/** A sentence about each thing that does not work. */
export type Problems<Name extends string = string> = ReadonlyMap<Name, string>

/** Looks at everything at once. */
export type Look<Name extends string = string> = () => Promise<Problems<Name>>

/**
 * Checks everything; all who ask within a second share one look.
 *
 * @param checks each rejects when its thing does not work, or counts as rejected after `longestMs`. An error whose
 *   message ends in a full stop is taken for the sentence about it.
 */
export function sharedLook<Name extends string>(
  checks: Checks<Name>,
  longestMs: number = STORE_WAIT_MS,
): Look<Name> {
  let kept: { readonly until: number; readonly problems: Promise<Problems<Name>> } | undefined
  return () => {
    const now = performance.now()
    if (kept === undefined || kept.until < now)
      kept = { until: now + KEPT_MS, problems: lookAt(checks, longestMs) }
    return kept.problems
  }
}

async function lookAt<Name extends string>(checks: Checks<Name>, longestMs: number): Promise<Problems<Name>> {
  const found = new Map<Name, string>()
  const looking: Promise<unknown>[] = []
  for (const name in checks) {
    const check = withTimeout(longestMs, checks[name]())
    looking.push(check.catch((error: unknown) => found.set(name, sentenceAbout(name, error))))
  }
  await Promise.all(looking)
  return found
}

function sentenceAbout(name: string, error: unknown): string {
  const reason = reasonOf(error)
  return reason.endsWith('.') ? reason : `${name} cannot be used: ${reason}.`
}

/** Says in the log, once for each change, whether the process is ready and what keeps it from being so. */
export async function watchReadiness(options: {
  readonly look: Look
  readonly log: ReadinessLog
  readonly signal: AbortSignal
}): Promise<void> {
  const { look, log, signal } = options
  let said: string | undefined
  while (!signal.aborted) {
    const problems = [...(await look()).values()]
    const now = problems.join(' ')
    if (now !== said && !signal.aborted) {
      if (now) log.warn({ problems }, 'not ready')
      else log.info({}, 'ready')
      said = now
    }
    await sleep(WATCH_EVERY_MS, signal)
  }
}

/** Where a process says what it waits for; a pino logger fits. */
export interface ReadinessLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}
