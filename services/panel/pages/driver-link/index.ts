import {
  actByLink,
  bindDevice,
  deviceWay,
  isDeviceSecret,
  linkHash,
  mailCode,
  type OpenedDriverLink,
  openDriverLink,
} from '@ecmr/application'
import { type DriverAction, driverActionBodies } from '@ecmr/contract'
import { requestsPerMinute } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { meets } from '../../forms/form.js'
import { access, type Pages } from '../../panel-server.js'
import { isFromElsewhere } from '../../plugins/csrf.js'
import { readerLanguageOf } from '../../plugins/languages.js'
import { PageProblem } from '../../problems/page-problem.js'
import { showDeadLink } from '../signing-link/closed.js'
import { driverAnswer } from './answers.js'
import { manifest, workerScript } from './files.js'
import { noteForDriver } from './note-for-driver.js'
import { receivePhotograph } from './receive-photograph.js'
import { sendDocument } from './send-document.js'
import { showDriverPage } from './page.js'

interface Address {
  readonly Params: { readonly token: string }
  readonly Body: unknown
}

/** Requests a minute for one link: a day’s queue may be sent at once. */
const MOST_A_MINUTE = 180
/** In bytes: an incident is described in at most 5,000 characters. */
const LARGEST_ACTION = 32_768
/** Forms of these addresses are sent by our scripts, with a header that no other site can send; there is no cookie that would count. */
const byScript = { config: { ...access.public.config, byLink: true }, bodyLimit: LARGEST_ACTION } as const

/**
 * The page of an invited driver, which works without coverage once it was opened. Who has the link reads the note; what changes it comes from
 * a telephone that was identified by a code, and says its secret in a header.
 */
export const driverLinkPages: Pages = (app, context) => {
  const { cookies, clock, pool } = context
  const perLink = requestsPerMinute({
    max: MOST_A_MINUTE,
    keyGenerator: ({ params }) => Buffer.from(linkHash(tokenIn(params))).toString('hex'),
  })

  const opened = async (
    request: FastifyRequest<Address>,
    reply: FastifyReply,
  ): Promise<OpenedDriverLink | undefined> => {
    unlisted(reply)
    const { isExceeded, ttlInSeconds } = perLink(request)
    if (isExceeded) throw new PageProblem('rate_limited', { 'retry-after': String(ttlInSeconds) })
    return openDriverLink(context, request.params.token, clock())
  }

  app.get('/c/', access.public, async (request, reply) =>
    showDriverPage(unlisted(reply), readerLanguageOf(request, cookies)),
  )
  app.get('/c/sw.js', access.public, async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(workerScript(context)),
  )
  app.get('/c/manifest.webmanifest', access.public, async (request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(manifest(context, readerLanguageOf(request, cookies))),
  )

  app.get<Address>('/c/:token', access.public, async (request, reply) => {
    const language = readerLanguageOf(request, cookies)
    const link = await opened(request, reply)
    if (link?.state !== 'open') return showDeadLink(reply, language, link?.state)
    return showDriverPage(reply, language, request.params.token)
  })

  app.get<Address>('/c/:token/datos', access.public, async (request, reply) => {
    const link = await opened(request, reply)
    if (link?.state !== 'open') return sayClosed(reply, link)
    const { invitation_id } = link.invitation
    const way = await deviceWay(pool, invitation_id, linkHash(secretOf(request) ?? ''))
    return noteForDriver(context, link, {
      ...{ language: readerLanguageOf(request, cookies), knowsDevice: way !== undefined },
    })
  })

  app.get<Address>('/c/:token/pdf', access.public, async (request, reply) => {
    const link = await opened(request, reply)
    if (link?.state !== 'open') return showDeadLink(reply, readerLanguageOf(request, cookies), link?.state)
    return sendDocument(context, reply, link)
  })

  app.register((scope, _options, done) => {
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, readJson(String(body))),
    )

    scope.post<Address>('/c/:token/codigo', byScript, async (request, reply) => {
      const link = await opened(request, reply)
      refuseElsewhere(request)
      if (link?.state !== 'open') return sayClosed(reply, link)
      return { mailed: await mailCode(context, link, readerLanguageOf(request, cookies)) }
    })

    scope.post<Address>('/c/:token/dispositivo', byScript, async (request, reply) => {
      const link = await opened(request, reply)
      const secret = refuseElsewhere(request)
      if (link?.state !== 'open') return sayClosed(reply, link)
      const code = memberOf(request.body, 'code')
      if (typeof code !== 'string' || !/^\d{6}$/.test(code)) throw new PageProblem('malformed')
      const bound = await bindDevice(context, link, { secret, code })
      if (bound.outcome === 'bound') return { bound: true }
      const { outcome: problem, ...more } = bound
      return reply.code(problem === 'wrong_code' ? 403 : 409).send({ problem, ...more })
    })

    scope.post<Address>('/c/:token/acciones', byScript, async (request, reply) => {
      const link = await opened(request, reply)
      const secret = refuseElsewhere(request)
      if (link?.state !== 'open') return sayClosed(reply, link)
      const action = readAction(request.body)
      const acted = await actByLink(context, link, { secret, action, correlationId: request.id })
      const { status, body } = driverAnswer(acted, link.note)
      return reply.code(status).send(body)
    })
    scope.addContentTypeParser('image/jpeg', (_request, body, parsed) => parsed(null, body))
    scope.post<Address>('/c/:token/fotos', byScript, async (request, reply) => {
      const link = await opened(request, reply)
      const secret = refuseElsewhere(request)
      if (link?.state !== 'open') return sayClosed(reply, link)
      const { status, body } = await receivePhotograph(context, request, reply, { link, secret })
      return reply.code(status).send(body)
    })
    done()
  })
}

/** These addresses are secrets: no search engine lists them, and no other site is told them. */
function unlisted(reply: FastifyReply): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
}

/** 404 for what is no link of ours, 410 for one that has ended. */
function sayClosed(reply: FastifyReply, link: OpenedDriverLink | undefined): FastifyReply {
  return reply.code(link ? 410 : 404).send({ problem: link?.state ?? 'unknown' })
}

/**
 * The secret of the telephone, which also proves that our own script sends it: other sites cannot send the header.
 *
 * @throws PageProblem without one
 */
function refuseElsewhere(request: FastifyRequest): string {
  const secret = secretOf(request)
  if (secret === undefined || isFromElsewhere(request)) throw new PageProblem('malformed')
  return secret
}

function secretOf({ headers }: FastifyRequest): string | undefined {
  const said = headers['x-device']
  return typeof said === 'string' && isDeviceSecret(said) ? said : undefined
}

function tokenIn(params: unknown): string {
  const token = memberOf(params, 'token')
  return typeof token === 'string' ? token : ''
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Nothing for what is no JSON: then it is no action either. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws PageProblem when it is none */
function readAction(body: unknown): DriverAction {
  const name = memberOf(body, 'action')
  const schema = Object.entries(driverActionBodies).find(([known]) => known === name)?.[1]
  if (schema === undefined || !meets(schema, body)) throw new PageProblem('malformed')
  return body
}
