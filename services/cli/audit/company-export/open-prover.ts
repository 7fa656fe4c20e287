import { openEvidence, openKey } from '@ecmr/evidence'
import { CommandFailed } from '../../failure.js'
import type { Installation } from '../../installation.js'
import type { Prover } from './proof-lines.js'

const WAIT_MS = 10_000
/** After which an interruption is noticed. */
const LOOK_MS = 250

/** What proves an export of an installation; undefined when it makes no evidence. */
export async function openProver({
  pool,
  config,
  signal,
}: Pick<Installation, 'pool' | 'config' | 'signal'>): Promise<Prover | undefined> {
  const key = await openKey(config)
  if (!key) return undefined
  const evidence = openEvidence({ pool, key, witnesses: config.evidence.witnesses })
  return {
    evidence,
    siteUrl: config.siteUrl,
    async covering(event) {
      for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
        signal.throwIfAborted()
        const checkpoint = await evidence.covering(event, LOOK_MS)
        if (checkpoint) return checkpoint
      }
      const { stream, revision } = event
      throw new CommandFailed(
        `Event ${revision} of ${stream} is in no checkpoint yet, so nothing was exported. Start the services, which seal the log, or name an earlier --until.`,
      )
    },
  }
}
