import {
  type ImageFault,
  imageTypes,
  LARGEST_IMAGE,
  LARGEST_TOGETHER,
  MOST_PAGES,
  PDF,
  type TooManyReadings,
} from '@ecmr/ocr'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { emptyForm, type FormState } from '../../../forms/form.js'
import { type FormFault, PICTURE_FIELD } from './sent-picture.js'
import { paperTexts } from './texts.js'

/** The page on which the user chooses the pictures of a paper note. */
export interface ChoosePage {
  show(request: FastifyRequest, reply: FastifyReply): FastifyReply
  /** the same page, with what was wrong with the last picture */
  refuse(request: FastifyRequest, reply: FastifyReply, refusal: PaperRefusal): FastifyReply
}

/** What of the page differs where the picture is for something else than a new note. */
export interface ChoiceFor {
  /** where the form leads */
  readonly action: string
  readonly title: string
  readonly intro: string
  readonly notStored: string
}

/** @param choiceFor what the page is for; a new note unless given */
export function choosePage(
  { readingBy }: Pick<PanelContext, 'readingBy'>,
  choiceFor?: (request: FastifyRequest) => ChoiceFor,
): ChoosePage {
  function page(request: FastifyRequest, reply: FastifyReply, form: FormState): FastifyReply {
    const t = paperTexts[request.visitor.language]
    const { title, intro, notStored } = t
    const forNote = { action: '/ecmrs/leer', title, intro, notStored, isForNote: true }
    return reply.page('pages/notes/paper/choose', {
      section: 'notes',
      ...(choiceFor ? { ...choiceFor(request), isForNote: false } : forNote),
      t,
      form,
      labels: { [PICTURE_FIELD]: t.picture },
      accepted: [...imageTypes, PDF].join(','),
      largest: LARGEST_IMAGE,
      largestTogether: LARGEST_TOGETHER,
      most: MOST_PAGES,
      where: t.where[readingBy],
      scripts: ['choose-paper.js'],
      styles: ['note-forms.css', 'paper.css'],
    })
  }
  return {
    show: (request, reply) => page(request, reply, emptyForm()),
    refuse(request, reply, { fault, file, page: of, several = false }) {
      const t = paperTexts[request.visitor.language]
      const where = [
        ...(several && file !== undefined ? [t.inFile(file + 1)] : []),
        ...(of === undefined ? [] : [t.onPage(of)]),
      ]
      const sentence = [...where, t.faults[fault.code]].join(' ')
      if ('retryAfterSeconds' in fault) reply.header('retry-after', String(fault.retryAfterSeconds))
      return page(request, reply.code(statusOf(fault)), { values: {}, faults: { [PICTURE_FIELD]: sentence } })
    },
  }
}

/** Why a paper note is not read, and which of several files (from 0) or pages (from 1) is to blame. */
export interface PaperRefusal {
  readonly fault: PaperFault
  readonly file?: number
  readonly page?: number
  readonly several?: boolean
}

/** Why a paper note is not read. */
export type PaperFault =
  | FormFault
  | ImageFault
  | TooManyReadings
  | { readonly code: 'unavailable'; readonly retryAfterSeconds: number }

/** The HTTP status of a fault. */
function statusOf({ code }: PaperFault): 400 | 413 | 429 | 503 {
  switch (code) {
    case 'too_large':
    case 'too_large_together':
    case 'too_many_pixels':
      return 413
    case 'too_many_at_once':
      return 429
    case 'unavailable':
      return 503
    default:
      return 400
  }
}
