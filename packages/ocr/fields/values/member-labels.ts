import type { LineRest } from './reach.js'

// What stands before a part of an address on forms that have a line for each.
const LABELS =
  `raz[oó]n social|nombre|empresa|domicilio|direcci[oó]n|calle|poblaci[oó]n|localidad|ciudad|municipio|c[oó]digo postal|
  c\\.?\\s?p\\.?|pa[ií]s|name|company|address|street|town|city|post ?code|postal code|country|raison sociale|nom|adresse|rue|ville|
  commune|code postal|pays|firma|anschrift|stra(?:ß|ss)e|ort|stadt|plz|land|ragione sociale|ditta|nome|indirizzo|citt[aà]|comune|
  localit[aà]|c\\.?a\\.?p\\.?|paese|denomina[cç][aã]o social|morada|endere[cç]o|localidade|cidade|pa[ií]s`.replace(
    /\s*\n\s*/g,
    '',
  )
const LABEL = new RegExp(`(?<![\\p{L}\\p{N}])(?:${LABELS})\\s?:\\s{0,3}`, 'giu')
// What a note has no field for.
const DROPPED =
  /(?<!\p{L})(?:provincia|prov|regi[oó]n|county|r[eé]gion|d[eé]partement|bundesland|distrito)\.?\s?:\s{0,3}[^,;:]{0,40}$/iu
const CODE = /^(?:[A-Z]{1,2}-)?\d[\d -]{3,9}$/

/** The lines of an address without the labels that stand within it, as `Población: Jaén`; its town comes behind its postal code. */
export function withoutMemberLabels(lines: readonly LineRest[]): readonly LineRest[] {
  const bare = lines.flatMap(({ line, text }) => {
    const parts = text
      .replace(DROPPED, '')
      .split(LABEL)
      .map((part) => part.replace(/^[\s,;|–-]+|[\s,;|–-]+$/gu, ''))
      .filter((part) => part !== '')
    const last = parts.at(-1) ?? ''
    const isTownWithCode = parts.length > 1 && (CODE.test(parts.at(-2) ?? '') || CODE.test(last))
    const joined = isTownWithCode ? [...parts.slice(0, -2), codeFirst(parts.slice(-2))] : parts
    return joined.length === 0 ? [] : [{ line, text: joined.join(', ') }]
  })
  return bare
}

const codeFirst = (parts: readonly string[]): string =>
  parts.toSorted((a, b) => Number(CODE.test(b)) - Number(CODE.test(a))).join(' ')
