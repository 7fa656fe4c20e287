import { type ImageFault, imageTypes, LARGEST_IMAGE, type TooManyReadings } from '@ecmr/ocr'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { emptyForm, type FormState } from '../../../forms/form.js'
import { type FormFault, PICTURE_FIELD } from './sent-picture.js'
import { paperTexts } from './texts.js'

/** The page on which the user chooses the picture of a paper note. */
export interface ChoosePage {
  show(request: FastifyRequest, reply: FastifyReply): FastifyReply
  /** the same page, with what was wrong with the last picture */
  refuse(request: FastifyRequest, reply: FastifyReply, fault: PaperFault): FastifyReply
}

export function choosePage({ readingBy }: Pick<PanelContext, 'readingBy'>): ChoosePage {
  function page(request: FastifyRequest, reply: FastifyReply, form: FormState): FastifyReply {
    const t = paperTexts[request.visitor.language]
    return reply.page('pages/notes/paper/choose', {
      title: t.title,
      section: 'notes',
      t,
      form,
      labels: { [PICTURE_FIELD]: t.picture },
      accepted: imageTypes.join(','),
      largest: LARGEST_IMAGE,
      where: t.where[readingBy],
      scripts: ['choose-paper.js'],
      styles: ['note-forms.css', 'paper.css'],
    })
  }
  return {
    show: (request, reply) => page(request, reply, emptyForm()),
    refuse(request, reply, fault) {
      const sentence = paperTexts[request.visitor.language].faults[fault.code]
      if ('retryAfterSeconds' in fault) reply.header('retry-after', String(fault.retryAfterSeconds))
      return page(request, reply.code(statusOf(fault)), { values: {}, faults: { [PICTURE_FIELD]: sentence } })
    },
  }
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
