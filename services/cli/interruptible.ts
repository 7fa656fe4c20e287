import { CommandFailed } from './failure.js'

/** Runs work with a signal that aborts when the operator presses Ctrl-C, or the system ends the command. */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interrupted = new AbortController()
  const interrupt = (): void => interrupted.abort(new CommandFailed('Interrupted.'))
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
  try {
    return await work(interrupted.signal)
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}
