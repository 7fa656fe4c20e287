import { reasonOf } from '@ecmr/runtime'
import { parseDecimal } from '../formats/encodings.js'
import { verifySignatures } from '../formats/open-note.js'
import { formatSignature, parseNote, parseSignatures } from '../formats/signed-note.js'
import type { VerifierKey } from '../formats/verifier-key.js'
import { type Answer, post } from '../http/post.js'
import { formatRequest } from './witness-request.js'

/** A witness, as a log asks it. */
export interface WitnessPeer {
  /** what its routes stand below, without a slash at its end */
  readonly url: string
  readonly key: VerifierKey
}

/** The witness has cosigned nothing; the message is a sentence. */
export class NotCosigned extends Error {
  override readonly name = 'NotCosigned'
}

const MOST_TRIES = 3
const LONGEST_QUOTE = 300

/**
 * Shows a checkpoint to a witness.
 *
 * @param oldSize of the checkpoint that it has cosigned last, as far as is known
 * @param proofFrom makes the consistency proof from a size
 * @returns its cosignatures, each the line of a note
 * @throws NotCosigned
 */
export async function askWitness(
  { url, key }: WitnessPeer,
  checkpoint: { readonly size: number; readonly signed: string },
  oldSize: number,
  proofFrom: (size: number) => Promise<readonly Uint8Array[]>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  let known = oldSize
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const body = formatRequest({ oldSize: known, proof: await proofFrom(known), note: checkpoint.signed })
    const asking = post(`${url}/add-checkpoint`, { type: 'text/plain; charset=utf-8', body, signal })
    const answer = await asking.catch((error: unknown) => {
      throw new NotCosigned(`The witness ${key.name} does not answer: ${reasonOf(error)}.`)
    })
    if (answer.status === 200) return cosignatures(checkpoint.signed, textOf(answer), key)
    if (answer.status !== 409) throw new NotCosigned(refusal(key.name, answer))
    known = sizeIn(answer, key.name)
    if (known > checkpoint.size)
      throw new NotCosigned(
        `The witness ${key.name} has cosigned a checkpoint of ${known} events, and the log has ${checkpoint.size}: the database was restored from an older copy, or the witness was shown another log.`,
      )
  }
  throw new NotCosigned(`The witness ${key.name} is shown other checkpoints at the same time.`)
}

function sizeIn(answer: Answer, name: string): number {
  try {
    return parseDecimal(textOf(answer).trim(), 'the size')
  } catch {
    throw new NotCosigned(`The witness ${name} does not say what it has cosigned last.`)
  }
}

/** Those of other keys are passed over. */
function cosignatures(signed: string, lines: string, key: VerifierKey): readonly string[] {
  try {
    const own = parseSignatures(lines).filter(({ name, id }) => name === key.name && id === key.id)
    const { verified } = verifySignatures({ text: parseNote(signed).text, signatures: own }, [key])
    if (verified.length > 0) return verified.map(formatSignature)
  } catch (error) {
    throw new NotCosigned(`The witness ${key.name} answers what does not hold: ${reasonOf(error)}.`)
  }
  throw new NotCosigned(`The witness ${key.name} has not signed with the key in EVIDENCE_WITNESSES.`)
}

function refusal(name: string, answer: Answer): string {
  const quote = textOf(answer).slice(0, LONGEST_QUOTE)
  return `The witness ${name} refuses the checkpoint (${answer.status}): ${quote.replace(/[\p{Cc}\s]+/gu, ' ').trim()}`
}

function textOf({ body }: Answer): string {
  return Buffer.from(body).toString()
}
