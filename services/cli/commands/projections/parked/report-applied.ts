import type { RetryResult } from '@ecmr/projections'
import { CommandFailed } from '../../../failure.js'
import { print } from '../../../output/print.js'

/** Says how many held events were applied; a stream that stays parked is a failure. */
export function reportApplied(
  options: { readonly json?: true | undefined },
  result: RetryResult & { readonly projection: string; readonly stream: string },
): void {
  const { projection, stream, applied, error } = result
  print(options, result, () => `Applied ${applied} events of ${stream} to ${projection}.`)
  if (error !== null) throw new CommandFailed(`${stream} stays parked in ${projection}: ${error}`)
}
