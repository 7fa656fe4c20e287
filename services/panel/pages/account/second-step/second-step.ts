import {
  findPending,
  openPasskeyLogin,
  type PasskeySite,
  type PendingLogin,
  passkeySite,
  passkeyToShow,
  readSecondFactor,
  type SecondStep,
  type SecondStepTaken,
  takeSecondStep,
} from '@ecmr/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { emptyForm, type FormState, isFaulty, valuesOf } from '../../../forms/form.js'
import { localPath } from '../../../forms/local-path.js'
import type { Pages } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { accountPage, FEW_A_MINUTE, waitInWords } from '../forms.js'
import { awaitSecondStep, beginSession, deviceOf, loginPlaceOf, tellPerson } from '../session.js'
import { SECOND_STEP, secondStepTo } from './address.js'
import { shownCredential } from './credential.js'
import { secondStepTexts } from './texts.js'

const PUBLIC = { access: 'public', beforeSecondFactor: true } as const

/** The second step of a login, or a login by passkey alone. */
export const secondStepPages: Pages = (app, context) => {
  const { pool, cookies } = context

  app.post('/entrar/llave', { config: { ...PUBLIC, rateLimit: FEW_A_MINUTE } }, async (request, reply) => {
    const onwards = localPath(valuesOf(request).siguiente, '/')
    const opened = await openPasskeyLogin(pool, loginPlaceOf(request))
    if (!opened.ok) {
      context.loginRefused('second_step', opened.reason)
      throw new PageProblem('rate_limited', { 'retry-after': String(opened.retryAfterSeconds) })
    }
    awaitSecondStep(context, reply, opened)
    return reply.seeOther(secondStepTo(onwards))
  })

  app.get<{ Querystring: { siguiente?: unknown; con?: unknown } }>(
    SECOND_STEP,
    { config: PUBLIC },
    async (request, reply) => {
      const pending = await pendingOf(request)
      if (pending === undefined) return reply.seeOther('/entrar')
      const onwards = localPath(request.query.siguiente, '/')
      const isRecovery = request.query.con === 'recuperacion'
      return show(context, reply, { pending, onwards, isRecovery, form: emptyForm() })
    },
  )

  app.post(SECOND_STEP, { config: PUBLIC }, async (request, reply) => {
    const { code = '', credential, kind, siguiente } = valuesOf(request)
    const onwards = localPath(siguiente, '/')
    const pending = await pendingOf(request)
    if (pending === undefined) return startAgain(reply, onwards)
    const isRecovery = kind === 'recovery_code'
    const step = stepOf(context, { code, credential, isRecovery })
    if (step === undefined) throw new PageProblem('malformed')
    const device = pending.person && deviceOf(context, request, pending.person.email)
    const { appSecrets: secrets, clock } = context
    const place = loginPlaceOf(request)
    const taken = await takeSecondStep({ pool, secrets, pending, place, device, now: clock() }, step)
    if (taken.ok) return goOn(request, reply, { taken, pending, onwards })
    context.loginRefused('second_step', taken.reason)
    const isOver = (await pendingOf(request)) === undefined
    if (isOver && pending.provenBy === 'password' && pending.person && step.kind === 'app')
      tellPerson(context, request, pending.person, { kind: 'codes_refused' })
    if (isOver) return startAgain(reply, onwards)
    const form = { values: {}, faults: faultsOf(taken, step, reply) }
    return show(context, reply, { pending, onwards, isRecovery, form })
  })

  /** The login that waits in this browser; one in which a person identifies themself anew is for their session only. */
  async function pendingOf(request: FastifyRequest): Promise<PendingLogin | undefined> {
    const pending = await findPending(pool, cookies.read(request, 'login') ?? '')
    const { sessionId } = pending ?? {}
    return sessionId === undefined || sessionId === request.visitor.signedIn?.sessionId ? pending : undefined
  }

  function startAgain(reply: FastifyReply, onwards: string): FastifyReply {
    cookies.clear(reply, 'login')
    const back = `siguiente=${encodeURIComponent(onwards)}`
    const { signedIn } = reply.request.visitor
    return reply.seeOther(signedIn ? `/cuenta/identificarse?${back}` : `/entrar?${back}`, 'second_step_over')
  }

  async function goOn(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      taken,
      pending,
      onwards,
    }: {
      readonly taken: Extract<SecondStepTaken, { ok: true }>
      readonly pending: PendingLogin
      readonly onwards: string
    },
  ): Promise<FastifyReply> {
    const { begun, recoveryCodesLeft: left } = taken
    const person = begun?.user ?? pending.person
    if (begun) await beginSession(context, request, reply, begun)
    cookies.clear(reply, 'login')
    if (person && left !== undefined)
      tellPerson(context, request, person, { kind: 'recovery_code_used', left })
    return reply.seeOther(onwards, left === undefined ? undefined : 'recovery_code_used')
  }
}

