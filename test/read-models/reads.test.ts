import { randomUUID } from 'node:crypto'
import { actingFor, documentStream, type InspectionRead } from '@ecmr/domain'
import { appendFacts } from '@ecmr/event-store'
import { rebuildProjections, verifyProjections } from '@ecmr/projections'
import { documentReads, projections } from '@ecmr/read-models'
import t from 'tap'
import { operator } from '../support/api.js'
import { runningScene } from './running.js'

t.test('who fetched a document is listed newest first, for its owner alone', async (t) => {
  const at = await runningScene(t)
  const [company, rival] = [actingFor(randomUUID()), actingFor(randomUUID())]
  const document_id = randomUUID()
  const reads = Array.from({ length: 7 }, (_, n): InspectionRead => {
    const minute = `2026-10-05T08:0${n}:00.000Z`
    return { at: minute, version: 1, address: '192.0.2.0/24', link_id: randomUUID() }
  })
  const facts = [
    { type: 'InspectionCopyServed', data: { document_id, reads: reads.slice(0, 4) } },
    { type: 'DocumentLinkClosed', data: { document_id, link_id: randomUUID(), purpose: 'inspection' } },
    { type: 'InspectionCopyServed', data: { document_id, reads: reads.slice(4), unlisted: 12 } },
    { type: 'InspectionCopyServed', data: { document_id, reads: [], unlisted: 3 } },
  ].map((fact) => {
    const id = randomUUID()
    const actor = { ...operator, company_id: company }
    return { ...fact, id, at: '2026-10-05T09:00:00.000Z', actor, commandId: id, correlationId: id }
  })
  await appendFacts(at.store, { stream: documentStream(document_id), companyId: company }, facts)
  await at.writer.create()
  await at.caughtUp()

  const newestFirst = [...reads].reverse()
  const page = (offset: number, limit: number) =>
    documentReads(at.pool, company, document_id, { offset, limit })
  t.strictSame(await page(0, 100), { reads: newestFirst, listed: 7, unlisted: 15 })
  t.strictSame((await page(2, 3)).reads, newestFirst.slice(2, 5))
  t.strictSame((await page(7, 3)).reads, [])
  const nothing = { reads: [], listed: 0, unlisted: 0 }
  const all = { offset: 0, limit: 100 }
  t.strictSame(await documentReads(at.pool, rival, document_id, all), nothing)
  t.strictSame(await documentReads(at.pool, company, randomUUID(), all), nothing)

  t.match(await verifyProjections({ ...at, projections }), { ok: true, differences: [] })
  await rebuildProjections({ ...at, projections })
  t.strictSame(await page(0, 100), { reads: newestFirst, listed: 7, unlisted: 15 })
})
