import {
  declineByLink,
  type LinkAnswered,
  type LinkForm,
  linkHash,
  mailCode,
  type OpenedLink,
  openLink,
  signByLink,
} from '@ecmr/application'
import type { DocumentLanguage } from '@ecmr/domain'
import { requestsPerMinute } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOnce } from '../../commands/caller.js'
import type { PanelContext } from '../../context.js'
import { roomForFiles, takeFiles } from '../../forms/files.js'
import { emptyForm, type FormState, typedAs, valuesOf } from '../../forms/form.js'
import { access, type Pages } from '../../panel-server.js'
import { readerLanguageOf } from '../../plugins/languages.js'
import { PageProblem } from '../../problems/page-problem.js'
import { showDeadLink, showDone } from './closed.js'
import { readDeclined, readSigned, storable } from './forms.js'
import { type CodeNews, isCodeNews, showNote } from './page.js'
import { partAsked } from './portions.js'
import { faultTexts } from './texts.js'

interface Address {
  readonly Params: { readonly token: string }
  readonly Querystring: { readonly codigo?: unknown; readonly parte?: unknown; readonly desde?: unknown }
}

/** Requests a minute for one link, besides those for one network. */
const MOST_A_MINUTE = 60

/**
 * The page of a signing link: the note, a code, and a signature or why there is none. It is public: anyone who has the link may open
 * it, so it is kept nowhere, and no other site learns its address.
 */
export const signingLinkPages: Pages = (app, context) => {
  const { cookies, clock } = context
  const perLink = requestsPerMinute({
    max: MOST_A_MINUTE,
    keyGenerator: ({ params }) => Buffer.from(linkHash(tokenIn(params))).toString('hex'),
  })

  /** What an open link leads to; another one is answered. */
  const opened = async (
    request: FastifyRequest<Address>,
    reply: FastifyReply,
  ): Promise<OpenedLink | undefined> => {
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
    reply.letScriptsSendNothing()
    const { isExceeded, ttlInSeconds } = perLink(request)
    if (isExceeded) throw new PageProblem('rate_limited', { 'retry-after': String(ttlInSeconds) })
    return openLink(context, request.params.token, clock())
  }

  /** Of a token that is none of ours nothing is taken. */
  const companyOf = async ({ params }: FastifyRequest): Promise<string> => {
    const link = await openLink(context, tokenIn(params), clock())
    if (link === undefined) throw new PageProblem('not_found')
    return link.note.company_id
  }

  app.get<Address>('/f/:token', access.public, async (request, reply) => {
    const language = readerLanguageOf(request, cookies)
    const link = await opened(request, reply)
    if (link?.state !== 'open') return showDeadLink(reply, language, link?.state)
    const { codigo, parte, desde } = request.query
    const asked = partAsked(parte, desde)
    return showNote(context, reply, link, {
      ...{ language, form: emptyForm(), action: actionOf(request) },
      ...(asked && { asked }),
      ...(isCodeNews(codigo) && { news: codigo }),
    })
  })

  app.post<Address>('/f/:token/codigo', access.public, async (request, reply) => {
    const language = readerLanguageOf(request, cookies)
    const link = await opened(request, reply)
    if (link?.state !== 'open') return showDeadLink(reply, language, link?.state)
    const news: CodeNews = await mailCode(context, link, language)
    return reply.seeOther(`${actionOf(request)}?codigo=${news}#codigo`)
  })

  app.register((forms, _options, done) => {
    takeFiles(forms, context)
    const withFiles = { ...access.public, preParsing: roomForFiles(companyOf) }
    forms.post<Address>('/f/:token/firma', withFiles, async (request, reply) => {
      const language = readerLanguageOf(request, cookies)
      const link = await opened(request, reply)
      if (link === undefined) return showDeadLink(reply, language, undefined)
      const values = valuesOf(request)
      const wrong = filesFault(request, language)
      if (wrong) return again(context, request, reply.code(400), link, { values, faults: { file: wrong } })
      const read = readSigned(values, language)
      const signature = read.ok && (await storable(context, link, read.signature))
      const faults = !read.ok
        ? read.faults
        : signature
          ? {}
          : { signature_image: faultTexts[language].invalid }
      if (!signature) return again(context, request, reply.code(400), link, { values, faults })
      const form = { ...linkForm(request), signature, seen: typedAs(values, 'content_hash') }
      return finish(context, request, reply, {
        done: 'signed',
        answered: await signByLink(context, link, form),
      })
    })

    forms.post<Address>('/f/:token/sin-firma', withFiles, async (request, reply) => {
      const language = readerLanguageOf(request, cookies)
      const link = await opened(request, reply)
      if (link === undefined) return showDeadLink(reply, language, undefined)
      const values = valuesOf(request)
      const wrong = filesFault(request, language)
      if (wrong)
        return again(context, request, reply.code(400), link, { values, faults: { decline_file: wrong } })
      const read = readDeclined(values, language)
      if (!read.ok) return again(context, request, reply.code(400), link, { values, faults: read.faults })
      const form = { ...linkForm(request, 'decline_code'), declined: read.declined }
      return finish(context, request, reply, {
        done: 'declined',
        answered: await declineByLink(context, link, form),
      })
    })
    done()
  })
}

