const LEET = new Map(
  Object.entries({ 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '€': 'e' }),
)

/** A text, and what it says to who reads `p4ssw0rd`; with and without accents. */
export function spellings(text: string): readonly string[] {
  const read = (one: string): string => text.replace(/[0134578@$€!|]/g, (sign) => LEET.get(sign) ?? one)
  return [
    ...new Set([text, read('i'), read('l')].flatMap((spelling) => [spelling, withoutAccents(spelling)])),
  ]
}

export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}

/** Only its letters and digits. */
export function compact(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}
