import type { TextLine } from '../../page/text-lines.js'
import type { LineRest } from './reach.js'

/** What stands before a part of an address on forms that have a line for each, in six languages. */
const names = {
  name: `raz[oó]n social|nombre(?: o raz[oó]n social)?|denominaci[oó]n(?: social)?|empresa|compa[ñn][ií]a|name|company(?: name)?|firm|
    business name|raison sociale|soci[eé]t[eé]|entreprise|nom|firma|firmenname|unternehmen|ragione sociale|ditta|societ[aà]|azienda|impresa|
    nome|denominazione|denomina[cç][aã]o(?: social)?`,
  street: `domicilio|direcci[oó]n|calle|street(?: address)?|address(?: line)?(?: 1)?|adresse|rue|stra(?:ß|ss)e|anschrift|str|via|indirizzo|sede|
    morada|endere[cç]o|rua|hausanschrift`,
  code: `c[oó]digo postal|c\\.?\\s?p|post ?code|postal code|zip(?: code)?|code postal|plz|postleitzahl|c\\.?a\\.?p|c[oó]d\\.? ?postal`,
  town: `poblaci[oó]n|localidad|ciudad|municipio|town|city|ville|commune|localit[eé]|ort|stadt|wohnort|citt[aà]|comune|localit[aà]|
    localidade|cidade|plz(?: ?[/,] ?| und )ort|c\\.?\\s?p\\.?(?: ?[/,] ?| y )(?:poblaci[oó]n|localidad)|cp ville|town(?: ?[/,] ?)postcode`,
  country: `pa[ií]s|country|pays|land|staat|paese|nazione|stato`,
  dropped: `provincia|prov|regi[oó]n|county|state|r[eé]gion|d[eé]partement|bundesland|distrito|concelho|regione`,
} as const
type Part = keyof typeof names

const LABEL = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${Object.entries(names)
    .map(([part, words]) => `(?<${part}>${words.replace(/\s*\n\s*/g, '')})`)
    .join('|')})\\.?\\s?:\\s{0,3}`,
  'giu',
)

/** A part of an address that a label names, with the lines that it stands on. */
export interface LabelledPart {
  readonly value: string
  /** as it stands there, line by line */
  readonly source: string
  readonly lines: readonly TextLine[]
}

/** The parts of an address whose lines have labels of their own, as `Población: Jaén`; and what stands before the first label. */
export interface LabelledParts extends Readonly<Partial<Record<Part, LabelledPart>>> {
  readonly before: readonly LineRest[]
}

/** What the labels within an address name; a text goes on below its label. Undefined: there are fewer than two such labels. */
export function labelledParts(lines: readonly LineRest[]): LabelledParts | undefined {
  const found: Partial<Record<Part, LabelledPart>> = {}
  const before: LineRest[] = []
  let open: Part | undefined
  for (const { line, text } of lines) {
    const labels = Array.from(text.matchAll(LABEL))
    const misread = labels.length === 0 && open !== undefined ? MISREAD.exec(text)?.[0] : undefined
    if (misread !== undefined) {
      open = found.street ? 'dropped' : 'street'
      found[open] = goneOn(found[open], line, text.slice(misread.length))
      continue
    }
    const ahead = text.slice(0, labels[0]?.index ?? text.length).trim()
    if (ahead !== '' && open === undefined) before.push({ line, text: ahead })
    else if (ahead !== '' && open !== undefined) found[open] = goneOn(found[open], line, ahead)
    for (const [at, label] of labels.entries()) {
      const part = partOf(label.groups ?? {})
      if (part === undefined) continue
      open = part
      const value = text.slice(label.index + label[0].length, labels[at + 1]?.index).replace(BETWEEN, '')
      if (value !== '') found[part] = goneOn(found[part], line, value)
    }
  }
  return Object.keys(found).length < 2 ? undefined : { ...found, before }
}

// Some label between others: the street's where that has not been seen.
const MISREAD = /^\p{L}[\p{L}.]{2,18}:\s+/u
// What stands between two labels on one line.
const BETWEEN = /[\s;|–-]+$/u

const partOf = (groups: Readonly<Record<string, string | undefined>>): Part | undefined =>
  (Object.keys(names) as readonly Part[]).find((part) => groups[part] !== undefined)

const goneOn = (before: LabelledPart | undefined, line: TextLine, text: string): LabelledPart =>
  before === undefined
    ? { value: text, source: text, lines: [line] }
    : {
        value: `${before.value} ${text}`,
        source: `${before.source}\n${text}`,
        lines: [...before.lines, line],
      }

/** The lines without the one label that stands in them. */
export const withoutMemberLabel = (lines: readonly LineRest[]): readonly LineRest[] =>
  lines
    .map(({ line, text }) => ({ line, text: text.replace(LABEL, '').trim() }))
    .filter(({ text }) => text !== '')
