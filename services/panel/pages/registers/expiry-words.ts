import { type Entry, expiriesOf } from '@ecmr/application'
import type { Language } from '@ecmr/contract'
import { nameIn } from '../notes/shared/labels.js'
import { formatsFor } from '../../texts/formats.js'
import { registerTexts } from './texts.js'

/** So many days before something ends it is said. */
export const WARNED_DAYS = 30

const DAY_MS = 86_400_000

/** The last day of which an end is said today. */
export function warnedUntil(today: string): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + WARNED_DAYS * DAY_MS).toISOString().slice(0, 10)
}

/** What of an entry has ended or will soon, in words. */
export function expiryWords(
  entry: Pick<Entry, 'register' | 'data'>,
  today: string,
  language: Language,
): readonly { readonly said: string; readonly isPast: boolean }[] {
  const t = registerTexts[language]
  const { date } = formatsFor(language, 'UTC')
  return expiriesOf(entry, { today, until: warnedUntil(today) }).map(({ member, day, isPast }) => {
    const what = nameIn(t.ends, member) ?? member
    return { said: isPast ? t.ended(what, date(day)) : t.endsOn(what, date(day)), isPast }
  })
}
