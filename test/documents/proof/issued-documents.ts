import { randomUUID } from 'node:crypto'
import { commandHandler, idempotency, keepDocumentsCurrent } from '@ecmr/application'
import type { DocumentEntry, EcmrRecord } from '@ecmr/contract'
import { buildDocuments } from '@ecmr/documents-service'
import { actingFor, documentLanguages, type EcmrCommand } from '@ecmr/domain'
import type { Test } from 'tap'
import { buildTestApi, SITE_URL, type TestApi } from '../../support/api.js'
import { emptyDirectory } from '../../support/empty-directory.js'
import { realFiles } from '../../support/real-document-files.js'
import { until } from '../../support/until.js'
import { certificates } from '../certificates.js'
import type { RandomNote, SentFields } from './random-notes.js'

/** A version of a document at its address, and what was answered for its notes at the version that it shows. */
export interface IssuedDocument {
  readonly entry: DocumentEntry
  readonly records: readonly EcmrRecord[]
  readonly isSealed: boolean
}

/** How many notes share a document, of the first ones: 110 of 200. */
const JOINT = [2, 3, 5, 10, 40, 50]
const SEALED_EVERY = 25
const SECRET_KEY = 'a key for tests, 32 characters or more'

const SHIPPER_AND_CARRIER: SentFields = {
  ...{ sender_tax_id: 'B12345674', carrier_tax_id: 'A58818501' },
  ...{ pickup_country: 'ES', delivery_country: 'ES', transport_type: 'national' },
  ...{ contractual_shipper_company_name: undefined, contractual_shipper_tax_id: undefined },
}

/** Issues documents of notes over the REST interface, with a worker that makes the next versions. */
export async function issuingGround(t: Test) {
  const env = { DATA_DIR: await emptyDirectory(t), SITE_URL, SECRET_KEY }
  const { make, password } = certificates(t)
  const seal = { DOCUMENT_SEAL_FILE: make('seal'), DOCUMENT_SEAL_PASSWORD: password }
  const plain = await realFiles(t, env)
  const sealing = await realFiles(t, { ...env, ...seal })
  let { render } = plain
  const files = { ...plain, render: (...of: Parameters<typeof render>) => render(...of) }
  const api = await buildTestApi(t, () => ({ files }))
  const service = await buildDocuments({
    ...{ pool: api.pool, storage: files.storage, reads: { note: () => undefined } },
    ...{ siteUrl: SITE_URL, version: '0.0.0-test' },
  })
  t.teardown(() => service.close())
  const work = worker(api, files)
  const { call } = api.haulier
  const answers = new Map<string, EcmrRecord>()

  /** What the interface answers for a note, in the language that its document is to have. */
  async function keepAnswer(id: string, language: string): Promise<void> {
    const accepted = { 'accept-language': language === 'es' ? 'es' : 'en' }
    const record = (await call('GET', `/api/ecmrs/${id}`, undefined, accepted)).record()
    answers.set(`${id} ${record.version}`, record)
  }

  async function create(fields: SentFields): Promise<string> {
    const answer = await call('POST', '/api/ecmrs', fields)
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.record().id
  }

  async function issue(ids: readonly string[], language: string): Promise<void> {
    for (const id of ids) await keepAnswer(id, language)
    const { status, text } =
      ids.length > 1
        ? await call('POST', '/api/documents', { ecmr_ids: ids, language })
        : await call('POST', `/api/ecmrs/${ids[0]}/documents`, { language })
    if (status !== 201) throw new Error(text)
  }

  /** The newest version of the document of a note. */
  async function current(id: string): Promise<DocumentEntry> {
    const { data } = JSON.parse((await call('GET', `/api/ecmrs/${id}/documents`)).text)
    return data[0]
  }

  return {
    /** Who did things, and for which company: in no document. */
    people: [work.actor.id, work.actor.company_id],
    /** The bytes at an address. */
    async fetch(url: string): Promise<Buffer> {
      return (await service.inject({ url: url.slice(SITE_URL.length) })).rawPayload
    },
    /** Issues documents of these notes, changes the notes, and waits for the next versions. */
    async issueAll(notes: readonly RandomNote[]): Promise<readonly IssuedDocument[]> {
      const groups = groupsOf(notes)
      const made = []
      for (const [index, group] of groups.entries()) {
        const language = documentLanguages[index % documentLanguages.length] ?? 'es'
        const isSealed = index % SEALED_EVERY === SEALED_EVERY - 1
        const ids: string[] = []
        for (const { fields, before } of group) {
          const more = group.length > 1 ? SHIPPER_AND_CARRIER : {}
          const id = await create({ ...fields, ...more })
          if (group.length === 1) await work.command(id, before)
          ids.push(id)
        }
        render = isSealed ? sealing.render : plain.render
        await issue(ids, language)
        made.push({ ids, language, isSealed, group })
      }
      render = plain.render
      for (const { ids, isSealed, language, group } of made) {
        if (isSealed) continue
        for (const [index, id] of ids.entries()) await work.command(id, group[index]?.after ?? [])
        for (const id of ids) await keepAnswer(id, language)
      }
      await work.untilCurrent()
      return Promise.all(
        made.map(async ({ ids, isSealed }) => {
          const entries = await Promise.all(ids.map(current))
          const records = ids.flatMap((id, at) => answers.get(`${id} ${entries[at]?.note_version}`) ?? [])
          const [entry] = entries
          if (!entry || records.length < ids.length) throw new Error(`no answer for ${ids}`)
          return { entry, records, isSealed }
        }),
      )
    },
  }
}

function groupsOf(notes: readonly RandomNote[]): readonly (readonly RandomNote[])[] {
  const alone = [...notes]
  const joint = JOINT.map((count) => alone.splice(0, count))
  return [...joint, ...alone.map((note) => [note])]
}

/** Does things to notes without asking whether they may be done, and makes the next versions of documents. */
function worker(
  { store, recorded, dataKeys, pool, haulier }: TestApi,
  files: Awaited<ReturnType<typeof realFiles>>,
) {
  const commands = commandHandler({ store: recorded, keys: dataKeys })
  const company = actingFor(haulier.company.id)
  const actor = { kind: 'user', id: 'user-7c2f', company_id: company } as const
  return {
    actor,
    async command(id: string, all: readonly EcmrCommand[]): Promise<void> {
      for (const one of all) {
        const commandId = randomUUID()
        await commands.handle({ id, company, actor, correlationId: commandId, commandId, commands: [one] })
      }
    },
    async untilCurrent(): Promise<void> {
      const stop = new AbortController()
      const warnings: string[] = []
      const head = await store.head()
      const working = keepDocumentsCurrent({
        ...{ pool, store, files, commands, idempotency: idempotency(pool), siteUrl: SITE_URL },
        ...{ signal: stop.signal, gatheredMs: 0 },
        log: { warn: (fields) => warnings.push(JSON.stringify(fields)) },
      })
      const isDone = async (): Promise<boolean> => {
        const { rows } = await pool.query<{ done: boolean }>(
          `select position >= $1 and not exists (select from rm_documents.notes where outdated_since is not null) as done
           from projections.checkpoints where name = 'documents'`,
          [head],
        )
        return warnings.length > 0 || rows[0]?.done === true
      }
      await until(isDone, 'the next versions', 120)
      stop.abort()
      await working
      if (warnings.length > 0) throw new Error(warnings.join('\n'))
    },
  }
}
