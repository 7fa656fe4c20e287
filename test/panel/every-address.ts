import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  createApiKey,
  createCompany,
  findSession,
  invite,
  listViews,
  logInAs,
  logoOf,
  recordAudit,
  requestRegistration,
  requestReset,
  saveView,
  setLogo,
  setPlan,
  unsubscribeTokens,
} from '@ecmr/accounts'
import { listGrants, type OauthClient, READING_LINK_PATH } from '@ecmr/accounts/oauth'
import { addAttachment, addEntry, idempotency, inviteSigner, issueDocument } from '@ecmr/application'
import { registers } from '@ecmr/contract'
import { actingFor, type Note } from '@ecmr/domain'
import { registerEndpoint, requestReplay, testEndpoint } from '@ecmr/webhooks'
import type { Test } from 'tap'
import { memoryEvidence } from '../support/memory-evidence.js'
import { photograph } from '../support/photographs.js'
import { buildTestPanel, operator, type TestPanel } from '../support/panel.js'
import { authorizeUrl, letIn, newClient } from './connect-client.js'
import { delay, type Fields, noteWriter } from './ground.js'

/** An address that the panel has registered, with something of the first company's in it. */
export interface Address {
  /** as it is registered, such as `/ecmrs/:id` */
  readonly pattern: string
  readonly path: string
  /** the same with the query that its page needs, where there has to be one */
  readonly opened: string
  /** the same with ids that nothing has */
  readonly unknown: string
  readonly methods: readonly string[]
  /** what its form needs to be looked at any further */
  readonly fields: Fields
}

/** Queries that pages and forms need. */
const QUERIES: Readonly<Record<string, string>> = {
  '/ecmrs/:id/firmar': '?rol=sender',
  '/cambios': '?desde=',
}

const FIELDS: Readonly<Record<string, Fields>> = {
  '/empresa/personas/:id/rol': { role: 'owner' },
  '/cuenta/seguridad/llaves/:id/nombre': { name: 'Teléfono' },
  '/empresa/personas/invitar': { email: 'eve@example.com', role: 'owner', language: 'es' },
  '/webhooks/:id/estado': { enabled: 'false' },
  '/webhooks/:id/secreto': { overlap_hours: '0' },
  '/webhooks/:id/reenvios': { since: '2026-03-01T09:00', events: 'ecmr.created' },
}

const TEXT = 'Aceites del Sur'

/**
 * The panel with a company that has one of everything, and every address that leads to it.
 * @param text stands wherever people may write what they like
 */
export async function openEverything(t: Test, text = TEXT) {
  const panel = await buildTestPanel(t, ({ recorded }) => ({ evidence: memoryEvidence(() => recorded) }))
  await panel.pool.query('update accounts.companies set city = $1, tax_id = $1 where id = $2', [
    text,
    panel.haulier.id,
  ])
  await setPlan(panel.pool, panel.haulier.id, 'pro', operator)
  await setPlan(panel.pool, panel.rival.id, 'pro', operator)
  const client = await newClient(panel.pool, text === TEXT ? 'Asistente' : text)
  const assistant = await oneAssistant(panel, client)
  const things = { ...(await oneOfEverything(panel, text)), '/conectar-ia/:id': assistant }
  // A link for one person is nothing to any other of the company; mcp/reading-links.test.ts tries it as everybody.
  const patterns = patternsOf(panel).filter(([pattern]) => !pattern.startsWith(READING_LINK_PATH))
  const addresses = patterns.map(([pattern, methods]): Address => {
    const path = `${filledIn(pattern, things)}${QUERIES[pattern] ?? ''}`
    const opened = pattern === '/oauth/authorize' ? authorizeUrl(client) : path
    const unknown = pattern.replace(/:\w+/g, 'nonsense')
    const fields = { once: randomUUID(), ...FIELDS[pattern] }
    return { pattern, path, opened, unknown, methods, fields }
  })
  return { ...panel, addresses, everything: () => everythingIn(panel) }
}

/** The id of a grant that an owner gave. */
async function oneAssistant({ person, haulier, pool }: TestPanel, client: OauthClient): Promise<string> {
  await letIn(pool, (await person(haulier)).user, client)
  const [grant] = await listGrants(pool, actingFor(haulier.id))
  if (grant === undefined) throw new Error('nothing was granted')
  return grant.id
}

