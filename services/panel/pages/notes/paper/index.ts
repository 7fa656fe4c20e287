import { randomUUID } from 'node:crypto'
import { checkBody, fieldsToUpdate } from '@ecmr/contract'
import { type FieldChanges, requiredFields } from '@ecmr/domain'
import {
  type DocumentReading,
  DocumentReadingUnavailable,
  isConsignmentNote,
  LARGEST_IMAGE,
  type ShownPicture,
} from '@ecmr/ocr'
import { reasonOf } from '@ecmr/runtime'
import { disconnectSignal } from '@ecmr/web'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { emptyForm, meets } from '../../../forms/form.js'
import { writePortions } from '../../../forms/portions.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { sendToLogin } from '../../../plugins/access.js'
import { createPage } from '../create/page.js'
import { portionsAround } from '../fields/lines.js'
import { type ChoosePage, choosePage, type PaperFault } from './choose.js'
import { doubtsIn, paperReads, paperSummary } from './paper.js'
import { takePictures } from './sent-picture.js'

/** Reading a paper note: its picture is chosen, read, and shown beside the form for a new note. Nothing of it is stored. */
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
    done()
  })
}

/** Pictures stand in memory as a whole until they are read. */
const MOST_AT_ONCE = 8
const MOST_OF_A_COMPANY = 4
/** Some room for the other parts of the form. */
const LARGEST_FORM = LARGEST_IMAGE + 16 * 1024

/**
 * Admits so many forms with pictures at once, and none that is too large or of a visitor who is not logged in, before any
 * of it is taken.
 */
function roomForPictures({ refuse }: ChoosePage) {
  const held = new Map<string, number>()

  function refusalOf({ headers }: FastifyRequest, company: string): PaperFault | undefined {
    if (Number(headers['content-length'] ?? 0) > LARGEST_FORM) return { code: 'too_large' }
    const all = [...held.values()].reduce((sum, count) => sum + count, 0)
    const isFull = all >= MOST_AT_ONCE || (held.get(company) ?? 0) >= MOST_OF_A_COMPANY
    return isFull ? { code: 'too_many_at_once', retryAfterSeconds: 5 } : undefined
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { signedIn } = request.visitor
    if (signedIn === undefined) return sendToLogin(request, reply)
    const { id } = signedIn.company
    const fault = refusalOf(request, id)
    if (fault !== undefined) return refuse(request, reply, fault)
    held.set(id, (held.get(id) ?? 0) + 1)
    reply.raw.once('close', () => {
      const others = (held.get(id) ?? 1) - 1
      if (others > 0) held.set(id, others)
      else held.delete(id)
    })
    return undefined
  }
}

/** Readers have shorter ones of their own; no page takes longer than this. */
const DEADLINE_MS = 110_000
/** When the deadline was not kept. */
const RETRY_AFTER_SECONDS = 30

/** Reads the picture that was sent, for as long as the client waits for it. */
async function readPicture(
  { documents }: PanelContext,
  { refuse }: ChoosePage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { sentPicture: sent } = request
  if (!sent.ok) return refuse(request, reply, sent.fault)
  const { company } = signedIn(request)
  const signal = AbortSignal.any([AbortSignal.timeout(DEADLINE_MS), disconnectSignal(reply)])
  const outcome = await documents
    .read({ image: sent.image, companyId: company.id, signal })
    .catch((error: unknown) => unavailable(request, error, signal))
  if (!outcome.ok) return refuse(request, reply, outcome.fault)
  logReading(request, outcome.reading)
  return readPage(request, reply, outcome)
}

interface NotRead {
  readonly ok: false
  readonly fault: PaperFault
}

/** @throws what has other reasons than that documents cannot be read now, or that the client no longer waits */
function unavailable(request: FastifyRequest, error: unknown, signal: AbortSignal): NotRead {
  const isAway = error instanceof DocumentReadingUnavailable
  if (!isAway && !signal.aborted) throw error
  request.log.warn({ request_id: request.id, reason: reasonOf(error) }, 'paper note not read')
  const retryAfterSeconds = isAway ? error.retryAfterSeconds : RETRY_AFTER_SECONDS
  return { ok: false, fault: { code: 'unavailable', retryAfterSeconds } }
}

/** Notes that a paper note was read: how well and how quickly, and nothing of what stands on it. */
function logReading(request: FastifyRequest, { document_type, engine, fields }: DocumentReading): void {
  const said = {
    request_id: request.id,
    company_id: signedIn(request).company.id,
    document_type,
    provider: engine.provider,
    ms: engine.ms,
    fields: fields.length,
    doubtful: fields.filter(({ needs_review }) => needs_review).length,
  }
  request.log.info(said, 'paper note read')
}

/** The form for a new note, filled from what was read, with the picture beside it; blank when it does not seem to be a note. */
function readPage(
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
