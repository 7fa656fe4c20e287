import type { Pool } from 'pg'
import type { Evidence } from '../evidence.js'
import { parseVerifierKey } from '../formats/verifier-key.js'
import { originOf } from '../keys/log-key.js'
import { logKeys } from './log-keys.js'

/** What it takes to verify proofs over the event log. */
export interface LogDescription {
  readonly origin: string
  readonly keys: readonly {
    readonly name: string
    readonly vkey: string
    /** of the first checkpoint that it signed; null: it has signed none yet */
    readonly from_size: number | null
  }[]
  /** the newest one, a signed note; null: there is none yet */
  readonly checkpoint: string | null
  /** verifier keys */
  readonly witnesses: readonly string[]
}

/** What `/.well-known/ecmr-log` says. */
export async function describeLog(
  pool: Pool,
  evidence: Pick<Evidence, 'latest' | 'keys'>,
  siteUrl: string,
): Promise<LogDescription> {
  const [known, { log, witnesses }, latest] = await Promise.all([
    logKeys(pool),
    evidence.keys(),
    evidence.latest(),
  ])
  const fromSize = new Map(known.map(({ vkey, from_size }) => [vkey, from_size]))
  return {
    origin: originOf(siteUrl),
    keys: log.map((vkey) => ({
      name: parseVerifierKey(vkey).name,
      vkey,
      from_size: fromSize.get(vkey) ?? null,
    })),
    checkpoint: latest?.note ?? null,
    witnesses,
  }
}
