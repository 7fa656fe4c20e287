import { resolve } from 'node:path'
import type { Config } from './config.js'
import type { Given } from './settings.js'
import { placeOf, s3Server } from './storages.js'

/** What evidence is made with. An embedded installation has a key of its own; others name one. */
export function evidence(given: Given, dataDir: string): Config['evidence'] {
  const embedded = given.DATABASE_URL === undefined
  const place = given.EVIDENCE_CHECKPOINTS
  const path = given.EVIDENCE_KEY_FILE ?? (embedded ? resolve(dataDir, 'evidence.key') : undefined)
  return {
    key: path ? { path: resolve(path), isGenerated: given.EVIDENCE_KEY_FILE === undefined } : undefined,
    checkpoints: place && placeOf(place, s3Server(given)),
    tsaUrl: given.TSA_URL,
    witnesses: given.EVIDENCE_WITNESSES ?? [],
  }
}

/** A warning for each setting of evidence that is set in vain. */
export function evidenceWithoutEffect(given: Given): readonly string[] {
  if (given.EVIDENCE_KEY_FILE !== undefined || given.DATABASE_URL === undefined) return []
  const { EVIDENCE_CHECKPOINTS: place, EVIDENCE_WITNESSES: witnesses = [] } = given
  const names = [
    ...(place ? ['EVIDENCE_CHECKPOINTS'] : []),
    ...(witnesses.length > 0 ? ['EVIDENCE_WITNESSES'] : []),
    ...(given.TSA_URL && !given.DOCUMENT_SEAL_FILE ? ['TSA_URL'] : []),
  ]
  return names.map((name) => `${name} is set, but EVIDENCE_KEY_FILE names no key: no checkpoints are made.`)
}
