import { rebuildProjections } from '@ecmr/projections'
import { outdatedNotes, projections, servedDocuments } from '@ecmr/read-models'
import t, { type Test } from 'tap'
import { v7 } from 'uuid'
import { issueDocument } from '../domain/asks.js'
import { acme, type Created } from './notes.js'
import { equalsReplay, runningScene, type Scene } from './running.js'

type Issuing = Parameters<typeof issueDocument>[0]

const CREATED = '2026-11-20T08:00:00.000Z'
const ISSUED = '2026-11-20T08:00:30.000Z'
const CHANGED = '2026-11-20T09:00:00.000Z'
const CHANGED_AGAIN = '2026-11-20T10:00:00.000Z'
const LATER = new Date('2026-11-21T00:00:00.000Z')

/** A note and the means to change it and to issue documents for it. */
async function oneNote(t: Test) {
  const at = await runningScene(t)
  return { at, ...(await another(at)) }
}

async function another(at: Scene) {
  const note = await at.writer.create({ at: CREATED })
  const send = (command: Parameters<Scene['writer']['send']>[1][number], when: string) =>
    at.writer.send(note.id, [command], when)
  return {
    note,
    issue: (document: Issuing, when = ISSUED) => send(issueDocument(document), when),
    rename: (reference: string, when: string) => send({ type: 'edit', changes: { reference } }, when),
    send,
  }
}

/** What is shown of a note's documents; undefined: no row. */
async function documentsOf({ pool, caughtUp }: Scene, { id }: Created) {
  await caughtUp()
  const { rows } = await pool.query(
    'select documents, outdated_since from rm_documents.notes where ecmr_id = $1',
    [id],
  )
  return rows[0]
}

/** What a document's address serves. */
async function served({ pool, caughtUp }: Scene, documentId: string) {
  await caughtUp()
  return (await servedDocuments(pool, [documentId])).get(documentId)
}

/** The notes that wait for a next version, the longest first. */
async function waiting(
  { pool, caughtUp }: Scene,
  options: Partial<Parameters<typeof outdatedNotes>[2]> = {},
) {
  await caughtUp()
  const notes = await outdatedNotes(pool, LATER, { limit: 10, ...options })
  return notes.map(({ ecmr_id }) => ecmr_id)
}

t.test('a note without documents takes no room', async (t) => {
  const { at, note, rename } = await oneNote(t)
  await rename('PO-1', CHANGED)
  t.equal(await documentsOf(at, note), undefined)
})

t.test('a version lacks the changes since, the oldest of which counts, until the next one', async (t) => {
  const { at, note, issue, rename } = await oneNote(t)
  const document_id = v7()
  await issue({ document_id })
  const shown = {
    document_id,
    kind: 'cmr',
    language: 'es',
    version: 1,
    sha256: 'd'.repeat(64),
    bytes: 50_000,
    superseded: false,
    outdated_since: null,
  }
  t.strictSame(await documentsOf(at, note), { documents: [shown], outdated_since: null })
  t.strictSame(await waiting(at), [])

  await rename('PO-1', CHANGED)
  await rename('PO-2', CHANGED_AGAIN)
  const lacking = { ...shown, outdated_since: CHANGED }
  t.strictSame(await documentsOf(at, note), { documents: [lacking], outdated_since: new Date(CHANGED) })

  const next = { document_id, version: 2, note_version: 4, sha256: 'e'.repeat(64), bytes: 60_000 }
  await issue({ ...next, automatic: true }, CHANGED_AGAIN)
  const { sha256, bytes } = next
  t.strictSame(await documentsOf(at, note), {
    documents: [{ ...shown, version: 2, sha256, bytes }],
    outdated_since: null,
  })
  await equalsReplay(t, at)
})

t.test('a version lacks a reservation, but no incident', async (t) => {
  const { at, note, issue, send } = await oneNote(t)
  await send({ type: 'change_status', to: 'in_transit' }, CREATED)
  await issue({ document_id: v7(), note_version: 3 })
  const incident = { type: 'delay', description: 'Strike in Lyon' } as const
  await send({ type: 'report_incident', incident_id: note.id, incident }, CHANGED)
  t.strictSame(await waiting(at), [])
  await send(
    { type: 'record_reservation', reservation_id: note.id, by: 'carrier', grounds: 'Wet' },
    CHANGED_AGAIN,
  )
  t.match(await documentsOf(at, note), { outdated_since: new Date(CHANGED_AGAIN) })
})