/** What stands in addresses, by the pattern that ends with its parameter. */
async function oneOfEverything(panel: TestPanel, text: string): Promise<Readonly<Record<string, string>>> {
  const { pool, store, haulier, person, dependencies } = panel
  const company = actingFor(haulier.id)
  const place = { address: '127.0.0.1', userAgent: text }
  const colleague = await person(haulier, 'member', `Marta Vidal ${text}`)
  const { token } = await logInAs(pool, colleague.user.id, place)
  const session = await findSession(pool, token)
  const owner = { userId: colleague.user.id, company }
  await saveView(pool, owner, { name: text.slice(0, 60), query: '' })
  const [view] = await listViews(pool, owner)

  const writer = noteWriter(panel, text)
  const incident = randomUUID()
  const texts = { sender_company_name: text, sender_city: text, pickup_city: text, reference: text }
  const note = await writer.write(await writer.create(texts), delay(text, incident))

  await oneDocument(panel, note, text)
  const attachment = await oneAttachment(panel, note, text)
  const signer = await oneInvitation(panel, note, text)
  const share = await oneShare(panel, note)

  await setLogo(pool, company, Buffer.from('as good as a picture'), operator)
  const logo = await logoOf(pool, company)
  const since = '2026-01-01T00:00:00Z'
  const events = ['ecmr.created'] as const
  const url = 'http://127.0.0.1:9/hooks'
  const endpoint = { company, url, events, description: text, actor: operator }
  const followsFrom = await store.head()
  const registered = await registerEndpoint(
    { pool, recordAudit, ...dependencies.webhooks },
    { ...endpoint, followsFrom },
  )
  if (!registered.ok) throw new Error(registered.reason)
  const command = { company, id: registered.endpoint.id, actor: operator }
  const tested = await testEndpoint({ pool }, command)
  const replay = await requestReplay({ pool, log: store, recordAudit }, { ...command, since })
  const invitation = { email: 'eva@example.com', role: 'owner', language: 'es' } as const
  const invited = await invite(pool, company, invitation, operator)
  const { key } = await createApiKey(pool, { company_id: company, name: text }, operator)
  const reset = await requestReset(pool, colleague.user.email, operator)
  const registration = await requestRegistration(pool, {
    company_name: text,
    name: text,
    email: 'nuria@example.com',
    language: 'es',
  })
  if (!tested.ok || !replay.ok || !invited.ok || !reset || !session || !view || registration.kind !== 'link')
    throw new Error('not what the test needs')

  const entries = await oneEntryOfEach(panel, text)
  const unsubscribing = { user_id: colleague.user.id, company_id: haulier.id, kinds: ['incidents'] } as const
  return {
    '/idioma/:language': 'en',
    '/avisos/baja/:token': unsubscribeTokens(dependencies.secretKey).make(unsubscribing),
    '/tema/:theme': 'dark',
    '/logotipos/:file': `${logo}.jpg`,
    '/errors/:code': 'not_found',
    '/registro/:token': registration.token,
    '/recuperar/:token': reset.token,
    '/invitacion/:token': invited.token,
    '/f/:token': signer.token,
    '/c/:token': signer.driverToken,
    '/ecmrs/:id/invitaciones/:invitation': signer.invitation,
    '/ecmrs/:id/adjuntos/:attachment': attachment,
    '/ecmrs/:id/compartir/:share': share,
    '/seguimiento/:number': note.ecmr_number,
    '/auditoria/verificar/:id': note.id,
    '/ecmrs/vistas/:id': view.id,
    '/ecmrs/:id': note.id,
    '/ecmrs/:id/incidencias/:incident': incident,
    '/ecmrs/:id/firmas/:place': '1',
    '/ecmrs/:id/documentos/:n': '1',
    '/claves/:id': key.id,
    '/cuenta/sesiones/:id': session.sessionId,
    '/cuenta/seguridad/llaves/:id': await onePasskey(pool, colleague.user.id, text),
    '/empresa/personas/:id': colleague.user.id,
    '/empresa/personas/invitaciones/:id': invited.invitation.id,
    '/fichas/empresas/:id': entries.parties,
    '/fichas/conductores/:id': entries.drivers,
    '/fichas/vehiculos/:id': entries.vehicles,
    '/fichas/plantillas/:id': entries.templates,
    '/webhooks/:id': registered.endpoint.id,
    '/webhooks/:id/entregas/:delivery': tested.view,
    '/webhooks/:id/reenvios/:replay': replay.view.id,
  }
}

/** What the use cases of notes work with, and who asks. */
function asHaulier({ dependencies, pool, haulier }: TestPanel) {
  const company = actingFor(haulier.id)
  const actor = { ...operator, company_id: company }
  const caller = { company, policy: 'lenient', actor, correlationId: randomUUID() } as const
  return { cases: { ...dependencies, idempotency: idempotency(pool) }, caller }
}

/** Adds an entry to each register, and returns their ids. */
async function oneEntryOfEach({ pool, haulier }: TestPanel, text: string) {
  const said = {
    parties: { company_name: text, city: text },
    drivers: { name: text, license_expires: '2026-01-01' },
    vehicles: { plate: text, kind: 'rigid', inspection_expires: '2026-01-01' },
    templates: { name: text, fields: { sender_company_name: text } },
  }
  const ids = { parties: '', drivers: '', vehicles: '', templates: '' }
  for (const register of registers) {
    const command = { commandId: randomUUID(), correlationId: randomUUID(), actor: operator }
    const company = actingFor(haulier.id)
    const added = await addEntry(
      { pool, recordAudit },
      { ...command, company, register, data: { ...said[register], reference: text } },
    )
    if (!added.ok) throw new Error(added.reason)
    ids[register] = added.entry.id
  }
  return ids
}

