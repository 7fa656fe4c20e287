import { CommandFailed } from '../../failure.js'
import { fileFault } from './file-fault.js'

/** What an export says is not so; the message names the first thing. */
export class DoesNotHold extends CommandFailed {
  constructor(what: string) {
    super(`The export does not hold: ${what}.`)
  }
}

/** There is no export that could be checked. */
export class CannotRead extends CommandFailed {
  /** @param options.cause why */
  constructor(what: string, { cause }: { readonly cause: unknown }) {
    super(`${what}: ${reasonOf(cause)}.`, 2)
  }
}

function reasonOf(cause: unknown): string {
  return fileFault(cause) ?? (cause instanceof Error ? cause.message : String(cause))
}
