import type { RecognisedPage } from '../../page/recognised-page.js'
import type { FoundCaption } from '../captions/find-captions.js'
import type { FoundField, ReadForm } from '../read-form.js'
import type { Hints } from '../values/found-value.js'
import { withCorrectedLetters } from '../writing.js'
import type { CmrPart } from './cmr-captions.js'
import { cashOnDeliveryFields, documentFields, issueFields, textField } from './fields/document-fields.js'
import { dangerFields, goodsFields } from './fields/goods-fields.js'
import { labelFields } from './fields/label-fields.js'
import { partyFields, placeFields } from './fields/place-fields.js'
import { type FilledForm, filledForm } from './filled-form.js'

/**
 * The language of a form: the one that most of its captions are in. Of several languages in all boxes it is the first,
 * which printers put on top.
 */
function formLanguage(captions: readonly FoundCaption<CmrPart>[]): string | null {
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

/** With fewer of its boxes a page is no CMR form, unless its title says so. */
const FEWEST_BOXES = 6
const FEWEST_BOXES_UNDER_THE_TITLE = 4

/**
 * The fields of a CMR form; `undefined` when the page is none. Left out are the successive carriers (17), the carrier's
 * reservations (18), which are not the sender's to post, and the signatures (22 to 24). Whether the carriage is national is
 * not printed, so it is not said.
 */
export function readCmrForm(page: RecognisedPage): ReadForm | undefined {
  const form = filledForm(page)
  if (!isCmrForm(form)) return undefined
  const language = formLanguage(form.captions)
  const fields = withCorrectedLetters(fieldsOf(form, { language }), language)
  return { documentType: 'cmr', language, fields, warnings: [] }
}

function isCmrForm({ boxes, captions }: FilledForm): boolean {
  const hasTitle = captions.some(({ caption }) => caption.means === 'title')
  return boxes.size >= (hasTitle ? FEWEST_BOXES_UNDER_THE_TITLE : FEWEST_BOXES)
}

function fieldsOf(form: FilledForm, hints: Hints): readonly FoundField[] {
  const { boxes } = form
  return [
    ...partyFields('sender', boxes.get(1), hints),
    ...partyFields('receiver', boxes.get(2), hints),
    ...placeFields('delivery', boxes.get(3), hints),
    ...placeFields('pickup', boxes.get(4), hints),
    ...documentFields(boxes.get(5), hints),
    ...goodsFields(form, hints),
    ...dangerFields(form),
    ...textField('instructions', boxes.get(13), hints),
    ...cashOnDeliveryFields(boxes.get(15), hints),
    ...partyFields('carrier', boxes.get(16), hints),
    ...textField('special_agreements', boxes.get(19), hints),
    ...issueFields(boxes.get(21), hints),
    ...labelFields(form, hints),
  ]
}
