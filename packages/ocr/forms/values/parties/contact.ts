import type { FoundValue } from '../found-value.js'

const NAME = "(\\p{L}[\\p{L}.'’-]{0,30}(?:\\s\\p{L}[\\p{L}.'’-]{0,30}){0,5})"
const LABELS =
  '(?:persona de )?contacto?|contact(?: person)?|ansprechpartner(?:in)?|interlocuteur|personne à contacter|kontakt|attn?|a/a|z\\. ?hd\\.?|à l.attention de|atenci[oó]n'
const LABELLED = new RegExp(`(?<!\\p{L})(?:${LABELS})\\s?[.:]{1,2}\\s{0,3}${NAME}`, 'iu')

/** Whom to ask for, where a text says so. */
export function readContact(text: string): FoundValue<string> | undefined {
  const value = LABELLED.exec(text)?.[1]?.replace(/\s(?:tel|tél|tlf|mail|e-mail|móvil)\.?$/iu, '')
  return value === undefined || value.length < 3
    ? undefined
    : { value, source: value, plausibility: value.includes(' ') ? 1 : 0.8 }
}
