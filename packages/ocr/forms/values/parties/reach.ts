import type { TextLine } from '../../../page/text-lines.js'
import { readEmail } from '../email.js'
import type { FoundValue } from '../found-value.js'
import type { Hints } from '../hints.js'
import { readPhone } from '../phone.js'
import { readTaxId } from '../tax-id.js'
import { readContact } from './contact.js'

const readers = { email: readEmail, tax_id: readTaxId, contact_name: readContact, phone: readPhone } as const
const members = ['email', 'tax_id', 'contact_name', 'phone'] as const

type Reach = (typeof members)[number]
/** A line and what is left of its text after something was read of it. */
export interface LineRest {
  readonly line: TextLine
  readonly text: string
}
export type Reached = Partial<Record<Reach, FoundValue<string> & { readonly lines: readonly TextLine[] }>>

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
