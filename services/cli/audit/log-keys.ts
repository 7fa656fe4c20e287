import { originOf, parseVerifierKey, readSigner, type VerifierKey, verifierKey } from '@ecmr/evidence'
import type { Installation } from '../installation.js'

/**
 * The keys of the log, by which checkpoints are verified: those that were given, or else the configured one and those that the
 * database names.
 *
 * @param given verifier keys (C2SP `signed-note`)
 * @param warn gets a sentence when the configured key cannot be read
 */
export async function logKeys(
  installation: Pick<Installation, 'pool' | 'config'>,
  given: readonly VerifierKey[],
  warn: (sentence: string) => void,
): Promise<readonly VerifierKey[]> {
  if (given.length > 0) return given
  return [...(await configuredKey(installation, warn)), ...(await keysInDatabase(installation))]
}

async function configuredKey(
  { config: { evidence, siteUrl } }: Pick<Installation, 'config'>,
  warn: (sentence: string) => void,
): Promise<readonly VerifierKey[]> {
  if (!evidence.key) return []
  try {
    const { name, privateKey } = await readSigner(evidence.key.path, originOf(siteUrl))
    return [verifierKey(name, privateKey)]
  } catch (error) {
    // It is the services that make it.
    if (evidence.key.isGenerated) return []
    const reason = error instanceof Error ? error.message : String(error)
    warn(`${reason} Checkpoints are verified by the keys that the database names.`)
    return []
  }
}

async function keysInDatabase({ pool }: Pick<Installation, 'pool'>): Promise<readonly VerifierKey[]> {
  const there = await pool.query<{ readonly name: string | null }>(
    `select to_regclass('evidence.log_keys')::text as name`,
  )
  if (!there.rows[0]?.name) return []
  const { rows } = await pool.query<{ readonly vkey: string }>('select vkey from evidence.log_keys')
  return rows.map(({ vkey }) => parseVerifierKey(vkey))
}