/** The address of the page, below which its forms are. */
function actionOf({ params }: FastifyRequest<Address>): string {
  return `/f/${encodeURIComponent(params.token)}`
}

function tokenIn(params: unknown): string {
  const token = typeof params === 'object' && params !== null ? Reflect.get(params, 'token') : undefined
  return typeof token === 'string' ? token : ''
}

function linkForm(request: FastifyRequest, codeField = 'code'): LinkForm {
  const values = valuesOf(request)
  const once = typedAs(values, 'once')
  if (!isOnce(once)) throw new PageProblem('malformed')
  const code = typedAs(values, codeField).replaceAll(/\s/g, '')
  return { once, code, correlationId: request.id, photographs: request.sentFiles.files }
}

function filesFault({ sentFiles }: FastifyRequest, language: DocumentLanguage): string | undefined {
  return sentFiles.fault === undefined ? undefined : faultTexts[language].photograph
}

/** The page once more with what was typed; of a link that leads nowhere any more, that. */
function again(
  context: PanelContext,
  request: FastifyRequest<Address>,
  reply: FastifyReply,
  link: OpenedLink,
  form: FormState,
): FastifyReply | Promise<FastifyReply> {
  const language = readerLanguageOf(request, context.cookies)
  if (link.state !== 'open') return showDeadLink(reply, language, link.state)
  return showNote(context, reply, link, { language, form, action: actionOf(request) })
}

/** What follows from an answer of the use case. */
async function finish(
  context: PanelContext,
  request: FastifyRequest<Address>,
  reply: FastifyReply,
  { done, answered }: { readonly done: 'signed' | 'declined'; readonly answered: LinkAnswered },
): Promise<FastifyReply> {
  const language = readerLanguageOf(request, context.cookies)
  if (answered.outcome === 'accepted') return showDone(reply, language, done)
  const link = await openLink(context, request.params.token, context.clock())
  if (link?.state !== 'open') return showDeadLink(reply, language, link?.state)
  const values = valuesOf(request)
  const fields =
    done === 'signed' ? { code: 'code', file: 'file' } : { code: 'decline_code', file: 'decline_file' }
  const faults = whyNot(answered, language, fields)
  const status = answered.outcome === 'wrong_code' || answered.outcome === 'unfit' ? 400 : 409
  return again(context, request, reply.code(status), link, { values, faults })
}

function whyNot(
  answered: Exclude<LinkAnswered, { readonly outcome: 'accepted' }>,
  language: DocumentLanguage,
  fields: { readonly code: string; readonly file: string },
): FormState['faults'] {
  const said = faultTexts[language]
  switch (answered.outcome) {
    case 'wrong_code':
      return { [fields.code]: answered.left > 0 ? said.wrongCode(answered.left) : said.noCode }
    case 'unfit':
      return { [fields.file]: said.photograph }
    case 'content_changed':
      return { '': said.changed }
    case 'refused': {
      const { code, errors } = answered.refusal
      if (errors?.some(({ pointer }) => pointer === '/remarks')) return { remarks: said.required }
      return { '': code === 'already_signed' ? said.alreadySigned : said.refused }
    }
    default:
      return { '': said.refused }
  }
}
