/** Text of a picture without what nobody sees and what turns the direction of the words around it. */
export function asSeen(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|[\u2028-\u202e\u2066-\u2069]/gu, ' ')
}
