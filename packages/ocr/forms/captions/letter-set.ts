/** Which letters and digits a text has, one bit for each letter; digits share the bits that are left. */
export function letterSet(letters: string): number {
  let set = 0
  for (const letter of letters) {
    const code = letter.charCodeAt(0)
    set |= 1 << (code >= 97 ? code - 97 : 26 + (code % 5))
  }
  return set
}

/** How many letters of one set another one lacks. */
export function lacking(set: number, other: number): number {
  let lacks = 0
  for (let rest = set & ~other; rest !== 0; rest &= rest - 1) lacks += 1
  return lacks
}
