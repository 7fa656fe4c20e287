// What recognition takes for each other.
const pairs: readonly (readonly [letter: string, digit: string])[] = [
  ['O', '0'],
  ['Q', '0'],
  ['D', '0'],
  ['I', '1'],
  ['L', '1'],
  ['Z', '2'],
  ['S', '5'],
  ['G', '6'],
  ['B', '8'],
]
const MOST = 64

/**
 * What an identification may say in a shape (`9` a digit, `A` a letter, `*` either, all else itself): letters and digits
 * that recognition takes for each other may stand for each other. It itself comes first if it has the shape.
 */
export function readingsInShape(id: string, shape: string): readonly string[] {
  if (id.length !== shape.length) return []
  let readings: readonly string[] = ['']
  for (const [at, sign] of Array.from(id).entries()) {
    const possible = [sign, ...likenessesOf(sign)].filter((each) => fits(each, shape.charAt(at)))
    readings = readings.flatMap((reading) => possible.map((each) => reading + each)).slice(0, MOST)
  }
  return readings
}

function likenessesOf(sign: string): readonly string[] {
  return pairs.flatMap(([letter, digit]) => (sign === letter ? [digit] : sign === digit ? [letter] : []))
}

function fits(sign: string, slot: string): boolean {
  switch (slot) {
    case '9':
      return /\d/.test(sign)
    case 'A':
      return /[A-Z]/.test(sign)
    case '*':
      return true
    default:
      return sign === slot
  }
}
