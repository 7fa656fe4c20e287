import { randomUUID } from 'node:crypto'
import { checkBody, fieldsToUpdate } from '@ecmr/contract'
import { type FieldChanges, requiredFields } from '@ecmr/domain'
import { type DocumentReading, isConsignmentNote, type ShownPicture } from '@ecmr/ocr'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { emptyForm, meets } from '../../../forms/form.js'
import { writeFields } from '../../../forms/note-fields.js'
import { access, type Pages } from '../../../panel-server.js'
import { createPage } from '../create/page.js'
import { type ChoosePage, choosePage } from './choose.js'
import { assistantPages } from './for-assistant.js'
import { doubtsIn, paperReads, paperSummary } from './paper.js'
import { readSent } from './read-sent.js'
import { roomForPictures } from './room-for-pictures.js'
import { takePictures } from './sent-picture.js'

/** Reading a paper note: its pictures are chosen, read, and shown beside the form for a new note. Nothing of it is stored. */
export const paperPages: Pages = (app, context) => {
  app.register((paper, _options, done) => {
    const choose = choosePage(context)
    takePictures(paper)
    paper.get('/ecmrs/leer', access.member, async (request, reply) => choose.show(request, reply))
    paper.post(
      '/ecmrs/leer',
      // A picture cannot be kept for a user who has to log in again meanwhile: it must be chosen anew.
      { config: { access: 'member', opensAnew: true }, onRequest: roomForPictures(choose) },
      async (request, reply) => readPicture(context, choose, request, reply),
    )
    assistantPages(paper, context)
    done()
  })
}

/** Reads the pictures that were sent, and shows what was read in the form for a new note. */
async function readPicture(
  context: PanelContext,
  { refuse }: ChoosePage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const outcome = await readSent(context, request, reply)
  return outcome.ok ? readPage(request, reply, outcome) : refuse(request, reply, outcome)
}

/** The form for a new note, filled from what was read, with the picture beside it; blank when it does not seem to be a note. */
function readPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { reading, pictures }: { readonly reading: DocumentReading; readonly pictures: readonly ShownPicture[] },
): FastifyReply {
  const { language } = request.visitor
  const read = filledFrom(reading)
  const fields = seemsNote(reading, read) ? read : {}
  const isNote = Object.keys(fields).length > 0
  // Every line of its lists is shown: no note holds those that would not be.
  const values = writeFields(fields, language)
  const reads = isNote ? paperReads(reading, { values, pictures, language }) : {}
  return createPage(request, reply, emptyForm(values), {
    paper: {
      key: randomUUID(),
      pictures: pictures.map(({ jpeg }) => `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`),
      reads,
      doubts: doubtsIn(reads, language),
      summary: paperSummary(reading, { values, isNote, language }),
    },
  })
}

/** Another paper still counts as a note when it says half of what a note needs; less than that is chance. */
function seemsNote({ document_type }: DocumentReading, read: FieldChanges): boolean {
  const needed = Object.keys(requiredFields)
  return isConsignmentNote(document_type) || needed.filter((name) => name in read).length * 2 >= needed.length
}

const readFields = Type.Unsafe<FieldChanges>(Type.Object(fieldsToUpdate, { additionalProperties: false }))

/**
 * The fields that a note begins with when it is filled from what was read. What no note may say, such as a day that does not exist, is
 * left out; so is an empty list, as it would say that there is nothing.
 */
function filledFrom({ data }: DocumentReading): FieldChanges {
  const read = Object.entries(data).filter(([, value]) => value !== null && !isEmpty(value))
  const faults = checkBody(readFields, Object.fromEntries(read))
  const wrong = new Set(faults.map(({ pointer }) => pointer.split('/')[1]))
  const sound: unknown = Object.fromEntries(read.filter(([name]) => !wrong.has(name)))
  return meets(readFields, sound) ? sound : {}
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
