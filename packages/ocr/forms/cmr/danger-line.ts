const UN_NUMBER = /\b(?:UN|ONU)\s?(?:N[o°º]?\.?\s?)?\d{4}\b/i

/** Whether a line of the goods names a UN number. */
export const namesUnNumber = (text: string): boolean => UN_NUMBER.test(text)

/** Whether a line says nothing but what is dangerous about the goods, and not what they are. */
export function isDangerLine(text: string): boolean {
  if (!namesUnNumber(text)) return /^\s*\(?ADR\)?\s*$/i.test(text)
  const rest = text.replace(UN_NUMBER, '').replace(/\b(?:ADR|GE|PG|VG|clase|class|classe|klasse)\b/gi, '')
  return !/\p{L}{4}/u.test(rest)
}