/** What was typed, or what our script has sent. */
function stepOf(
  { siteUrl }: PanelContext,
  {
    code,
    credential,
    isRecovery,
  }: { readonly code: string; readonly credential: string | undefined; readonly isRecovery: boolean },
): SecondStep | undefined {
  if (credential === undefined)
    return { kind: isRecovery ? 'recovery_code' : 'app', code: code.slice(0, 100) }
  const response = shownCredential(credential)
  const site = passkeySite(siteUrl)
  return response && typeof site === 'object' ? { kind: 'passkey', response, site } : undefined
}

function faultsOf(
  taken: Extract<SecondStepTaken, { ok: false }>,
  step: SecondStep,
  reply: FastifyReply,
): FormState['faults'] {
  const { language } = reply.request.visitor
  const t = secondStepTexts[language]
  reply.code(400)
  switch (taken.reason) {
    case 'too_many':
      reply.code(429).header('retry-after', String(taken.retryAfterSeconds))
      return { '': t.tooMany(waitInWords(taken.retryAfterSeconds, language)) }
    case 'no_company':
      reply.code(403)
      return { '': t.noCompany }
    case 'unreadable':
      return { '': t.unreadable }
    case 'unverified':
      return { '': t.unverified }
    case 'wrong':
    case 'over':
      return step.kind === 'passkey' ? { '': t.wrongPasskey } : { code: t.wrong }
    default:
      return taken satisfies never
  }
}

interface Shown {
  readonly pending: PendingLogin
  readonly onwards: string
  readonly isRecovery: boolean
  readonly form: FormState
}

async function show(
  { pool, siteUrl }: PanelContext,
  reply: FastifyReply,
  { pending, onwards, isRecovery, form }: Shown,
): Promise<FastifyReply> {
  const t = secondStepTexts[reply.request.visitor.language]
  const { person, provenBy } = pending
  const byPasskeyAlone = provenBy === 'nothing'
  const has = person && (await readSecondFactor(pool, person.id))
  const site = passkeySite(siteUrl)
  const mayShow = byPasskeyAlone || (has !== undefined && has.passkeys.length > 0 && !isRecovery)
  reply.letScriptsSendNothing()
  return accountPage(reply, 'second-step/second-step', {
    title: byPasskeyAlone ? t.passkeyTitle : t.title,
    section: 'logIn',
    extraScripts: ['passkey.js'],
    t,
    form,
    onwards,
    isRecovery,
    hasApp: !byPasskeyAlone && has?.hasApp === true,
    hasCodes: !byPasskeyAlone,
    options: mayShow && typeof site === 'object' ? await optionsFor(pool, site, pending) : undefined,
    starts: !isFaulty(form) && (byPasskeyAlone || has?.hasApp === false),
    again: `${SECOND_STEP}?siguiente=${encodeURIComponent(onwards)}`,
  })
}

async function optionsFor(
  pool: PanelContext['pool'],
  site: PasskeySite,
  pending: PendingLogin,
): Promise<string> {
  const { hash, person, provenBy } = pending
  const userId = provenBy === 'nothing' ? undefined : person?.id
  return JSON.stringify(await passkeyToShow(pool, site, { pending: hash, userId }))
}
