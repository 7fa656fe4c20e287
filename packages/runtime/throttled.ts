const AGAIN_AFTER_MS = 60_000

/** Passes on a problem that is reported at every try: at once when it is another one than before, else once a minute. */
export function throttled(say: (problem: Error) => void): (problem: Error) => void {
  let said: string | undefined
  let saidAt = 0
  return (problem) => {
    const now = performance.now()
    if (problem.message === said && now - saidAt < AGAIN_AFTER_MS) return
    said = problem.message
    saidAt = now
    say(problem)
  }
}
