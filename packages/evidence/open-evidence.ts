import { setTimeout as delay } from 'node:timers/promises'
import { type Config, reasonOf, StartFault } from '@ecmr/runtime'
import type { Pool } from 'pg'
import { checkpointReader } from './checkpoints/checkpoint-reader.js'
import { logKeys } from './checkpoints/log-keys.js'
import { makeCheckpoint } from './checkpoints/make-checkpoint.js'
import { NotSigned } from './checkpoints/not-signed.js'
import { evidenceDb } from './db.js'
import { type Checkpoint, type Evidence, type LeafEvent, NotCovered } from './evidence.js'
import { Malformed } from './formats/refusals.js'
import { signNote } from './formats/signed-note.js'
import { formatProof } from './formats/tlog-proof.js'
import { parseVerifierKey } from './formats/verifier-key.js'
import { type LogKey, openLogKey, originOf } from './keys/log-key.js'
import { indexOf } from './sealer/index-of.js'
import { tileReader } from './sealer/tiles.js'
import { inclusionProof } from './tree/prove.js'

/** Checkpoints on demand are at least so far apart. */
const LEAST_AGE_MS = 1_000
const LOOK_EVERY_MS = 50

/** What evidence needs of the configuration. */
export type EvidenceConfig = Pick<Config, 'evidence' | 'siteUrl'>

/**
 * The key of the log; undefined when no key is set up.
 *
 * @throws StartFault when its file cannot be used, or a key of a witness
 */
export async function openKey({ evidence, siteUrl }: EvidenceConfig): Promise<LogKey | undefined> {
  if (evidence.key === undefined) return undefined
  for (const { vkey } of evidence.witnesses) requireWitnessKey(vkey)
  return openLogKey(evidence.key, originOf(siteUrl))
}

function requireWitnessKey(vkey: string): void {
  try {
    if (parseVerifierKey(vkey).kind !== 'cosignature/v1')
      throw new Malformed('the key is not one for cosignatures')
  } catch (error) {
    throw new StartFault(
      `EVIDENCE_WITNESSES names ${vkey}, which cannot be used: ${reasonOf(error)}. Ask the witness for its verifier key; "ecmr witness serve" prints it.`,
    )
  }
}

/**
 * Opens proofs over the event log; the tables must exist when they are asked for (see `migrateEvidence`). There is nothing to close.
 *
 * @param options.key see `openKey`
 * @param options.clock the present, as it stands in checkpoints
 * @example
 * const key = await openKey(config)
 * const evidence = key && openEvidence({ pool, key, witnesses: config.evidence.witnesses })
 */
export function openEvidence(options: {
  readonly pool: Pool
  readonly key: LogKey
  readonly witnesses?: Config['evidence']['witnesses']
  readonly clock?: () => Date
}): Evidence {
  const { pool, key, witnesses = [], clock = () => new Date() } = options
  const latest = checkpointReader(pool)
  const read = tileReader(pool)
  let making: Promise<Checkpoint | undefined> | undefined

  /** Those who ask at the same time share one. */
  function make(): Promise<Checkpoint | undefined> {
    making ??= makeCheckpoint(pool, { key, clock }, LEAST_AGE_MS).finally(() => {
      making = undefined
    })
    return making
  }

  async function coveringNow(index: number | undefined): Promise<Checkpoint | undefined> {
    if (index === undefined) return undefined
    const known = await latest()
    if (known && known.size > index) return known
    const made = await make().catch((error: unknown) => {
      // It stands in health; to the one who asks it is no more than that there is none yet.
      if (error instanceof NotSigned) return undefined
      throw error
    })
    return made && made.size > index ? made : undefined
  }

  return {
    latest,
    async covering(event, waitMs) {
      const deadline = performance.now() + waitMs
      let index: number | undefined
      for (;;) {
        index ??= await indexOf(pool, event)
        const checkpoint = await coveringNow(index)
        if (checkpoint || performance.now() >= deadline) return checkpoint
        await delay(LOOK_EVERY_MS)
      }
    },
    async proofOf(event, { size, note }) {
      const index = await indexOf(pool, event)
      if (index === undefined || index >= size) throw new NotCovered(notCovered(event, size))
      return formatProof({ index, hashes: await inclusionProof(index, size, read), checkpoint: note })
    },
    async timestampFor({ size, root }) {
      const row = await evidenceDb(pool)
        .selectFrom('evidence.checkpoints')
        .select('stamp')
        .where('size', '=', size)
        .where('root', '=', root)
        .executeTakeFirst()
      return row?.stamp ?? undefined
    },
    async keys() {
      const known = (await logKeys(pool)).map(({ vkey }) => vkey)
      const log = known.includes(key.vkey) ? known : [...known, key.vkey]
      return { log, witnesses: witnesses.map(({ vkey }) => vkey) }
    },
    sign: (text) => signNote(text, key),
  }
}

function notCovered({ stream, revision }: LeafEvent, size: number): string {
  return `the checkpoint of ${size} events does not cover ${stream}@${revision}`
}
