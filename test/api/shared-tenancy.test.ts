import { noteStream, type Role } from '@ecmr/domain'
import { unpacked } from '../evidence/attacks/edited.js'
import t from 'tap'
import { cmrFields } from '../domain/facts.js'
import { buildTestApi, type Customer } from '../support/api.js'
import { plainFiles } from '../support/document-files.js'
import { memoryEvidence } from '../support/memory-evidence.js'

const evidence = memoryEvidence(() => api.store)
const api = await buildTestApi(t, () => ({ evidence, files: plainFiles() }))
const { haulier, rival } = api

/** Who may use an operation on a note: its own company, any that it is shared with, or those that act in one of these roles. */
type Rule = 'own' | 'read' | readonly Role[]

interface Asked {
  readonly rule: Rule
  readonly body?: unknown
  readonly query?: string
  /** where the rule lets it through and something else is missing: the status */
  readonly expects?: number
  /** parameters of the path besides the note */
  readonly more?: Readonly<Record<string, string>>
}

const UNKNOWN = '01990000-0000-7000-8000-000000000000'
const first = { n: '1' }
/** Nothing listens there. */
const FETCHED = { source_url: 'http://127.0.0.1:9/deca.pdf' }

/** Every operation on a note. One that is added is missing here until it says who may use it. */
const operations: Readonly<Record<string, Asked>> = {
  readEcmr: { rule: 'read' },
  updateEcmr: { rule: 'own', body: { reference: 'changed' } },
  putEcmr: { rule: 'own', body: { reference: 'changed' } },
  signEcmr: { rule: ['carrier'], body: { role: 'carrier', signer_name: 'X', method: 'typed' } },
  inviteSigner: { rule: 'own', body: { role: 'receiver', name: 'X' } },
  listInvitations: { rule: 'read' },
  revokeInvitation: { rule: 'own', more: { invitation_id: UNKNOWN } },
  shareEcmr: { rule: 'own', body: { company: 'c-0123456789ab', access: 'read' } },
  listShares: { rule: 'read' },
  revokeEcmrShare: { rule: 'own', more: { share_id: UNKNOWN } },
  reportEcmrIncident: { rule: ['carrier', 'receiver'], body: { type: 'other', description: 'x' } },
  resolveEcmrIncident: { rule: 'own', body: { outcome: 'continue' }, more: { incident_id: UNKNOWN } },
  recordEcmrReservation: { rule: ['carrier'], body: { by: 'carrier', grounds: 'x' } },
  changeEcmrVehicle: { rule: ['carrier'], body: { vehicle_plate: '9999 XYZ', reason: 'x' } },
  revertEcmrDelivery: { rule: 'own', body: { reason: 'x' } },
  cancelEcmr: { rule: 'own', body: { reason: 'x' } },
  issueEcmrDocument: { rule: 'own', body: { reason: 'another' } },
  listEcmrDocuments: { rule: 'read' },
  readEcmrDocument: { rule: 'read', more: first },
  readEcmrDocumentFile: { rule: 'read', more: first },
  listEcmrDocumentReads: { rule: 'own', more: first },
  readCurrentDocument: { rule: 'read' },
  readDocumentQrSvg: { rule: 'read', more: first },
  readDocumentQrPng: { rule: 'read', more: first },
  shareEcmrDocument: { rule: 'own', body: { for: 'counterparty' }, more: first },
  sendEcmrDocument: { rule: 'own', body: { to: ['x@example.com'] }, more: first },
  closeEcmrDocument: { rule: 'own', more: first },
  listEcmrEvents: { rule: 'read' },
  readEcmrProof: { rule: 'read' },
  addEcmrAttachment: { rule: ['sender', 'carrier', 'receiver'], body: FETCHED, expects: 400 },
  listEcmrAttachments: { rule: 'read' },
  readEcmrAttachment: { rule: 'read', more: { attachment_id: UNKNOWN }, expects: 404 },
  readEcmrAttachmentContent: { rule: 'read', more: { attachment_id: UNKNOWN }, expects: 404 },
  withdrawEcmrAttachment: { rule: 'own', body: { reason: 'x' }, more: { attachment_id: UNKNOWN } },
}

interface Operation extends Asked {
  readonly operationId: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** with `{id}` for the note */
  readonly path: string
}

/** Those of the built interface, as it describes itself. */
async function operationsOnNotes(): Promise<readonly Operation[]> {
  const { paths } = (await api.call('GET', '/api/openapi.json')).json() as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/ecmrs/{id}'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]): Operation => {
        const asked = operations[operationId]
        if (asked === undefined) throw new Error(`say who may use ${operationId} (${method} ${path})`)
        const filled = path.replace(/\{(\w+)\}/g, (whole, name) => asked.more?.[name] ?? whole)
        return { ...asked, operationId, method: method.toUpperCase() as Operation['method'], path: filled }
      }),
    )
}

