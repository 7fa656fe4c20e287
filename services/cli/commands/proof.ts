import { readFile, stat } from 'node:fs/promises'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { type Facts, MOST_BYTES, verifyProof } from '@ecmr/evidence/verifier'
import { reasonOf } from '@ecmr/runtime'
import { CommandFailed } from '../failure.js'
import { example, print } from '../output.js'
import { type Proven, proofText } from '../proof/proof-text.js'
import { stampOf } from '../proof/stamp-of.js'

/** What it is, or a key, cannot be read. What does not hold ends with 1. */
const UNREADABLE = 2

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('verify')
    .description('verify a proof bundle offline, without a database or configuration')
    .argument('<zip>', 'the bundle')
    .option('--key <vkey>', 'log key; the key in the bundle by default', several, [])
    .option('--witness <vkey>', 'key of a witness that must have cosigned', several, [])
    .option('--tsa <file>', 'certificates (PEM) of the authority that must have stamped the checkpoint')
    .addHelpText('after', HELP)
    .action(async (zip, { key, witness, tsa, ...options }) => {
      const bundle = await read(zip)
      const trusted = tsa === undefined ? undefined : Buffer.from(await read(tsa)).toString()
      const verdict = await verifyProof(bundle, { keys: key, witnesses: witness })
      if (!verdict.ok) {
        print(options, verdict, () => 'The proof is not valid.')
        throw new CommandFailed(verdict.sentence, verdict.exit)
      }
      const proven = trusted === undefined ? verdict : stamped(verdict, await stampOf(bundle, trusted))
      print(options, proven, () => proofText(proven))
    }),
]

const HELP = `${example('ecmr proof verify proof-ECMR-2026-0123456789.zip --key "$(cat key-of-the-log)"')}
Exit code: 0 if valid, 1 if not valid, 2 if the file or a key cannot be read.
`

/** What a bundle proves, with the instant that an authority vouches for. */
function stamped(facts: Facts, at: string): Proven {
  const warnings = facts.warnings.filter((warning) => warning !== 'timestamp_signature_not_checked')
  return { ...facts, warnings, stamped_at: at }
}

function several(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

/** A file that is too large is not read at all. */
async function read(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size } = await stat(path)
    if (size > MOST_BYTES)
      throw new CommandFailed(`${path} is larger than a bundle can be, ${MOST_BYTES / 1e6} MB.`, UNREADABLE)
    return new Uint8Array(await readFile(path))
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    throw new CommandFailed(`${path} cannot be read: ${reasonOf(error)}.`, UNREADABLE)
  }
}
