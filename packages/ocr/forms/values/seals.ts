import type { FoundValue } from './found-value.js'

const LABEL =
  /^[^\p{N}]{0,30}?(?:precintos?|seals?|scell[eé]s?|plombs?|plomben?|siegel)(?:\s?(?:n[ºo°.]{0,2}|nr\.?|no\.?|num\.?))?[\s.:]*/iu
const SEAL = /^(?:[A-Z][A-Z-]{0,7}[- ])?(?=[A-Z0-9/-]*\d)[A-Z0-9/-]{3,20}$/i

/** The numbers of the seals in the text of a place for seals. */
export function readSeals(text: string): FoundValue<readonly string[]> | undefined {
  const listed = text.slice(0, 500).replace(LABEL, '').trim()
  const parts = listed.split(/\s*[,;]\s*|\s+(?:y|e|and|et|und|\/|\+)\s+/).filter((part) => part !== '')
  const seals = parts.flatMap((part) => (SEAL.test(part) ? [part] : part.split(/\s+/)))
  if (seals.length === 0 || !seals.every((seal) => SEAL.test(seal))) return undefined
  return { value: seals, source: listed, plausibility: 0.97 }
}
