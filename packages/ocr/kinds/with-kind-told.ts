import type { ReadForm } from '../fields/read-form.js'
import { plainLetters } from '../fields/values/letters.js'
import type { RecognisedPage } from '../page/recognised-page.js'
import { type TextLine, textLines } from '../page/text-lines.js'
import { isConsignmentNote, type ReadingWarning } from '../port.js'
import { cues } from './cues.js'
import { evidenceOn } from './evidence.js'
import { paperKind } from './paper-kind.js'

/** What was read of a page, with the kind of paper that it is, and a warning where it seems to hold more than one note. */
export function withKindTold(page: RecognisedPage, form: ReadForm): ReadForm {
  const documentType = paperKind(page, form)
  if (!isConsignmentNote(documentType)) return { ...form, documentType }
  return { ...form, documentType, warnings: [...form.warnings, ...moreThanOne(page)] }
}

/** Two titles or two of each party on one page: two papers in one picture. Two receivers alone: one paper that names two. */
function moreThanOne(page: RecognisedPage): readonly ReadingWarning[] {
  const lines = textLines(page)
  const evidence = evidenceOn(lines)
  const titles = [...(evidence.get('note_title') ?? []), ...(evidence.get('delivery_title') ?? [])]
  const largest = Math.max(0, ...titles.map(({ line }) => line.box.height))
  const isTitle = ({ line, begins }: (typeof titles)[number]): boolean =>
    begins && line.box.height > 0.8 * largest && line.words.length <= 6
  const twoTitles = areApart(
    titles.filter(isTitle).map(({ line }) => line),
    page,
  )
  const senders = captionsOf('sender', lines)
  const receivers = captionsOf('receiver', lines)
  if (twoTitles && (areApart(senders, page) || areApart(receivers, page))) return [severalDocuments]
  if (!areApart(receivers, page)) return []
  return areApart(senders, page) ? [severalDocuments] : [severalReceivers]
}

/** Lines that are a caption and nothing else, the same one each time: notes in several languages print several for one box. */
function captionsOf(cue: 'sender' | 'receiver', lines: readonly TextLine[]): readonly TextLine[] {
  const plain = lines.map((line) => ({ line, text: plainLetters(line.text).replace(/^\d{1,2} /, '') }))
  const same = (cues.get(cue) ?? []).map((phrase) =>
    plain.filter(({ text }) => text === phrase).map(({ line }) => line),
  )
  return same.toSorted((a, b) => b.length - a.length)[0] ?? []
}

// As a share of the page.
const APART = 0.3

function areApart(lines: readonly TextLine[], { width, height }: RecognisedPage): boolean {
  return lines.some(({ box: one }) =>
    lines.some(
      ({ box: other }) =>
        Math.abs(one.x - other.x) > APART * width || Math.abs(one.y - other.y) > APART * height,
    ),
  )
}

const severalDocuments: ReadingWarning = {
  code: 'several_documents',
  message: 'There seem to be several documents in one picture; send one picture of each.',
  field: null,
}
const severalReceivers: ReadingWarning = {
  code: 'several_receivers',
  message: 'The page names more than one receiver; check which of them the note is for.',
  field: 'receiver_company_name',
}
