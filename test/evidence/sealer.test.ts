import { randomInt } from 'node:crypto'
import { copyLog, type EventStore } from '@ecmr/event-store'
import {
  appendLeaves,
  holdsTree,
  indexOf,
  type LeafEvent,
  leafHashOf,
  MAX_LEAVES,
  readLeaves,
  sealedTree,
  TILE_WIDTH,
  TileMissing,
  TilesDamaged,
  TreeMoved,
  tileReader,
  tileWidth,
} from '@ecmr/evidence'
import t from 'tap'
import { marksInMemory, SealingWriter } from '../event-store/copied-logs.js'
import { eventStoreDbLog } from '../event-store/eventstoredb-log.js'
import { MemoryEventStore, WITH_HOLES } from '../support/memory-event-store.js'
import { leavesOf, sealedDatabase } from './sealed-database.js'
import { tilesOver, treeHash } from './trees.js'

/** Events of a log that is nowhere. */
function someEvents(from: number, count: number): readonly LeafEvent[] {
  return Array.from({ length: count }, (_, n) => ({
    stream: `ecmr-${from + n}`,
    revision: 0,
    position: String(from + n + 1).padStart(16, '0'),
    hash: (from + n).toString(16).padStart(64, '0'),
  }))
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

t.test('leaves appended in pieces of any size make the tiles of their tree', async (t) => {
  const { pool, root, tiles } = await sealedDatabase(t)
  const events = someEvents(0, 70_000)
  const pieces = [1, 254, 1, 1, 256, 511, 3, ...Array.from({ length: 10 }, () => randomInt(1, 2_000)), 13_000]
  let tree = await sealedTree(pool)
  for (let place = 0; place < events.length; place = tree.size) {
    tree = await appendLeaves(pool, tree, events.slice(place, place + (pieces.shift() ?? MAX_LEAVES)))
    t.same(await sealedTree(pool), tree)
  }
  const leaves = events.map(leafHashOf)
  const expected = tilesOver(leaves)
  const widths: number[] = []
  for (let level = 0; level < 3; level++)
    for (let index = 0; tileWidth(tree.size, level, index) > 0; index++) {
      const width = tileWidth(tree.size, level, index)
      widths.push(width)
      t.same(await tileReader(pool)(level, index, width), await expected(level, index, width))
    }
  t.equal(widths.length, (await tiles()).length)
  t.equal(await root(), hex(treeHash(leaves)))
})

t.test('every event is found in the tree, and no other is', async (t) => {
  const { pool } = await sealedDatabase(t)
  const events = someEvents(0, 600)
  await appendLeaves(pool, await sealedTree(pool), events)
  const found = await Promise.all(events.map((event) => indexOf(pool, event)))
  t.same(found, [...events.keys()])
  const [later] = someEvents(600, 1)
  const [first, second] = events
  if (!first || !second || !later) throw new Error('there are events')
  for (const stranger of [later, { ...first, hash: second.hash }, { ...first, revision: 1 }])
    t.equal(await indexOf(pool, stranger), undefined)
})

t.test('of processes that append at once one does, and no leaf is there twice', async (t) => {
  const { pool } = await sealedDatabase(t)
  const tree = await appendLeaves(pool, await sealedTree(pool), someEvents(0, 300))
  const tries = Array.from({ length: 4 }, () => appendLeaves(pool, tree, someEvents(300, 5)))
  const results = await Promise.allSettled(tries)
  const refused = results.filter((result) => result.status === 'rejected')
  t.ok(refused.length === 3 && refused.every(({ reason }) => reason instanceof TreeMoved))
  t.match(await sealedTree(pool), { size: 305, last: { stream: 'ecmr-304', revision: 0 } })
})

t.test('an append that fails in the middle leaves the tree as it was', async (t) => {
  const { pool, tiles } = await sealedDatabase(t)
  const tree = await appendLeaves(pool, await sealedTree(pool), someEvents(0, 255))
  const before = await tiles()
  await pool.query('alter table evidence.tiles add constraint broken check (level = 0)')
  await t.rejects(appendLeaves(pool, tree, someEvents(255, 1)), /broken/)
  t.same(await tiles(), before)
  await pool.query('alter table evidence.tiles drop constraint broken')
  t.match(await appendLeaves(pool, tree, someEvents(255, 1)), { size: 256 })
})

t.test('a tree whose tiles do not fit together takes no leaf', async (t) => {
  const { pool } = await sealedDatabase(t)
  const tree = await appendLeaves(pool, await sealedTree(pool), someEvents(0, 300))
  await pool.query('delete from evidence.tiles where level = 1')
  await t.rejects(appendLeaves(pool, tree, someEvents(300, 1)), TilesDamaged)
  await t.rejects(tileReader(pool)(1, 0, 1), TileMissing)
})

t.test('more leaves than fit into one transaction are refused', async (t) => {
  const { pool } = await sealedDatabase(t)
  await t.rejects(appendLeaves(pool, await sealedTree(pool), someEvents(0, MAX_LEAVES + 1)), RangeError)
})

t.test('the log of PostgreSQL tells hashes without the events', async (t) => {
  const { open } = await sealedDatabase(t)
  const store = await open()
  await new SealingWriter(store).writeMany(12)
  const { readHashes: _, ...others } = store
  const hashes = await leavesOf(store)
  t.ok(hashes.length > 40)
  t.same(hashes, await leavesOf(others))
  const [first, second] = hashes
  t.same(await readLeaves(store, { after: first?.position ?? '', limit: 1 }), [second])
})

/** A history in random streams, and its copies in other stores. */
async function randomHistory(store: EventStore): Promise<void> {
  const writer = new SealingWriter(store)
  const streams = ['ecmr-1', 'ecmr-2', 'company-1', 'document-1', 'ecmr-ñ']
  for (let append = 0; append < 60; append++)
    await writer.write(streams[randomInt(streams.length)] ?? '', randomInt(1, 20))
}

t.test('the same history has the same root in every store, by whatever way it came there', async (t) => {
  const database = await sealedDatabase(t)
  const store = await database.open()
  await randomHistory(store)
  const tree = await database.seal(store)
  const root = await database.root()
  const tiles = await database.tiles()
  t.equal(tree.size, (await leavesOf(store)).length)
  t.ok(tree.size > TILE_WIDTH, 'it has several tiles')

  t.same(await database.rebuild(store), tree)
  t.same(await database.tiles(), tiles, 'a rebuild to the same bytes writes none')

  const eventStoreDb = await (await eventStoreDbLog(t)).open()
  for (const target of [eventStoreDb, new MemoryEventStore(WITH_HOLES)]) {
    await copyLog({ source: store, target, marks: marksInMemory() })
    const other = await sealedDatabase(t)
    await other.seal(target)
    t.equal(await other.root(), root)
    t.notOk(await holdsTree(target, tree), 'its places are other ones')

    await database.rebuild(target)
    t.equal(await database.root(), root)
    t.ok(await holdsTree(target, await sealedTree(database.pool)))
    const leaves = await leavesOf(target)
    t.same(await Promise.all(leaves.map((leaf) => indexOf(database.pool, leaf))), [...leaves.keys()])
  }
})

t.test('a log that lost its end, or became another one, is told from the one that was sealed', async (t) => {
  const database = await sealedDatabase(t)
  const store = new MemoryEventStore()
  await new SealingWriter(store).write('ecmr-1', 600)
  t.ok(await holdsTree(store, await sealedTree(database.pool)), 'an empty tree is in any log')
  const tree = await database.seal(store)
  t.ok(await holdsTree(store, tree))

  const forged = new MemoryEventStore()
  await new SealingWriter(forged).write('ecmr-1', 600, { forged: 'yes' })
  t.notOk(await holdsTree(forged, tree))

  store.cutOff(500)
  t.notOk(await holdsTree(store, tree))
  t.match(await database.rebuild(store), { size: 100 })
  t.equal(await database.root(), hex(treeHash((await leavesOf(store)).map(leafHashOf))))
  t.equal((await database.tiles()).length, 1, 'nothing lies beyond the end')
  t.ok(await holdsTree(store, await sealedTree(database.pool)))
})

t.test('a rebuild that is broken off changes nothing, and proofs are answered meanwhile', async (t) => {
  const database = await sealedDatabase(t)
  const store = new MemoryEventStore()
  await new SealingWriter(store).write('ecmr-1', 700)
  await database.seal(store)
  const before = await database.tiles()
  const dying: EventStore = Object.assign(Object.create(store), {
    readAll: async ({ after }: { after: string }) => {
      if (after > DENSE_400) throw new Error('killed')
      return store.readAll({ after, limit: 250 })
    },
  })
  await t.rejects(database.rebuild(dying), /killed/)
  t.same(await database.tiles(), before)
})

const DENSE_400 = '400'.padStart(16, '0')
