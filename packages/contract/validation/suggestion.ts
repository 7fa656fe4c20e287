import leven from 'leven'

const LONGEST_GUESSED = 60

/** The known name that a misspelt one was probably meant to be. */
export function suggestion(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_GUESSED) return undefined
  const wanted = name.toLowerCase().replaceAll('-', '_')
  let nearest: string | undefined
  let fewest = Math.max(2, Math.floor(name.length / 4)) + 1
  for (const candidate of known) {
    const distance = leven(wanted, candidate, { maxDistance: fewest })
    if (distance < fewest) {
      fewest = distance
      nearest = candidate
    }
  }
  return nearest
}
