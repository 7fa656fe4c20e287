import { randomUUID } from 'node:crypto'
import { type Company, createCompany, type User } from '@ecmr/accounts'
import { createExample } from '@ecmr/contract'
import {
  accountOf,
  actingFor,
  type EcmrCommand,
  type EcmrFields,
  isTestCompany,
  type Note,
} from '@ecmr/domain'
import type { Test } from 'tap'
import { operator, type TestPanel } from '../support/panel.js'
import type { Page, Visit } from '../support/visit.js'

/** What a browser would take for markup, a template or the end of an attribute. */
export const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>{{7777*7777}}<%= 7777*7777 %>`
/** What a page shows that took it for that. */
export const INJECTED = /<script>alert|<img src=x|60481729/

export const EXPIRED = { status: 403, text: /El formulario ha caducado/ }

export type Fields = Readonly<Record<string, string | readonly string[]>>

/** A panel shared by the tests of a file, with two companies that only one test uses, and an owner of the first. */
export async function withOwnCompanies<Panel extends TestPanel>(
  panel: Panel,
  plan: 'free' | 'pro' = 'free',
): Promise<Panel & { readonly lucia: Visit & { readonly user: User } }> {
  const haulier = await createCompany(panel.pool, { name: 'Transportes Guadalquivir', plan }, operator)
  const rival = await createCompany(panel.pool, { name: 'Transports Garonne', plan }, operator)
  return { ...panel, haulier, rival, lucia: await panel.person(haulier) }
}

/** The fault shown next to a control. */
export function faultOf({ html }: Page, name: string): string {
  const id = `f-${name.replaceAll('/', '-')}-fault`
  const [, said = ''] = new RegExp(`class="fault" id="${id}">([^<]*)<`).exec(html) ?? []
  return said.replaceAll('&quot;', '"').replaceAll('&#39;', "'")
}

/** A form with a fault: what is changed, the field named, and the sentence in Spanish and, where given, in English. */
export type Fault = readonly [changed: Fields, field: string, es: string | RegExp, en?: string | RegExp]

/** Sends each faulty form: it is refused with a summary that links to the field, and keeps what was typed but for passwords. */
export async function expectFaults(
  t: Test,
  by: Visit,
  path: string,
  form: (changed: Fields) => Fields,
  faults: readonly Fault[],
): Promise<void> {
  const { formToken: token = '' } = await by.open(path)
  for (const [changed, field, es, en] of faults)
    for (const [language, sentence] of [['es', es] as const, ['en', en] as const]) {
      if (sentence === undefined) continue
      by.cookies.set('__Host-language', language)
      const fields = form(changed)
      const page = await by.send(path, fields, { token })
      const about = `${language} ${JSON.stringify(changed).slice(0, 80)}`
      t.equal(page.status, 400, about)
      t.match(faultOf(page, field), sentence, about)
      t.match(page.html, `<a href="#f-${field}">`, about)
      t.notMatch(page.html, /type="password"[^>]*value=/, about)
      for (const [name, value] of Object.entries(fields))
        if (KEPT.has(name) && !(name in changed)) t.match(page.html, `value="${value}"`, about)
    }
  by.cookies.set('__Host-language', 'es')
}

const KEPT = new Set(['name', 'email', 'company_name', 'city', 'description'])

/** Writes notes as the REST interface would, for pages to show. */
export interface NoteWriter {
  create(fields?: Partial<EcmrFields>, company?: Company): Promise<Note>
  /** decides commands together, as one request would */
  write(note: Pick<Note, 'id' | 'company_id'>, ...commands: readonly EcmrCommand[]): Promise<Note>
}

export function noteWriter(
  { pool, dependencies, haulier }: Pick<TestPanel, 'pool' | 'dependencies' | 'haulier'>,
  actorName = 'Lucía Fernández',
): NoteWriter {
  const { commands, numbers } = dependencies
  const writers = new Map<string, Promise<string>>()
  const writerIn = (companyId: string): Promise<string> => {
    const known = writers.get(companyId) ?? silentlyAdded(pool, companyId, actorName)
    writers.set(companyId, known)
    return known
  }
  const write: NoteWriter['write'] = async ({ id, company_id }, ...list) => {
    const outcome = await commands.handle({
      id,
      company: actingFor(company_id),
      commandId: randomUUID(),
      commands: list,
      actor: { kind: 'user', id: await writerIn(accountOf(company_id)), company_id },
      correlationId: randomUUID(),
    })
    if (outcome.outcome !== 'accepted') throw new Error(`refused: ${JSON.stringify(outcome)}`)
    return outcome.note
  }
  return {
    write,
    async create(changed = {}, { id: company_id } = haulier) {
      const ecmr_number = await numbers.next({ isTest: isTestCompany(company_id) })
      const note = { id: randomUUID(), ecmr_number, company_id }
      const fields = { ...createExample, ...changed }
      return write(note, { type: 'create', ...note, policy: 'lenient', fields })
    },
  }
}

/** A person of a company, of whose beginning its trail says nothing. */
async function silentlyAdded(pool: TestPanel['pool'], companyId: string, name: string): Promise<string> {
  const id = randomUUID()
  await pool.query(
    `with person as (insert into accounts.users (id, email, name) values ($1, $3, $4))
     insert into accounts.memberships (user_id, company_id, role) values ($1, $2, 'member')`,
    [id, companyId, `${id}@example.com`, name],
  )
  return id
}

/** A report of an incident, as notes of these tests have it. */
export const delay = (description = 'Atasco', incident_id: string = randomUUID()) =>
  ({
    type: 'report_incident',
    incident_id,
    incident: { type: 'delay', severity: 'low', description },
  }) as const

/** A signature by typed name. */
export const signedBy = (role: 'sender' | 'carrier' | 'receiver', signer_name = 'Antonio Ruiz') =>
  ({ type: 'sign', signature: { role, signer_name, method: 'typed' } }) as const
