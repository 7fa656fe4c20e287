import type { FieldName } from '@ecmr/domain'
import type { FoundField, ReadForm } from '../fields/read-form.js'
import { readCountry, readDate, readVolume, readWeight } from '../fields/values/index.js'
import { plainLetters } from '../fields/values/letters.js'
import type { Box } from '../page/recognised-page.js'
import type { ReadingWarning, ReadValue } from '../port.js'
import { type GeminiAnswer, type GeminiField, readableFields } from './gemini-answer.js'

/** The highest certainty of a value that its own words do not confirm: it must be reviewed by a person. */
const UNPROVEN = 0.5

/** Tells whether words stand in a text, whatever the blanks, signs and accents between. */
function wordsOf(text: string): (words: string) => boolean {
  const all = tight(text)
  return (words) => {
    const wanted = tight(words)
    return wanted !== '' && all.includes(wanted)
  }
}

const standsIn = (words: string, text: string): boolean => wordsOf(text)(words)

/** Whether the words that are said to give a value do give it, by our own reading of them. */
function bearsOut(source: string, name: FieldName, value: ReadValue): boolean {
  if (typeof value === 'boolean') return false
  if (typeof value === 'object') return value.every(wordsOf(source))
  if (name.endsWith('_date')) return readDate(source)?.value === value
  if (name.endsWith('_country')) return readCountry(source)?.value === value || standsIn(`${value}`, source)
  if (name === 'goods_weight_kg') return readWeight(source, { unitOfCaption: 'kg' })?.value === value
  if (name === 'goods_volume_m3') return readVolume(source)?.value === value || standsIn(`${value}`, source)
  return standsIn(`${value}`, source)
}

const tight = (text: string): string => plainLetters(text).replaceAll(' ', '')

/** Into how many parts Gemini divides the sides of a picture. */
export const SIDE = 1000

/**
 * What an answer of Gemini says of the page. A value whose words are not in the text of the page is not taken over; one that its words
 * do not bear out has to be looked at.
 */
export function formOfAnswer({ document_type, language, fields, raw_text }: GeminiAnswer): ReadForm {
  const isOnPage = wordsOf(raw_text)
  const read = fields.map((field) => ({ field, isThere: isOnPage(field.source_text) }))
  const strays = read.filter(({ field, isThere }) => field.value !== null && !isThere)
  return {
    documentType: document_type,
    language,
    fields: read.map(({ field, isThere }) => foundField(field, isThere)),
    warnings: strays.map(({ field }) => notOnThePage(field.name)),
  }
}

function foundField(field: GeminiField, isThere: boolean): FoundField {
  const { name, source_text: sourceText, cmr_box: cmrBox } = field
  const value = isThere ? readValue(field) : null
  const proven = value !== null && bearsOut(sourceText, name, value)
  const confidence = value === null ? 0 : proven ? field.confidence : Math.min(UNPROVEN, field.confidence)
  return { name, value, confidence, cmrBox, sourceText, box: boxOf(field) }
}

function readValue({ name, value }: GeminiField): ReadValue | null {
  const text = value?.trim() ?? ''
  if (text === '') return null
  switch (readableFields.get(name)) {
    case 'number':
      return /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : null
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : null
    case 'texts':
      return text.split('\n').flatMap((line) => line.trim() || [])
    default:
      return text
  }
}

function boxOf({ box_2d: [top = 0, left = 0, bottom = 0, right = 0] }: GeminiField): Box | null {
  const isSomewhere = bottom > top && right > left
  return isSomewhere ? { x: left, y: top, width: right - left, height: bottom - top } : null
}

const notOnThePage = (field: FieldName): ReadingWarning => ({
  code: 'not_on_the_page',
  message: `What was said of ${field} does not stand in the text of the page and was left out.`,
  field,
})
