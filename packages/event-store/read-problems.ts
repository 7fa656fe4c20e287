/** Gets why a log cannot be read or followed, at every failed try; undefined: everything is read again. */
export type OnReadProblem = (error: Error | undefined) => void

/** What one reader says of its tries: the error of one that failed, nothing for one that succeeded or is over. */
export type ReadReport = (error?: Error) => void

/**
 * Brings together what several readers of one log say: it is read again when the last of them is.
 *
 * @returns makes the report of one more reader
 */
export function readReports(onProblem: OnReadProblem): () => ReadReport {
  const failing = new Set<ReadReport>()
  return () => {
    const report: ReadReport = (error) => {
      if (error) {
        failing.add(report)
        onProblem(error)
      } else if (failing.delete(report) && failing.size === 0) onProblem(undefined)
    }
    return report
  }
}
