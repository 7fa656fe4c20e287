import { hasForeignLetters } from './values/parties/foreign-letters.js'

/** Where each language is written, for its letters. */
const homes: Readonly<Record<string, string>> = { es: 'ES', en: 'GB', fr: 'FR', de: 'DE' }

/** Signs that recognition makes of damaged letters. */
const STRAY = /[*|_\\{}=¢~<>?]|\s\/\s\p{Ll}|\b[Nn][e9]\s\d/u
/** A capital within small letters, as in `StraBe`. */
const CAPITAL_INSIDE = /\p{Ll}\p{Lu}\p{Ll}/u
/** A small l that was taken for a one, as in `bottles of 1,5 1`. */
const ONE_FOR_L = /\d\s1(?![\d.,/])/
/** Words that are written with an accent, without it. Capitals may go without, and then a look does no harm. */
const LOST_ACCENT =
  /\b(?:\p{L}+cion|logistica|poligono|rio|carton|particulas|mecanica|citricos|ceramicas?|plasticos?|republique|societe|minerale|biere|materiaux|sud|muhle|sohne|acker|strafie|prevenir|activites|allee|francaise|fraiches?|a l['’]\p{L}+)(?!\p{L})/iu

const EACH_DOUBT = 0.8

/** How likely a text is as it was read, by its letters, in a language or of a country. */
export function likelihoodOfWriting(
  text: string,
  {
    language = null,
    country,
  }: { readonly language?: string | null; readonly country?: string | null | undefined },
): number {
  const home = country ?? homes[language ?? '']
  const isDoubtful =
    STRAY.test(text) ||
    CAPITAL_INSIDE.test(text.replace(/GmbH|\bMc\p{Lu}/gu, '')) ||
    ONE_FOR_L.test(text) ||
    (home !== 'GB' && LOST_ACCENT.test(text)) ||
    hasForeignLetters(text, home ?? undefined)
  return isDoubtful ? EACH_DOUBT : 1
}
