/** How many letters of each beginning of a caption are wrong, missing or too many, for the text read so far. */
export type Distances = readonly number[]

/** Before anything is read, every letter of each beginning is missing. */
export const nothingRead = (caption: string): Distances =>
  Array.from({ length: caption.length + 1 }, (_, length) => length)

/** After a piece of text more is read. */
export function readOn(distances: Distances, caption: string, piece: string): Distances {
  let before = distances
  for (const letter of piece) {
    const after = [(before[0] ?? 0) + 1]
    for (let length = 1; length <= caption.length; length++) {
      const replaced = (before[length - 1] ?? 0) + (caption[length - 1] === letter ? 0 : 1)
      after.push(Math.min(replaced, (before[length] ?? 0) + 1, (after[length - 1] ?? 0) + 1))
    }
    before = after
  }
  return before
}

/** How many letters make one text from another. */
export function editDistance(one: string, other: string): number {
  return readOn(nothingRead(other), other, one).at(-1) ?? 0
}
