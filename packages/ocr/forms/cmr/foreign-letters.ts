/** The letters with marks that the languages of a country have. Of other countries we do not say. */
const letters: Readonly<Record<string, string>> = {
  ES: 'áéíóúüñçàèòïl·',
  FR: 'àâäæçéèêëîïôöœùûüÿ',
  DE: 'äöüßé',
  AT: 'äöüßé',
  IT: 'àèéìíòóùú',
  PT: 'áâãàçéêíóôõúü',
  NL: 'áéèëïíóöüú',
  BE: 'àâäçéèêëîïôöœùûü',
  GB: 'é',
}

/** Whether a text has letters that nobody writes in that country: then recognition took one for another. */
export function hasForeignLetters(text: string, country: string | undefined): boolean {
  const own = letters[country ?? '']
  if (own === undefined) return false
  return Array.from(text.normalize('NFC').toLowerCase()).some(
    (letter) => /\p{L}/u.test(letter) && !/[a-zªº]/.test(letter) && !own.includes(letter),
  )
}
