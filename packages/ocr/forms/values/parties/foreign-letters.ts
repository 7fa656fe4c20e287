/** The letters with marks that names and streets of a country have. Of other countries we do not say. */
const letters: Readonly<Record<string, string>> = {
  ES: 'áéíóúüñçàèòïl·',
  FR: 'àâæçéèêëîïôœùûüÿ',
  DE: 'äöüßé',
  AT: 'äöüßé',
  IT: 'àèéìíòóù',
  PT: 'áâãàçéêíóôõú',
  NL: 'áéèëïíóöüú',
  BE: 'àâäçéèêëîïôöœùûü',
  GB: 'é',
}
const MISREAD = 0.85

/** Whether a text has letters that nobody writes in a country (ISO 3166-1 alpha-2): then recognition took one for another. */
export function hasForeignLetters(text: string, country: string | undefined): boolean {
  const own = letters[country ?? '']
  if (own === undefined) return false
  return Array.from(text.normalize('NFC').toLowerCase()).some(
    (letter) => /\p{L}/u.test(letter) && !/[a-zªº]/.test(letter) && !own.includes(letter),
  )
}

/** How plausible a text's letters are for a country (ISO 3166-1 alpha-2); 1 when nothing is known of them. */
export const lettersFit = (text: string, country: string | undefined): number =>
  hasForeignLetters(text, country) ? MISREAD : 1
