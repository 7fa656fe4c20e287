import type { RecognisedWord } from '../../page/recognised-page.js'
import type { FoundCaption } from '../captions/known-caption.js'
import type { CmrPart } from './captions/cmr-part.js'
import { type FormRules, uprightsAt } from './form-rules.js'
import { besideLeft, besideRight, centreOf, letterHeight, middleOf, WORD_GAP } from './neighbours.js'

/**
 * Whether a caption is set apart from what somebody wrote, rather than a word of it: by a colon, a gap, or larger letters
 * of what follows.
 */
export function standsFree(
  caption: FoundCaption<CmrPart>,
  words: readonly RecognisedWord[],
  printed: ReadonlySet<RecognisedWord>,
  rules: FormRules,
): boolean {
  const height = letterHeight(caption.words)
  const uprights = uprightsAt(rules, middleOf(caption.box))
  const isApart = (left: number, right: number): boolean => uprights.some((x) => x > left && x < right)
  const others = words.filter((word) => !printed.has(word) && /[\p{L}\p{N}]/u.test(word.text))
  const before = others.filter(
    ({ box }) =>
      besideLeft(caption.box, box, WORD_GAP * height) && !isApart(centreOf(box), centreOf(caption.box)),
  )
  if (before.some(({ text }) => !/^\(?\d{1,2}[.)]?$/.test(text))) return false
  if (caption.behind !== '' || /[:;]$/.test(caption.words.at(-1)?.text ?? '')) return true
  if (caption.caption.means === 'seal_numbers' && others.some(isNumberBehind(caption))) return true
  return !others.some(
    ({ box }) =>
      besideRight(caption.box, box, WORD_GAP * height) &&
      box.height < 1.25 * height &&
      !isApart(centreOf(caption.box), centreOf(box)),
  )
}

/** A seal is told by its number, whether or not a colon stands between. */
const isNumberBehind =
  ({ box: own, words }: FoundCaption<CmrPart>) =>
  ({ text, box }: RecognisedWord): boolean =>
    /\d{4}/.test(text) && besideRight(own, box, NUMBER_GAP * letterHeight(words))

const NUMBER_GAP = 6
