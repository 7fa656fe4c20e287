import { canonicalJson } from '@ecmr/event-store'
import type { Checkpoint, Evidence, LeafEvent } from '@ecmr/evidence'

/** What proves an export. */
export interface Prover {
  readonly evidence: Pick<Evidence, 'proofOf' | 'sign' | 'keys'>
  /** where the keys of the log are published, without a slash at the end */
  readonly siteUrl: string
  /**
   * A checkpoint that covers an event.
   *
   * @throws CommandFailed when there is none
   */
  covering(event: LeafEvent): Promise<Checkpoint>
}

const AT_ONCE = 8

/** A line for each of some events: the proof (C2SP `tlog-proof`) that it is in the tree of a checkpoint. */
export async function* proofLines(
  evidence: Pick<Evidence, 'proofOf'>,
  checkpoint: Checkpoint,
  events: Iterable<LeafEvent>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for (const some of inParts([...events])) {
    signal.throwIfAborted()
    const proofs = await Promise.all(some.map((event) => evidence.proofOf(event, checkpoint)))
    for (const [index, { stream, revision }] of some.entries())
      yield `${canonicalJson({ stream, revision, proof: proofs[index] })}\n`
  }
}

function* inParts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += AT_ONCE) yield items.slice(from, from + AT_ONCE)
}
