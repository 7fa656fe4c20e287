import { randomUUID } from 'node:crypto'
import { type FieldChanges, requiredFields } from '@ecmr/domain'
import type { DocumentReading, ShownPicture } from '@ecmr/ocr'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { emptyForm } from '../../../forms/form.js'
import { writePortions } from '../../../forms/portions.js'
import { createPage } from '../create/page.js'
import { portionsAround } from '../fields/line-places.js'
import { filledFrom } from './filled-from.js'
import { doubtsIn } from './paper.js'
import { paperReads } from './paper-read.js'
import { paperSummary } from './paper-summary.js'

/** The form for a new note, filled from what was read, with the picture beside it; blank when it does not seem to be a note. */
export function readPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { reading, picture }: { readonly reading: DocumentReading; readonly picture: ShownPicture },
): FastifyReply {
  const { language } = request.visitor
  const read = filledFrom(reading)
  const fields = seemsNote(reading, read) ? read : {}
  const isNote = Object.keys(fields).length > 0
  const values = writePortions(fields, language, portionsAround(undefined))
  const reads = isNote ? paperReads(reading, { values, turned: picture.turned, language }) : {}
  return createPage(request, reply, emptyForm(values), {
    paper: {
      key: randomUUID(),
      picture: `data:image/jpeg;base64,${Buffer.from(picture.jpeg).toString('base64')}`,
      reads,
      doubts: doubtsIn(reads, language),
      summary: paperSummary(reading, { values, isNote, language }),
    },
  })
}

/** A paper of no kind that is known is a note all the same when it says half of what a note needs; less than that is chance. */
function seemsNote({ document_type }: DocumentReading, read: FieldChanges): boolean {
  const needed = Object.keys(requiredFields)
  return document_type !== 'unknown' || needed.filter((name) => name in read).length * 2 >= needed.length
}
