import {
  type ApiKey,
  createApiKeyOnce,
  keyPrefix,
  listApiKeys,
  revokeCompanyKey,
  type Scope,
} from '@ecmr/accounts'
import { createExample } from '@ecmr/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf, commandIdOf } from '../../commands/caller.js'
import type { PanelContext } from '../../context.js'
import { access, type Pages, signedIn } from '../../panel-server.js'
import { isInTestMode } from '../../plugins/test-mode.js'
import { PageProblem } from '../../problems/page-problem.js'
import { blankKeyForm, type NewKeyForm, readNewKeyForm } from './new-key-form.js'
import { texts } from './texts.js'

/** The keys of a company: made here, shown in the clear once, revoked. */
export const apiKeyPages: Pages = (app, context) => {
  const { pool, clock, siteUrl } = context

  app.get<{ Querystring: { pagina?: string; modo?: unknown } }>(
    '/claves',
    access.owner,
    async (request, reply) => {
      const isForTests = isInTestMode(signedIn(request)) || request.query.modo === 'prueba'
      const mode = isForTests ? 'test' : 'live'
      const form = { ...blankKeyForm, values: { ...blankKeyForm.values, mode } }
      return showKeys(context, request, reply, form)
    },
  )

  app.post('/claves', access.owner, async (request, reply) => {
    const person = signedIn(request)
    const { language } = request.visitor
    const at = { language, timeZone: person.company.time_zone, now: clock() }
    const { form, said, wanted } = readNewKeyForm(request, at)
    const { once = '' } = form.values
    if (wanted === undefined) return showKeys(context, request, reply.code(400), form)
    const commandId = commandIdOf(request, { action: 'create_api_key', once, says: said })
    const input = { ...wanted, company_id: person.company.id }
    const made = await createApiKeyOnce(pool, commandId, input, actorOf(person))
    const t = texts[language]
    if (!made.ok && made.reason === 'too_many') {
      const faults = { ...form.faults, '': t.tooMany }
      return showKeys(context, request, reply.code(409), { ...form, faults })
    }
    if (!made.ok) {
      return reply.page('pages/api-keys/made-before', { title: t.madeBefore, section: 'apiKeys', t })
    }
    // No redirect: this very answer is the only one that holds the key.
    return reply.page('pages/api-keys/made', {
      title: t.made,
      section: 'apiKeys',
      t,
      ...made,
      trial: trialOf(made, { siteUrl, now: at.now }),
    })
  })

  app.get<{ Params: { id: string } }>('/claves/:id/revocar', access.owner, async (request, reply) => {
    const key = await findKey(context, request, request.params.id)
    if (stateOf(key, clock()) === 'revoked') return reply.seeOther('/claves', 'key_revoked_before')
    const t = texts[request.visitor.language]
    return reply.page('pages/api-keys/revoke', {
      title: t.revokeTitle,
      section: 'apiKeys',
      t,
      key,
      prefixOf: keyPrefix,
    })
  })

  app.post<{ Params: { id: string } }>('/claves/:id/revocar', access.owner, async (request, reply) => {
    const person = signedIn(request)
    const { id } = await findKey(context, request, request.params.id)
    const revoked = await revokeCompanyKey(pool, person.company.id, id, actorOf(person))
    return reply.seeOther('/claves', revoked ? 'key_revoked' : 'key_revoked_before')
  })
}

async function showKeys(
  { pool, clock }: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  form: NewKeyForm,
): Promise<FastifyReply> {
  const t = texts[request.visitor.language]
  const keys = await listApiKeys(pool, signedIn(request).company.id)
  return reply.page('pages/api-keys/list', {
    title: t.title,
    section: 'apiKeys',
    styles: ['webhooks.css'],
    t,
    form,
    prefixOf: keyPrefix,
    ...pageOfKeys(keys, pageAsked(request), clock()),
  })
}

function pageAsked({ query }: FastifyRequest): unknown {
  return typeof query === 'object' && query !== null ? Reflect.get(query, 'pagina') : undefined
}

async function findKey({ pool }: PanelContext, request: FastifyRequest, id: string) {
  const keys = await listApiKeys(pool, signedIn(request).company.id)
  const key = keys.find((each) => each.id === id)
  if (key === undefined) throw new PageProblem('not_found')
  return key
}

const PER_PAGE = 50

/** A key as the list shows it. */
interface ListedKey extends ApiKey {
  readonly state: 'active' | 'expired' | 'revoked'
}

/** A page of the list of keys. */
interface KeyPage {
  readonly keys: readonly ListedKey[]
  readonly page: number
  readonly pages: number
}

/** Keys that work first, newest first; the page asked for, or the nearest that there is. */
function pageOfKeys(keys: readonly ApiKey[], asked: unknown, now: Date): KeyPage {
  const listed = keys.map((key) => ({ ...key, state: stateOf(key, now) })).reverse()
  const inOrder = [
    ...listed.filter(({ state }) => state === 'active'),
    ...listed.filter(({ state }) => state !== 'active'),
  ]
  const pages = Math.max(1, Math.ceil(inOrder.length / PER_PAGE))
  const number = typeof asked === 'string' && /^\d{1,6}$/.test(asked) ? Number(asked) : 1
  const page = Math.min(Math.max(number, 1), pages)
  return { keys: inOrder.slice((page - 1) * PER_PAGE, page * PER_PAGE), page, pages }
}

function stateOf({ revoked_at, expires_at }: ApiKey, now: Date): ListedKey['state'] {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= now.getTime() ? 'expired' : 'active'
}

const DAY_MS = 24 * 3_600_000

/** A command to try a new key with. */
interface Trial {
  readonly scope: Exclude<Scope, 'ocr'>
  readonly command: string
}

/** What a new key is tried with, according to what it allows: one that writes creates a note. */
function trialOf(
  { key, clear }: { readonly key: ApiKey; readonly clear: string },
  { siteUrl, now }: { readonly siteUrl: string; readonly now: Date },
): Trial | undefined {
  const curl = (path: string): string => `curl -s ${siteUrl}/api/${path} -H 'X-API-Key: ${clear}'`
  if (key.scopes.includes('ecmrs:write')) {
    const pickup_date = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)
    const body = JSON.stringify({ ...createExample, pickup_date }, null, 2)
    const command = `${curl('ecmrs')} \\\n  -H 'Content-Type: application/json' -d '${body}'`
    return { scope: 'ecmrs:write', command }
  }
  if (key.scopes.includes('ecmrs:read')) return { scope: 'ecmrs:read', command: curl('ecmrs') }
  if (key.scopes.includes('webhooks')) return { scope: 'webhooks', command: curl('webhooks') }
  return undefined
}
