import type { RecognisedPage } from '../../page/recognised-page.js'
import { withLettersMended } from '../mended-fields.js'
import type { FoundField, ReadForm } from '../read-form.js'
import type { Hints } from '../values/hints.js'
import { cashOnDeliveryFields } from './fields/cash-on-delivery-fields.js'
import { dangerFields } from './fields/danger-fields.js'
import { documentFields } from './fields/document-fields.js'
import { goodsFields } from './fields/goods-fields.js'
import { issueFields } from './fields/issue-fields.js'
import { labelFields } from './fields/label-fields.js'
import { partyFields } from './fields/party-fields.js'
import { placeFields } from './fields/place-fields.js'
import { textField } from './fields/text-field.js'
import { type FilledForm, filledForm } from './filled-form.js'
import { formLanguage } from './form-language.js'

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
  const fields = withLettersMended(fieldsOf(form, { language }), language)
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
    ...dangerFields(form, hints),
    ...textField('instructions', boxes.get(13), hints),
    ...cashOnDeliveryFields(boxes.get(15), hints),
    ...partyFields('carrier', boxes.get(16), hints),
    ...textField('special_agreements', boxes.get(19), hints),
    ...issueFields(boxes.get(21), hints),
    ...labelFields(form, hints),
  ]
}
