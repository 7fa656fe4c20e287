/**
 * How many letters of each beginning of a caption are wrong, missing or too many, for the text read so far. Only beginnings
 * about as long as what was read are looked at: the others are too far off.
 */
export interface Distances {
  readonly letters: number
  readonly byLength: Uint8Array
}

const TOO_FAR = 255

/** Before anything is read, every letter of each beginning is missing. */
export function nothingRead(caption: string, most: number): Distances {
  const byLength = new Uint8Array(caption.length + 1).fill(TOO_FAR)
  for (let length = 0; length <= Math.min(most, caption.length); length++) byLength[length] = length
  return { letters: 0, byLength }
}

/** After a piece of text more is read. Distances beyond the most that is allowed are not told apart. */
export function readOn(distances: Distances, caption: string, piece: string, most: number): Distances {
  let { letters, byLength: before } = distances
  for (const letter of piece) {
    letters += 1
    const after = new Uint8Array(caption.length + 1).fill(TOO_FAR)
    const first = Math.max(0, letters - most)
    const last = Math.min(caption.length, letters + most)
    for (let length = first; length <= last; length++) {
      const more = (before[length] ?? TOO_FAR) + 1
      const wrong =
        length === 0 ? TOO_FAR : (before[length - 1] ?? TOO_FAR) + (caption[length - 1] === letter ? 0 : 1)
      const fewer = length === 0 ? TOO_FAR : (after[length - 1] ?? TOO_FAR) + 1
      after[length] = Math.min(more, wrong, fewer, TOO_FAR)
    }
    before = after
  }
  return { letters, byLength: before }
}

/** For the whole caption. */
export const distanceToWhole = ({ byLength }: Distances): number => byLength.at(-1) ?? TOO_FAR

/**
 * Whether what was read can be how a caption begins: not too much of it is wrong. Letters of the caption that are missing so
 * far count only against the caption as a whole.
 */
export function canGoOn({ letters, byLength }: Distances, most: number): boolean {
  const mostOfRead = 0.3 * letters
  return byLength.some(
    (distance, length) => distance <= most && distance - Math.max(0, length - letters) <= mostOfRead,
  )
}
