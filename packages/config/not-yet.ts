import type { Given } from './settings.js'

/** Choices that the interface names and this release does not have. Taking them silently would mislead. */
export function notBuiltYet(given: Given): readonly string[] {
  const faults: string[] = []
  if (given.EVENT_STORE === 'eventstoredb')
    faults.push('EVENT_STORE is eventstoredb, which this release does not have yet; it must be postgres.')
  if (given.NATS_URL)
    faults.push('NATS_URL is set, but this release has no NATS yet; remove it to use the in-process broker.')
  return faults
}

/** Settings that do no harm and nothing else. */
export function hasNoEffectYet(given: Given): readonly string[] {
  const names = [
    'EVENTSTOREDB_URL',
    'GEMINI_API_KEY',
    'GEMINI_MODEL',
    'GEMINI_BASE_URL',
    'OCR_ENGINE',
  ] as const
  return names
    .filter((name) => given[name] !== undefined)
    .map((name) => `${name} has no effect in this release.`)
}
