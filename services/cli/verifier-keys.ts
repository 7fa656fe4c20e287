import { InvalidArgumentError } from '@commander-js/extra-typings'
import { parseVerifierKey, type VerifierKey } from '@ecmr/evidence'

/** Reads a verifier key, of which several may be given. */
export function verifierKeys(text: string, before: readonly VerifierKey[] = []): readonly VerifierKey[] {
  try {
    return [...before, parseVerifierKey(text)]
  } catch (error) {
    throw new InvalidArgumentError(`${error instanceof Error ? error.message : String(error)}.`)
  }
}