t.test('a version that was overtaken while it was made lacks that change from the start', async (t) => {
  const { at, note, issue, rename } = await oneNote(t)
  await rename('PO-1', CHANGED)
  await issue({ document_id: v7(), note_version: 1 }, CHANGED_AGAIN)
  t.match(await documentsOf(at, note), { outdated_since: new Date(CHANGED_AGAIN) })
})

t.test('a document that another has replaced stays as it is, at its own address', async (t) => {
  const { at, note, issue, rename } = await oneNote(t)
  const [first, second] = [v7(), v7()]
  await issue({ document_id: first })
  await rename('PO-1', CHANGED)
  await issue({ document_id: second, supersedes: first, note_version: 3, reason: 'another address' }, CHANGED)
  await rename('PO-2', CHANGED_AGAIN)
  t.match(await documentsOf(at, note), {
    documents: [
      { document_id: first, superseded: true, outdated_since: null },
      { document_id: second, superseded: false, outdated_since: CHANGED_AGAIN },
    ],
  })
  const serving = await servedDocuments(at.pool, [first, second])
  t.match([...serving.keys()].sort(), [first, second].sort())
  await equalsReplay(t, at)
})

t.test('the address of a document serves its newest version', async (t) => {
  const { at, note, issue } = await oneNote(t)
  const document_id = v7()
  t.equal(await served(at, document_id), undefined)
  await issue({ document_id })
  await issue({ document_id, version: 2, note_version: 2, sha256: 'e'.repeat(64), bytes: 60_000 })
  t.strictSame(await served(at, document_id), {
    version: 2,
    sha256: 'e'.repeat(64),
    bytes: 60_000,
    file_name: `${note.number}.pdf`,
  })
})

t.test(
  'a joint document is due when any of its notes changes, and each note serves its newest version',
  async (t) => {
    const at = await runningScene(t)
    const [one, two] = [await another(at), await another(at)]
    const joint = {
      document_id: v7(),
      notes: [one, two].map(({ note }) => ({ ecmr_id: note.id, note_version: 1 })),
    }
    for (const { issue } of [one, two]) await issue(joint)
    t.strictSame(await waiting(at), [])
    await two.rename('PO-1', CHANGED)
    t.strictSame(await waiting(at), [two.note.id])

    // Each note's own event brings the version to it.
    await two.issue({ ...joint, version: 2, note_version: 3 }, CHANGED_AGAIN)
    t.strictSame(await waiting(at), [])
    t.match(await served(at, joint.document_id), {
      version: 2,
      file_name: `${two.note.number}.pdf`,
    })
    await one.issue({ ...joint, version: 2, note_version: 2 }, CHANGED_AGAIN)
    await at.caughtUp()
    const [first] = [one.note.number, two.note.number].sort()
    t.match(await served(at, joint.document_id), { version: 2, file_name: `${first}.pdf` })
  },
)

t.test(
  'notes that wait for a next version come the longest first, without those that were tried',
  async (t) => {
    const at = await runningScene(t)
    const notes = [await another(at), await another(at), await another(at)]
    for (const { issue } of notes) await issue({ document_id: v7() })
    const times = [CHANGED_AGAIN, CHANGED, '2026-11-20T08:30:00.000Z']
    for (const [i, { rename }] of notes.entries()) await rename('PO-1', times[i] ?? CHANGED)
    const oldestFirst = notes.map(({ note }) => note.id).reverse()
    t.strictSame(await waiting(at), oldestFirst)
    t.strictSame(await waiting(at, { limit: 1 }), oldestFirst.slice(0, 1))
    t.strictSame(await waiting(at, { except: oldestFirst.slice(0, 1) }), oldestFirst.slice(1))
    const [oldest] = await outdatedNotes(at.pool, new Date('2026-11-20T08:30:00.000Z'), { limit: 10 })
    t.match(oldest, {
      ecmr_id: oldestFirst[0],
      company_id: acme,
      outdated_since: new Date('2026-11-20T08:30:00.000Z'),
    })
  },
)

t.test('a rebuild makes the same rows', async (t) => {
  const { at, note, issue, rename } = await oneNote(t)
  const [first, second] = [v7(), v7()]
  await issue({ document_id: first })
  await rename('PO-1', CHANGED)
  await issue({ document_id: second, supersedes: first, note_version: 3, reason: 'another address' }, CHANGED)
  await rename('PO-2', CHANGED_AGAIN)
  const before = await documentsOf(at, note)
  await rebuildProjections({ ...at, projections })
  t.strictSame(await documentsOf(at, note), before)
  await equalsReplay(t, at)
})
