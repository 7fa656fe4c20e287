import { randomUUID } from 'node:crypto'
import { rebuildProjections, verifyProjections } from '@ecmr/projections'
import {
  countShared,
  listNotes,
  noteDetails,
  noteIdByNumber,
  noteWithHistory,
  projections,
} from '@ecmr/read-models'
import t from 'tap'
import { acme, rival } from './notes.js'
import { runningScene } from './running.js'

t.test('a company sees the notes that are shared with it, until the share is revoked', async (t) => {
  const at = await runningScene(t)
  const { pool, writer } = at
  const [shared, taken, own] = [
    await writer.create(),
    await writer.create(),
    await writer.create({ company: rival }),
  ]
  const [share_id, another] = [randomUUID(), randomUUID()]
  await writer.send(shared.id, [{ type: 'share', share_id, company_id: rival, access: 'read' }])
  await writer.send(shared.id, [
    { type: 'share', share_id: another, company_id: rival, access: 'act', role: 'carrier' },
  ])
  const gone = randomUUID()
  await writer.send(taken.id, [{ type: 'share', share_id: gone, company_id: rival, access: 'read' }])
  await writer.send(taken.id, [{ type: 'revoke_share', share_id: gone }])
  await at.caughtUp()

  const listed = async (scope: 'own' | 'shared' | 'all', search?: string) => {
    const query = { limit: 10, scope, ...(search !== undefined && { search }) }
    const { items, total, totalIsExact } = await listNotes(pool, rival, query)
    t.ok(totalIsExact)
    t.equal(items.length, total, `${scope}: each once`)
    return items.map(({ id }) => id)
  }
  async function expectShared(): Promise<void> {
    t.strictSame(await listed('own'), [own.id])
    t.strictSame(await listed('shared'), [shared.id])
    t.strictSame(await listed('all'), [own.id, shared.id])
    t.strictSame(await listed('shared', 'naranjas'), [shared.id])
    t.equal(await countShared(pool, rival), 1)
    t.equal(await noteIdByNumber(pool, rival, shared.number), shared.id)
    t.equal(await noteIdByNumber(pool, rival, taken.number), undefined)
    t.match(await noteDetails(pool, rival, shared.id), { id: shared.id })
    t.equal(await noteDetails(pool, rival, taken.id), undefined)
    t.equal(await noteWithHistory(pool, rival, taken.id, { most: 5 }), undefined)
    t.match(await noteWithHistory(pool, rival, shared.id, { most: 5 }), { total: 3 })
  }
  await expectShared()
  t.match(await verifyProjections({ ...at, projections }), { ok: true, differences: [] })
  await rebuildProjections({ ...at, projections })
  await expectShared()

  await writer.send(shared.id, [{ type: 'revoke_share', share_id }])
  await at.caughtUp()
  t.strictSame(await listed('shared'), [shared.id], 'the other share is open still')
  await writer.send(shared.id, [{ type: 'revoke_share', share_id: another }])
  await at.caughtUp()
  t.strictSame(await listed('all'), [own.id])
  t.equal(await countShared(pool, acme), 0)
  t.match(await verifyProjections({ ...at, projections }), { ok: true, differences: [] })
})
