/**
 * What is left of a text for comparing it with printed captions: small letters without accents, and digits. Letters that
 * recognition takes for each other in small print are made the same.
 */
export function bareLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('°', 'o')
    .replace(/[|!l1]/g, 'i')
    .replaceAll('0', 'o')
    .replace(/[^a-z0-9]/g, '')
}
