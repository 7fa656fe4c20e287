import type { FoundCaption } from '../captions/known-caption.js'
import type { CmrPart } from './captions/cmr-part.js'

/**
 * The language of a form: the one that most of its captions are in. Of several languages in all boxes it is the first,
 * which printers put on top.
 */
export function formLanguage(captions: readonly FoundCaption<CmrPart>[]): string | null {
  const letters = new Map<string, number>()
  const add = (language: string | null, count: number): void => {
    if (language !== null) letters.set(language, (letters.get(language) ?? 0) + count)
  }
  for (const { caption, certainty } of captions) add(caption.language, certainty * certainty)
  for (const first of firstOfEachBox(captions)) add(first.caption.language, 1)
  const [most] = [...letters].toSorted(([, one], [, other]) => other - one)
  return most?.[0] ?? null
}

function firstOfEachBox(captions: readonly FoundCaption<CmrPart>[]): readonly FoundCaption<CmrPart>[] {
  const firsts = new Map<CmrPart, FoundCaption<CmrPart>>()
  for (const caption of captions) {
    const { means } = caption.caption
    const before = firsts.get(means)
    if (!means.startsWith('box_')) continue
    if (before === undefined || isBefore(caption, before)) firsts.set(means, caption)
  }
  return [...firsts.values()]
}

const isBefore = ({ box: one }: FoundCaption<CmrPart>, { box: other }: FoundCaption<CmrPart>): boolean =>
  Math.abs(one.y - other.y) < 0.6 * one.height ? one.x < other.x : one.y < other.y
