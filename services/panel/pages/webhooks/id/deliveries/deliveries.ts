import type { Language } from '@ecmr/contract'
import { type Attempt, findDelivery, retryDelivery } from '@ecmr/webhooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../../context.js'
import { access, type Pages, signedIn } from '../../../../panel-server.js'
import { PageProblem } from '../../../../problems/page-problem.js'
import { attemptFault, statusBadges } from '../../labels.js'
import { deliveryTexts, texts } from '../../texts.js'
import { outcomeOf, type Refused, webhookCommand, webhookOf, webhookPage } from '../../webhook.js'
import { curlCommand } from './curl-command.js'

interface Asked {
  readonly Params: { readonly id: string; readonly delivery: string }
  readonly Querystring: { readonly pagina?: string | string[] }
}

export const deliveryPages: Pages = (app, context) => {
  app.get<Asked>('/webhooks/:id/entregas/:delivery', access.owner, (request, reply) =>
    showDelivery(context, request, reply, { ...request.params, page: request.query.pagina }),
  )

  app.post<Asked>('/webhooks/:id/entregas/:delivery/reintentar', access.owner, async (request, reply) => {
    const { id, delivery } = request.params
    const command = webhookCommand(request, { id, action: 'retry', says: delivery })
    const outcome = outcomeOf(
      await retryDelivery({ pool: context.pool }, { ...command, deliveryId: delivery }),
    )
    if ('refused' in outcome)
      return showDelivery(context, request, reply.code(409), { id, delivery, refused: outcome.refused })
    return reply.seeOther(`/webhooks/${id}/entregas/${delivery}`, 'webhook_delivery_due')
  })
}

async function showDelivery(
  context: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: {
    readonly id: string
    readonly delivery: string
    readonly page?: unknown
    readonly refused?: Refused
  },
): Promise<FastifyReply> {
  const { company } = signedIn(request)
  const { language } = request.visitor
  const webhook = await webhookOf(context, request, asked.id)
  const delivery = await findDelivery(context.pool, company.id, asked.id, asked.delivery)
  if (delivery === undefined) throw new PageProblem('not_found')
  const { payload, attempt_log, ...shown } = delivery
  const d = deliveryTexts[language]
  return webhookPage(reply, 'id/deliveries/delivery', {
    title: d.title,
    d,
    webhook,
    refused: asked.refused === undefined ? undefined : texts[language].refused[asked.refused],
    delivery: shown,
    status: statusBadges[language][shown.status],
    payload: shownPayload(payload),
    curl: curlOf(webhook.url, attempt_log, payload),
    attempts: pageOfAttempts(attempt_log, asked.page, language),
  })
}

const ATTEMPTS_PER_PAGE = 10
// A receiver may answer with 4 KB of what grows sixfold when it is escaped, as often as it is tried.
const LONGEST_ANSWER = 600
const LONGEST_PAYLOAD = 8_000

/** The beginning of a text, and how long all of it is. */
interface Cut {
  readonly text: string
  readonly length: number
  readonly isCut: boolean
}

/** What is sent, as people read it. */
function shownPayload(payload: Uint8Array): Cut {
  return cut(JSON.stringify(JSON.parse(textOf(payload)), null, 2), LONGEST_PAYLOAD)
}

/** The latest request that was made, as a command. */
function curlOf(url: string, log: readonly Attempt[], payload: Uint8Array) {
  const headers = log.findLast(({ request_headers }) => request_headers !== null)?.request_headers
  return headers ? curlCommand({ url, headers, body: textOf(payload) }) : undefined
}

function textOf(payload: Uint8Array): string {
  return new TextDecoder().decode(payload)
}

/** The latest attempts first; the page asked for, or the nearest that there is. */
function pageOfAttempts(log: readonly Attempt[], asked: unknown, language: Language) {
  const pages = Math.max(1, Math.ceil(log.length / ATTEMPTS_PER_PAGE))
  const number = typeof asked === 'string' && /^\d{1,6}$/.test(asked) ? Number(asked) : 1
  const page = Math.min(Math.max(number, 1), pages)
  const from = (page - 1) * ATTEMPTS_PER_PAGE
  const shown = [...log].reverse().slice(from, from + ATTEMPTS_PER_PAGE)
  return {
    page,
    pages,
    total: log.length,
    shown: shown.map((attempt) => ({
      ...attempt,
      headers: attempt.request_headers === null ? undefined : headerLines(attempt.request_headers),
      fault: attempt.error === null ? undefined : attemptFault(attempt.error, language),
      body: attempt.response_body === null ? undefined : cut(attempt.response_body, LONGEST_ANSWER),
    })),
  }
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function cut(text: string, longest: number): Cut {
  return { text: text.slice(0, longest), length: text.length, isCut: text.length > longest }
}