/** Tests render documents to what they are made from; what of it a document shows is tested with documents. */
const FILES: ReadonlySet<string> = new Set(['readEcmrDocumentFile', 'readCurrentDocument', 'readEcmrProof'])

const all = await operationsOnNotes()

function ask(by: Customer, { method, path, body, query = '' }: Operation, id: string) {
  return by.call(method, path.replace('{id}', id) + query, body, { 'x-request-id': 'same' })
}

/** A note on its way with a document and an invitation, and how the other company has access to it. */
async function noteWith(access: 'none' | 'revoked' | 'read' | Role) {
  const note = await haulier.create({ ...cmrFields, metadata: { order: 'SECRETO-1' } })
  const at = `/api/ecmrs/${note.id}`
  await haulier.call('POST', `${at}/documents`)
  await haulier.call('POST', `${at}/invitations`, {
    role: 'receiver',
    name: 'SECRETO',
    email: 's@secreto.es',
  })
  await haulier.call('PATCH', at, { metadata: { order: 'SECRETO-2' } })
  await haulier.call('PATCH', at, { status: 'in_transit' })
  if (access === 'none') return note
  const role = access === 'read' || access === 'revoked' ? undefined : access
  const body = { company: rival.company.handle, access: role ? 'act' : 'read', ...(role && { role }) }
  const made = JSON.parse((await haulier.call('POST', `${at}/shares`, body)).text)
  if (access === 'revoked') await haulier.call('DELETE', `${at}/shares/${made.share_id}`)
  return note
}

t.test('the table names what there is', async (t) => {
  const published = new Set(all.map(({ operationId }) => operationId))
  t.strictSame(
    Object.keys(operations).filter((name) => !published.has(name)),
    [],
  )
})

for (const access of ['none', 'revoked'] as const)
  t.test(`${access}: no operation tells a company anything about the note`, async (t) => {
    const note = await noteWith(access)
    const before = (await api.recorded.readStream(noteStream(note.id))).length
    for (const operation of all)
      for (const [named, unknown] of [
        [note.id, UNKNOWN],
        [note.ecmr_number, 'ECMR-2026-000000000-0'],
      ] as const) {
        const [foreign, nothing] = [await ask(rival, operation, named), await ask(rival, operation, unknown)]
        t.equal(foreign.status, 404, `${operation.operationId}: ${foreign.text}`)
        t.equal(foreign.text, nothing.text, `${operation.operationId}: as for what does not exist`)
      }
    t.equal((await api.recorded.readStream(noteStream(note.id))).length, before, 'nothing was recorded')
  })

for (const access of ['read', 'sender', 'carrier', 'receiver'] as const)
  t.test(`${access}: each operation is answered or refused by the rule`, async (t) => {
    for (const operation of all) {
      const note = await noteWith(access)
      const before = (await api.recorded.readStream(noteStream(note.id))).length
      const answer = await ask(rival, operation, note.id)
      const { rule, operationId } = operation
      const may = rule === 'read' || (rule !== 'own' && access !== 'read' && rule.includes(access))
      const { expects } = operation
      if (may && expects !== undefined) t.equal(answer.status, expects, operationId)
      else if (may) t.ok(answer.status < 300, `${operationId}: ${answer.status} ${answer.text.slice(0, 300)}`)
      else {
        t.match(answer.problem(), { status: 403, code: 'not_in_your_share' }, operationId)
        const after = (await api.recorded.readStream(noteStream(note.id))).length
        t.equal(after, before, `${operationId}: nothing was recorded`)
      }
      if (!FILES.has(operationId))
        t.notMatch(answer.text, /secreto/i, `${operationId}: what stays with its company`)
    }
  })

t.test('what is not about one note shows none of others unless it is asked for', async (t) => {
  const note = await noteWith('carrier')
  for (const path of [
    '/api/ecmrs',
    '/api/ecmrs.csv',
    `/api/ecmrs?search=${note.ecmr_number}`,
    '/api/events',
  ]) {
    const answer = await rival.call('GET', path)
    t.equal(answer.status, 200)
    t.notMatch(answer.text, new RegExp(`${note.id}|${note.ecmr_number}`), path)
  }
  const mine = await rival.create(cmrFields)
  const joint = await rival.call('POST', '/api/documents', { ecmr_ids: [mine.id, note.id] })
  t.match(joint.problem(), { status: 404 })
})

t.test('the proof of a shared note verifies, and keeps what stays with its company', async (t) => {
  const note = await noteWith('read')
  const url = `/api/ecmrs/${note.id}/proof`
  const zip = await api.app.inject({ url, headers: { 'x-api-key': rival.key } })
  t.equal(zip.statusCode, 200, zip.body.slice(0, 300))
  for (const [name, bytes] of unpacked(zip.rawPayload))
    if (!name.startsWith('documents/')) t.notMatch(Buffer.from(bytes).toString('latin1'), /secreto/i, name)
})
