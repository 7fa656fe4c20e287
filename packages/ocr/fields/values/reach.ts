import { formats } from '@ecmr/domain'
import type { TextLine } from '../../page/text-lines.js'
import type { FoundValue, Hints } from './found-value.js'
import { readTaxId } from './tax-id.js'

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}(\s?)(@|\(a\)|©|®)(\s?)([\w-]{1,63}(?:\.[\w-]{1,63}){1,5})/u

/** The first e-mail address of a text. */
export function readEmail(text: string): FoundValue<string> | undefined {
  const found = EMAIL.exec(text)
  if (found === null) return undefined
  const value = found[0].replace(/\s/g, '').replace(/\(a\)|©|®/, '@')
  if (!formats.email(value)) return undefined
  return { value, source: found[0], plausibility: value === found[0] ? 1 : 0.75 }
}

const NUMBER = '\\(?(?:\\+|00)?\\(?\\d[\\d ().\\/-]{5,22}\\d'
const NAMED = new RegExp(
  `(?<!\\p{L})(?:tel[eé]?fono|tel[eé]phone|telefon[eo]?|phone|tel|t[eé]l|tfn?o|tlf|tf|t|m[oó]vil|m[oó]bil[e]?|mob|handy|gsm|contacto?)[\\s.:ºo°-]{1,4}(${NUMBER})`,
  'iu',
)
const ABROAD = /(?<![\p{L}\p{N}])((?:\+|00)\s?\d[\d ().-]{6,20}\d)(?!\p{N})/u
const ALONE = new RegExp(`^\\s*(${NUMBER})\\s*$`, 'u')

const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{2,4}$/

// With how certainly each is a telephone number.
const ways: readonly (readonly [RegExp, number])[] = [
  [NAMED, 1],
  [ABROAD, 0.97],
  [ALONE, 0.75],
]

/** The first telephone number of a text, as it stands there. */
export function readPhone(text: string): FoundValue<string> | undefined {
  for (const [pattern, plausibility] of ways) {
    const source = pattern.exec(text)?.[1]?.trim()
    const digits = source?.replace(/\D/g, '').length ?? 0
    if (source === undefined || digits < 7 || digits > 15 || DATE.test(source)) continue
    return { value: source.replace(/\s+/g, ' '), source, plausibility }
  }
  return undefined
}

const NAME = "(\\p{L}[\\p{L}.'’-]{0,30}(?:\\s\\p{L}[\\p{L}.'’-]{0,30}){0,5})"
const LABELS =
  '(?:persona de )?contacto?|contact(?: person)?|ansprechpartner(?:in)?|interlocuteur|personne à contacter|kontakt|attn?|a/a|z\\. ?hd\\.?|à l.attention de|atenci[oó]n'
const LABELLED = new RegExp(`(?<!\\p{L})(?:${LABELS})\\s?[.:]{1,2}\\s{0,3}${NAME}`, 'iu')

/** Whom to ask for, where a text says so. */
function readContact(text: string): FoundValue<string> | undefined {
  const value = LABELLED.exec(text)?.[1]?.replace(/\s(?:tel|tél|tlf|mail|e-mail|móvil)\.?$/iu, '')
  return value === undefined || value.length < 3
    ? undefined
    : { value, source: value, plausibility: value.includes(' ') ? 1 : 0.8 }
}

const readers = { email: readEmail, tax_id: readTaxId, contact_name: readContact, phone: readPhone } as const
const members = ['email', 'tax_id', 'contact_name', 'phone'] as const

type Reach = (typeof members)[number]
/** A line and what is left of its text after something was read of it. */
export interface LineRest {
  readonly line: TextLine
  readonly text: string
}
type Reached = Partial<Record<Reach, FoundValue<string> & { readonly lines: readonly TextLine[] }>>

// What stands before such a value, or by itself when the value could not be read.
const LABEL =
  /(?<!\p{L})(?:n\.?\s?i\.?\s?f|c\.?\s?i\.?\s?f|nipc|p\.?\s?iva|(?:n[°ºo.]?\s?)?tva(?:\sintra\p{L}*)?|siren|siret|vat(?:\s?(?:reg|id))?|ust\.?-?\s?id\p{L}*|uid|btw|nip|tax\s?(?:id|no)|tel[eé]?[eé]?\p{L}*|t[eé]l\p{L}*|tfn?o|tlf|fax|phone|m[oó]vil|mobile?|e-?mail|correo|courriel|web|contacto?|contact person|kontakt|ansprechpartner\p{L}*|persona de contacto|attn?)\.?(?:[\s.-]?(?:n[ºo°.]|nr|no)\.?)?\s?[.:]?\s*$/iu
const FAX = /^\W{0,3}(?:fax|telefax|www\.|web)/iu

/** How a party is reached and known to the tax office, and what is left of its lines. */
export function readReach(
  lines: readonly TextLine[],
  hints: Hints,
): { found: Reached; rest: readonly LineRest[] } {
  const found: Reached = {}
  const rest: LineRest[] = []
  for (const [row, line] of lines.entries()) {
    let text = line.text
    for (const member of FAX.test(text) ? [] : members) {
      const value = readers[member](text, hints)
      if (value === undefined || (member === 'phone' && value.plausibility < 0.9 && found.phone)) continue
      const isDoubtful = member === 'contact_name' && mayGoOn(lines[row + 1])
      found[member] ??= {
        ...value,
        plausibility: value.plausibility * (isDoubtful ? 0.85 : 1),
        lines: [line],
      }
      text = without(text, value.source)
    }
    if (text.trim() !== '' && !FAX.test(text)) rest.push({ line, text: text.trim() })
  }
  return { found, rest }
}

// A family name that was broken off a contact's.
const mayGoOn = (next: TextLine | undefined): boolean =>
  next !== undefined && /^\p{L}[\p{L}-]+(?:\s\p{L}[\p{L}-]+)?$/u.test(next.text)

function without(text: string, source: string): string {
  const at = text.indexOf(source)
  const before = text
    .slice(0, at)
    .replace(LABEL, '')
    .replace(/[\s,;|/–-]+$/u, '')
  const behind = text.slice(at + source.length).replace(/^[\s,;|/.–-]+/u, '')
  return [before, behind].filter((part) => part !== '').join(', ')
}
