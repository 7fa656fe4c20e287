import type { FastifyReply } from 'fastify'

/** Officers of any country read these. */
const TEXTS = {
  404: 'En esta dirección no hay ningún documento.\nThere is no document at this address.\n',
  412: 'El documento ha cambiado.\nThe document has changed.\n',
  416: 'El documento no tiene esa parte.\nThe document does not have that part.\n',
  429: 'Demasiadas consultas; inténtelo de nuevo dentro de un minuto.\nToo many requests; please try again in a minute.\n',
  500: 'El documento no se puede mostrar.\nThe document cannot be shown.\n',
  503: 'El documento no está disponible ahora; inténtelo de nuevo dentro de un momento.\nThe document is not available right now; please try again in a moment.\n',
} as const

/** Answers with a sentence. Nothing in it depends on the request. */
export function answerInWords(reply: FastifyReply, status: keyof typeof TEXTS): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .send(TEXTS[status])
}

/** Asks to come again after some seconds. */
export function answerLater(reply: FastifyReply, status: 429 | 503, seconds: number): FastifyReply {
  return answerInWords(reply.header('retry-after', String(seconds)), status)
}
