import { NoCertificates, parseNote, parseProof, StampRefused, verifyStamp } from '@ecmr/evidence'
import { unzip } from '@ecmr/evidence/verifier'
import { CommandFailed } from '../failure.js'

/**
 * When an authority stamped the checkpoint of a bundle that holds.
 *
 * @param trusted the authority's certificates, PEM
 * @throws CommandFailed with exit code 1 when there is no such stamp, and 2 when these are no certificates
 */
export async function stampOf(bundle: Uint8Array<ArrayBuffer>, trusted: string): Promise<string> {
  const files = unzip(bundle)
  const answer = files.get('checkpoint.tsr')
  if (!answer) throw new CommandFailed('checkpoint.tsr is missing. --tsa requires it.')
  const { checkpoint } = parseProof(Buffer.from(files.get('head.tlog-proof') ?? []).toString())
  try {
    return (await verifyStamp(answer, parseNote(checkpoint).text, trusted)).toISOString()
  } catch (error) {
    if (error instanceof NoCertificates) throw new CommandFailed(`--tsa: ${error.message}.`, 2)
    if (error instanceof StampRefused) throw new CommandFailed(`checkpoint.tsr: ${error.message}.`)
    throw error
  }
}
