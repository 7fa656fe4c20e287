import type { Box, RecognisedWord } from '../page/recognised-page.js'

/** Boxes that share so much of the smaller one hold the same print. */
const SAME_PLACE = 0.5
/** Pixels; boxes are compared with those of the same band of the page. */
const BAND = 64
/** What is read with this certainty is rarely wrong, although another recognition saw something else. */
const HARDLY_WRONG = 0.945
const SURE_BUT_ALONE = 0.98
const UNSURE_AND_ALONE = 0.85

/**
 * The words of a page that was recognised several times, each time in another language: at each place those of the surest
 * recognition, and less sure where the others saw something else. What is in its own language is read best, so that accents come out
 * right that another language takes for stains; and what only one of them makes of some print is to be doubted.
 */
export function agreedWords(recognitions: readonly (readonly RecognisedWord[])[]): readonly RecognisedWord[] {
  return places(recognitions).flatMap((place) => {
    const seen = recognitions.map((_, by) => place.filter((word) => word.by === by).map(({ word }) => word))
    const surest = seen.reduce((best, words) => (sureness(words) > sureness(best) ? words : best), [])
    const isAgreed = seen.every((words) => textOf(words) === textOf(surest))
    return isAgreed ? surest : surest.map(doubted)
  })
}

interface SeenWord {
  readonly by: number
  readonly word: RecognisedWord
  /** of the words at the same place, whichever it is that stands for all of them */
  place: SeenWord | undefined
}

/** The words together that stand on the same print, in the order in which they were seen. */
function places(recognitions: readonly (readonly RecognisedWord[])[]): readonly (readonly SeenWord[])[] {
  const words = recognitions.flatMap((seen, by) =>
    seen.map((word): SeenWord => ({ by, word, place: undefined })),
  )
  for (const band of bands(words))
    for (const [at, word] of band.entries())
      for (const other of band.slice(at + 1))
        if (word.by !== other.by && isSamePlace(word.word.box, other.word.box)) join(word, other)
  const together = new Map<SeenWord, SeenWord[]>()
  for (const word of words) {
    const first = firstOf(word)
    const place = together.get(first)
    if (place === undefined) together.set(first, [word])
    else place.push(word)
  }
  return [...together.values()]
}

function bands(words: readonly SeenWord[]): readonly (readonly SeenWord[])[] {
  const found = new Map<number, SeenWord[]>()
  for (const word of words) {
    const { y, height } = word.word.box
    for (let band = Math.floor(y / BAND); band <= Math.floor((y + height) / BAND); band += 1) {
      const others = found.get(band)
      if (others === undefined) found.set(band, [word])
      else others.push(word)
    }
  }
  return [...found.values()]
}

function isSamePlace(one: Box, other: Box): boolean {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  if (across <= 0 || down <= 0) return false
  return across * down >= SAME_PLACE * Math.min(one.width * one.height, other.width * other.height)
}

function firstOf(word: SeenWord): SeenWord {
  let first = word
  while (first.place !== undefined) first = first.place
  if (first !== word) word.place = first
  return first
}

function join(one: SeenWord, other: SeenWord): void {
  const [first, second] = [firstOf(one), firstOf(other)]
  if (first !== second) second.place = first
}

/** Of several words by their lengths; 0 of none. */
function sureness(words: readonly RecognisedWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const sure = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  return letters === 0 ? 0 : sure / letters
}

const textOf = (words: readonly RecognisedWord[]): string =>
  words
    .toSorted((one, other) => one.box.x - other.box.x)
    .map(({ text }) => text)
    .join(' ')

function doubted(word: RecognisedWord): RecognisedWord {
  const { confidence } = word
  return {
    ...word,
    confidence: confidence * (confidence > HARDLY_WRONG ? SURE_BUT_ALONE : UNSURE_AND_ALONE),
  }
}
