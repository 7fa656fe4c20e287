import {
  completeReadingLink,
  findReadingLink,
  type OpenedLink,
  READING_LINK_PATH,
  releaseReadingLink,
  takeReadingLink,
} from '@ecmr/accounts/oauth'
import { accountOf } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { access, type PanelServer, signedIn } from '../../../panel-server.js'
import { formatsFor } from '../../../texts/formats.js'
import { membershipIn, showOtherLink } from '../../company/switch/other-company.js'
import { shownName } from '../../connect/shown-name.js'
import { type ChoosePage, choosePage } from './choose.js'
import { type AssistantMessage, assistantTexts } from './for-assistant-texts.js'
import { readSent } from './read-sent.js'
import { roomForPictures } from './room-for-pictures.js'

type WithToken = FastifyRequest<{ Params: { token: string } }>

/**
 * Where a person sends a document that an assistant has asked for: by a link that works once, for ten minutes, for the person who
 * connected the assistant. The picture is read and dropped; what was read waits for the assistant, sealed.
 */
export function assistantPages(paper: PanelServer, context: PanelContext): void {
  const path = `${READING_LINK_PATH}/:token`
  const links = new WeakMap<FastifyRequest, OpenedLink>()
  const choose = choosePage(context, (request) => choiceFor(request, links.get(request)))

  /** Whether a link can be used now by this visitor; otherwise a page says why not. */
  async function mayUse(request: WithToken, reply: FastifyReply): Promise<boolean> {
    const link = await findReadingLink(context.pool, request.params.token)
    const why = whyNot(link, signedIn(request).user.id)
    const owner = link && membershipIn(request, link.company_id)
    if (why !== undefined) message(request, reply, why)
    else if (owner && owner.company_id !== accountOf(signedIn(request).company.id))
      showOtherLink(request, reply, { owner, onwards: request.url })
    else if (link) links.set(request, link)
    return links.has(request)
  }

  paper.get<{ Params: { token: string } }>(path, access.member, async (request, reply) =>
    (await mayUse(request, reply)) ? choose.show(request, reply) : reply,
  )
  paper.post<{ Params: { token: string } }>(
    path,
    { config: { access: 'member', opensAnew: true }, onRequest: roomForPictures(choose) },
    async (request, reply) =>
      (await mayUse(request, reply)) ? handOver(context, choose, request, reply) : reply,
  )
}

function whyNot(link: OpenedLink | undefined, userId: string): AssistantMessage | undefined {
  if (link === undefined) return 'unknown'
  // Nothing about a link is told to anyone but the person it is for.
  if (link.user_id !== userId) return 'other_person'
  return link.state === 'waiting' ? undefined : link.state
}

const statuses: Readonly<Record<AssistantMessage, number>> = {
  done: 200,
  reading: 409,
  used: 410,
  expired: 410,
  disconnected: 410,
  other_person: 403,
  unknown: 404,
}

function message(request: FastifyRequest, reply: FastifyReply, what: AssistantMessage): FastifyReply {
  const said = assistantTexts[request.visitor.language]
  return reply.code(statuses[what]).page('pages/notes/paper/for-assistant', {
    title: said.messages[what].title,
    section: 'notes',
    sentence: said.messages[what].sentence,
    help: said.help,
    isGood: what === 'done',
  })
}

async function handOver(
  context: PanelContext,
  { refuse }: ChoosePage,
  request: WithToken,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pool } = context
  const { token } = request.params
  if (!request.sentPictures.ok) return refuse(request, reply, request.sentPictures)
  const taken = await takeReadingLink(pool, signedIn(request).user.id, token)
  if (taken === undefined) return message(request, reply, 'reading')
  let isHandedOver = false
  try {
    const outcome = await readSent(context, request, reply, taken)
    if (!outcome.ok) return refuse(request, reply, outcome)
    isHandedOver = await completeReadingLink(pool, token, outcome.reading)
    return message(request, reply, isHandedOver ? 'done' : 'expired')
  } finally {
    // Whatever went wrong, another picture may be sent while the link lasts.
    if (!isHandedOver) await releaseReadingLink(pool, token)
  }
}

function choiceFor(request: FastifyRequest, link: OpenedLink | undefined) {
  const { language } = request.visitor
  const { title, intro, again, notStored } = assistantTexts[language]
  const written = formatsFor(language, signedIn(request).company.time_zone)
  return {
    action: request.url,
    title,
    intro: link ? intro(shownName(link.client_name) || '—', written.instant(link.expires_at)) : again,
    notStored,
  }
}
