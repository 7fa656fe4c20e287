/** A text for comparing: small letters without accents, everything that is no letter or digit as single blanks. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether two texts differ by at most so many letters put in, left out or taken for others. */
export function differAtMost(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false
  const columns = other.length
  let above = Uint16Array.from({ length: columns + 1 }, (_, at) => at)
  let here = new Uint16Array(columns + 1)
  for (let row = 0; row < one.length; row++) {
    const letter = one.charCodeAt(row)
    here[0] = row + 1
    let least = row + 1
    for (let column = 0; column < columns; column++) {
      const replaced = (above[column] ?? 0) + (letter === other.charCodeAt(column) ? 0 : 1)
      const distance = Math.min(replaced, (above[column + 1] ?? 0) + 1, (here[column] ?? 0) + 1)
      here[column + 1] = distance
      if (distance < least) least = distance
    }
    if (least > most) return false
    const free = above
    above = here
    here = free
  }
  return (above[columns] ?? most + 1) <= most
}

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

/** Whether a text has letters that a country (ISO 3166-1 alpha-2) does not use: then recognition took one for another. */
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
