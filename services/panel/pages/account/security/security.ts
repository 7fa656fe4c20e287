import {
  addPasskey,
  appUri,
  beginApp,
  confirmApp,
  type FactorRemoved,
  LONGEST_PASSKEY_NAME,
  lacksSecondFactor,
  MOST_PASSKEYS,
  passkeySite,
  passkeyToMake,
  readSecondFactor,
  RECOVERY_CODES,
  removeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from '@ecmr/accounts'
import { checkBody, closed } from '@ecmr/contract'
import { qrSvg } from '@ecmr/documents'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { emptyForm, type FormState, isFaulty, oneLine, valuesOf } from '../../../forms/form.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { SECURITY } from '../../../plugins/second-factors.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { browserName } from '../browser-name.js'
import { accountPage } from '../forms.js'
import { madeCredential } from '../second-step/credential.js'
import { tellPerson } from '../session.js'
import { securityTexts } from './texts.js'

/** What concerns the person, also one who has yet to set up what their company requires. */
const SEEN = { access: 'person', anyCompany: true, beforeSecondFactor: true } as const
const CHANGED = { config: { ...SEEN, fresh: SECURITY } } as const
const NEW_PASSKEY = `${SECURITY}/llaves/nueva`
const ISSUER = 'eCMR'

const passkeyForm = closed({ name: oneLine('Name of the passkey', LONGEST_PASSKEY_NAME) })

interface OfPasskey {
  readonly Params: { readonly id: string }
}

/** What a person has besides the password: an app that shows codes, passkeys, recovery codes. */
export const securityPages: Pages = (app, context) => {
  app.get(SECURITY, { config: SEEN }, async (request, reply) => show(context, request, reply))
  appPages(app, context)
  passkeyPages(app, context)

  app.get(`${SECURITY}/codigos`, { config: SEEN }, async (_request, reply) => reply.seeOther(SECURITY))
  app.post(`${SECURITY}/codigos`, CHANGED, async (request, reply) => {
    const { user } = signedIn(request)
    const codes = await renewRecoveryCodes(context.pool, user.id)
    if (codes === undefined) throw new PageProblem('not_found')
    tellPerson(context, request, user, { kind: 'recovery_codes_renewed' })
    return showCodes(reply, codes)
  })
}

const appPages: Pages = (app, context) => {
  const { pool, appSecrets, clock } = context
  for (const path of ['aplicacion', 'aplicacion/confirmar'])
    app.get(`${SECURITY}/${path}`, { config: SEEN }, async (_request, reply) => reply.seeOther(SECURITY))

  app.post(`${SECURITY}/aplicacion`, CHANGED, async (request, reply) => {
    const { user } = signedIn(request)
    const secret = await beginApp(pool, appSecrets, user.id)
    // No redirect: this very answer is the only one that holds the secret.
    return showApp(reply, emptyForm(), { secret, account: user.email })
  })

  app.post(`${SECURITY}/aplicacion/confirmar`, CHANGED, async (request, reply) => {
    const { user, sessionId } = signedIn(request)
    const { code = '' } = valuesOf(request)
    const confirmed = await confirmApp(pool, appSecrets, { user, sessionId }, { code, now: clock() })
    const t = securityTexts[request.visitor.language]
    if (!confirmed.ok && confirmed.reason === 'wrong')
      return showApp(reply.code(400), { values: {}, faults: { code: t.wrongCode } })
    if (!confirmed.ok) return reply.seeOther(SECURITY, 'app_not_begun')
    return factorAdded(context, request, reply, { factor: 'app', codes: confirmed.recoveryCodes })
  })

  app.post(`${SECURITY}/aplicacion/quitar`, CHANGED, async (request, reply) => {
    const { user, sessionId } = signedIn(request)
    return afterRemoval(context, request, reply, 'app', await removeApp(pool, { user, sessionId }))
  })
}

const passkeyPages: Pages = (app, context) => {
  const { pool } = context

  app.get(NEW_PASSKEY, CHANGED, async (request, reply) => {
    const name = browserName(request.headers['user-agent'] ?? '', request.visitor.language)
    return showNewPasskey(context, request, reply, emptyForm({ name }))
  })

  app.post(NEW_PASSKEY, CHANGED, async (request, reply) => {
    const { user, sessionId } = signedIn(request)
    const { language } = request.visitor
    const { name = '', credential = '' } = valuesOf(request)
    const again = (faults: FormState['faults']) =>
      showNewPasskey(context, request, reply.code(400), { values: { name }, faults })
    const faults = sentencesFor(checkBody(passkeyForm, { name }), language)
    if (isFaulty({ faults })) return again(faults)
    const response = madeCredential(credential)
    const site = passkeySite(context.siteUrl)
    const t = securityTexts[language]
    if (response === undefined || typeof site === 'string') return again({ '': t.passkeyRefused.refused })
    const made = await addPasskey(pool, site, { user, sessionId }, { response, name })
    if (!made.ok) return again({ '': t.passkeyRefused[made.reason] })
    return factorAdded(context, request, reply, { factor: 'passkey', codes: made.recoveryCodes })
  })

  app.post<OfPasskey>(`${SECURITY}/llaves/:id/nombre`, CHANGED, async (request, reply) => {
    const { name = '' } = valuesOf(request)
    const faults = sentencesFor(checkBody(passkeyForm, { name }), request.visitor.language)
    if (isFaulty({ faults })) return show(context, request, reply.code(400), faults)
    const renamed = await renamePasskey(pool, signedIn(request).user.id, request.params.id, name)
    if (!renamed) throw new PageProblem('not_found')
    return reply.seeOther(SECURITY, 'passkey_renamed')
  })

  app.post<OfPasskey>(`${SECURITY}/llaves/:id/quitar`, CHANGED, async (request, reply) => {
    const { user, sessionId } = signedIn(request)
    const removed = await removePasskey(pool, { user, sessionId }, request.params.id)
    return afterRemoval(context, request, reply, 'passkey', removed)
  })
}

async function show(
  { pool, siteUrl }: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  faults: FormState['faults'] = {},
): Promise<FastifyReply> {
  const person = signedIn(request)
  const t = securityTexts[request.visitor.language]
  const factor = await readSecondFactor(pool, person.user.id)
  const site = passkeySite(siteUrl)
  return accountPage(reply, 'security/security', {
    title: t.title,
    section: 'account',
    t,
    form: { values: {}, faults },
    ...factor,
    isOn: person.secondFactor !== null,
    isDue: lacksSecondFactor(person, person.company),
    requiredBy: person.memberships.find((one) => one.requires_second_factor)?.company_name,
    mostCodes: RECOVERY_CODES,
    mayAddPasskey: typeof site === 'object' && factor.passkeys.length < MOST_PASSKEYS,
    whyNoPasskeys: typeof site === 'string' ? t.noPasskeys[site](siteUrl) : undefined,
    tooManyPasskeys: factor.passkeys.length >= MOST_PASSKEYS ? t.passkeyRefused.too_many : undefined,
    longestName: LONGEST_PASSKEY_NAME,
  })
}

/** The page on which an app is set up. Without its secret, when the first code was wrong: that was shown before. */
async function showApp(
  reply: FastifyReply,
  form: FormState,
  shown?: { readonly secret: string; readonly account: string },
): Promise<FastifyReply> {
  const t = securityTexts[reply.request.visitor.language]
  const uri = shown && appUri(shown.secret, { account: shown.account, issuer: ISSUER })
  reply.letScriptsSendNothing()
  return accountPage(reply, 'security/app', {
    title: t.appTitle,
    section: 'account',
    t,
    form,
    secret: shown?.secret.replaceAll(/.{4}(?=.)/g, '$& '),
    picture: uri && `data:image/svg+xml;base64,${Buffer.from(await qrSvg(uri)).toString('base64')}`,
  })
}

async function showNewPasskey(
  { pool, siteUrl }: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  form: FormState,
): Promise<FastifyReply> {
  const site = passkeySite(siteUrl)
  if (typeof site === 'string') return reply.seeOther(SECURITY)
  const t = securityTexts[request.visitor.language]
  reply.letScriptsSendNothing()
  return accountPage(reply, 'security/new-passkey', {
    title: t.newPasskey,
    section: 'account',
    extraScripts: ['passkey.js'],
    t,
    form,
    longestName: LONGEST_PASSKEY_NAME,
    options: JSON.stringify(await passkeyToMake(pool, site, signedIn(request))),
    // The browser refuses passkeys for another host than the page's.
    elsewhere: request.host === new URL(siteUrl).host ? undefined : siteUrl,
  })
}

function factorAdded(
  context: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { factor, codes }: { readonly factor: 'app' | 'passkey'; readonly codes: readonly string[] | undefined },
): FastifyReply {
  const { user } = signedIn(request)
  tellPerson(context, request, user, { kind: 'factor_added', factor, isFirst: codes !== undefined })
  context.live.checkSessions()
  if (codes !== undefined) return showCodes(reply, codes)
  return reply.seeOther(SECURITY, factor === 'app' ? 'app_added' : 'passkey_added')
}

/** Recovery codes, which are shown this once. */
function showCodes(reply: FastifyReply, codes: readonly string[]): FastifyReply {
  const t = securityTexts[reply.request.visitor.language]
  reply.letScriptsSendNothing()
  return accountPage(reply, 'security/codes', { title: t.codes, section: 'account', t, codes })
}

async function afterRemoval(
  context: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  factor: 'app' | 'passkey',
  removed: FactorRemoved,
): Promise<FastifyReply> {
  const t = securityTexts[request.visitor.language]
  if (!removed.ok && removed.reason === 'not_found') throw new PageProblem('not_found')
  if (!removed.ok) return show(context, request, reply.code(409), { '': t.lastStays })
  const { isLast } = removed
  tellPerson(context, request, signedIn(request).user, { kind: 'factor_removed', factor, isLast })
  context.live.checkSessions()
  return reply.seeOther(SECURITY, isLast ? 'second_factor_off' : 'factor_removed')
}