/** A passkey of a person, which no authenticator has. */
async function onePasskey(pool: TestPanel['pool'], userId: string, name: string): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `insert into accounts.passkeys (id, user_id, credential_id, public_key, counter, name, is_synced)
     values ($1, $2, $3, 'as good as a key', 0, $4, false)`,
    [id, userId, id, name.slice(0, 60)],
  )
  return id
}

/** Invites someone to sign a note, and its driver. */
async function oneInvitation(panel: TestPanel, note: Note, name: string) {
  const { cases, caller } = asHaulier(panel)
  const [signer, driver] = await Promise.all(
    (['receiver', 'driver'] as const).map(async (role) => {
      const body = { role, name: name.slice(0, 200) }
      const invited = await inviteSigner(cases, caller, { noteId: note.id, body, by: name })
      if (invited.outcome !== 'invited') throw new Error(`no invitation: ${invited.outcome}`)
      return invited
    }),
  )
  return {
    token: signer?.url.split('/').at(-1) ?? '',
    driverToken: driver?.driverUrl?.split('/').at(-1) ?? '',
    invitation: signer?.invitation.invitation_id ?? '',
  }
}

/** Adds an attachment to a note. */
async function oneAttachment(panel: TestPanel, note: Note, title: string): Promise<string> {
  const { cases, caller } = asHaulier(panel)
  const received = await cases.uploads.receive(Readable.from([await photograph()]), title)
  if (!received.ok) throw new Error(received.fault)
  const about = { kind: 'other', title, description: title } as const
  const added = await addAttachment(cases, caller, { noteId: note.id, file: received.file, about })
  await received.file.discard()
  if (added.outcome !== 'added') throw new Error(`no attachment: ${added.outcome}`)
  return added.attachment.attachment_id
}

/** Shares a note with a company that is neither of those that the tests call for. */
async function oneShare({ pool, haulier, dependencies }: TestPanel, note: Note): Promise<string> {
  const other = await createCompany(pool, { name: 'Transportes Ebro' }, operator)
  const share_id = randomUUID()
  const company = actingFor(haulier.id)
  const { outcome } = await dependencies.commands.handle({
    ...{ id: note.id, company, commandId: randomUUID(), correlationId: randomUUID() },
    actor: { ...operator, company_id: company },
    commands: [{ type: 'share', share_id, company_id: other.id, access: 'read' }],
  })
  if (outcome !== 'accepted') throw new Error(`not shared: ${outcome}`)
  return share_id
}

/** Issues a document of a note. */
async function oneDocument(panel: TestPanel, note: Note, reason: string): Promise<void> {
  const { cases, caller } = asHaulier(panel)
  const { outcome } = await issueDocument(cases, caller, { noteId: note.id, reason })
  if (outcome !== 'issued') throw new Error(`no document: ${outcome}`)
}

/** The addresses as Fastify prints them: a tree, in which each line goes on from the one that it stands below. */
/** The addresses of a panel, as they are registered, with their methods. */
export function patternsOf({
  app,
}: Pick<TestPanel, 'app'>): readonly (readonly [pattern: string, methods: readonly string[]])[] {
  const above: string[] = []
  const lines = app.printRoutes({ commonPrefix: false }).trimEnd().split('\n')
  return lines.flatMap((line) => {
    const [, indent = '', part, methods] = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line) ?? []
    if (part === undefined || methods === undefined) throw new Error(`not as Fastify prints routes: ${line}`)
    const depth = indent.length / 4
    const pattern = `${above[depth - 1] ?? ''}${part}`
    above.splice(depth, above.length, pattern)
    // It prints this one without its beginning.
    return pattern === '/*' ? [] : [[pattern, methods.split(', ')] as const]
  })
}

function filledIn(pattern: string, things: Readonly<Record<string, string>>): string {
  const parameter = /:\w+/g
  return pattern.replace(parameter, (name, at: number) => {
    const thing = things[pattern.slice(0, at + name.length)]
    if (thing === undefined) throw new Error(`nothing to put into ${pattern}`)
    return thing
  })
}

const TABLES = [
  'accounts.companies',
  'accounts.users',
  'accounts.memberships',
  'accounts.links',
  'accounts.api_keys',
  'accounts.saved_views',
  'registers.entries',
  'accounts.passkeys',
  'accounts.authenticator_apps',
  'accounts.recovery_codes',
  'webhooks.endpoints',
  'webhooks.deliveries',
  'webhooks.replays',
  'oauth.clients',
  'oauth.grants',
]

/** Everything that a form could change, but for sessions. */
async function everythingIn({ pool, store }: TestPanel): Promise<unknown> {
  const tables = await Promise.all(TABLES.map((table) => pool.query(`select * from ${table} order by 1, 2`)))
  const { rows: links } = await pool.query('select * from documents.links order by link_id')
  return { head: await store.head(), tables: tables.map(({ rows }) => rows), links }
}
