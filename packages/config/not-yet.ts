import type { Given } from './settings.js'

/** Settings that do no harm and nothing else. */
export function hasNoEffectYet(given: Given): readonly string[] {
  const names = ['GEMINI_API_KEY', 'GEMINI_MODEL', 'GEMINI_BASE_URL', 'OCR_ENGINE'] as const
  return names
    .filter((name) => given[name] !== undefined)
    .map((name) => `${name} has no effect in this release.`)
}
