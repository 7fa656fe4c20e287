import {
  consistencyProof,
  inclusionProof,
  leafHash,
  leafText,
  nodeHash,
  rootOf,
  TileMissing,
  verifyConsistency,
  verifyInclusion,
} from '@ecmr/evidence'
import t from 'tap'
import { someLeaf, tilesOver, treeHash } from './trees.js'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Leaves and roots of the first sizes, of Certificate Transparency's own tests. */
const VECTORS = [
  ['', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  ['\0', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  ['\x10', 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  ['\x20\x21', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  ['\x30\x31', '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  ['@ABC', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  ['PQRSTUVW', 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  ['`abcdefghijklmno', '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
] as const

t.test('roots are those of Certificate Transparency', async (t) => {
  const read = tilesOver(VECTORS.map(([leaf]) => leafHash(leaf)))
  t.equal(hex(await rootOf(0, read)), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  for (const [place, [, root]] of VECTORS.entries()) t.equal(hex(await rootOf(place + 1, read)), root)
})

t.test('a leaf is the place of an event in its stream, and its hash', async (t) => {
  t.equal(leafText('ecmr-1', 7, 'ab'.repeat(32)), `ecmr-1@7 ${'ab'.repeat(32)}`)
})

const leaves = Array.from({ length: 70_000 }, (_, n) => someLeaf(n))
const read = tilesOver(leaves)

t.test('roots of trees over several levels of tiles are as RFC 6962 defines them', async (t) => {
  for (const size of [1, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537, 70_000])
    t.equal(hex(await rootOf(size, read)), hex(treeHash(leaves.slice(0, size))), `size ${size}`)
})

t.test('every entry of every small tree is proven, and nothing else by that proof', async (t) => {
  for (let size = 1; size <= 66; size++) {
    const root = await rootOf(size, read)
    for (let index = 0; index < size; index++) {
      const proof = await inclusionProof(index, size, read)
      const holds = (leaf: number, at = index, of = size, by = proof): boolean =>
        verifyInclusion(someLeaf(leaf), at, { size: of, root }, by)
      const wrong = [
        holds(index + 1),
        holds(index, index + 1),
        holds(index, index - 1),
        holds(index, index, size, [...proof, root]),
        size > 1 && holds(index, index, size, proof.slice(1)),
        size > 2 && holds(index, index, size, [...proof].reverse().with(0, root)),
        verifyInclusion(someLeaf(index), index, { size, root: nodeHash(root, root) }, proof),
      ]
      if (!holds(index) || wrong.includes(true)) t.fail(`leaf ${index} of ${size}: ${wrong}`)
    }
  }
})

t.test('every small tree is proven to be a beginning of every larger one, and no other is', async (t) => {
  const heads = await Promise.all(
    Array.from({ length: 67 }, async (_, size) => ({ size, root: await rootOf(size, read) })),
  )
  for (const from of heads)
    for (const to of heads.slice(from.size)) {
      const proof = await consistencyProof(from.size, to.size, read)
      const forked = { ...from, root: nodeHash(from.root, from.root) }
      const wrong = [
        verifyConsistency(forked, to, proof),
        verifyConsistency(from, { ...to, root: forked.root }, proof) && from.size > 0,
        verifyConsistency(from, to, [...proof, to.root]),
        proof.length > 0 && verifyConsistency(from, to, proof.slice(1)),
        from.size < to.size && verifyConsistency(to, from, proof),
      ]
      if (!verifyConsistency(from, to, proof) || wrong.includes(true))
        t.fail(`from ${from.size} to ${to.size}: ${wrong}`)
    }
})

t.test('proofs reach over levels of tiles', async (t) => {
  const head = async (size: number) => ({ size, root: await rootOf(size, read) })
  const sizes = [255, 256, 257, 4_000, 65_535, 65_536, 65_537, 70_000]
  for (const size of sizes)
    for (const index of [0, 1, 255, 256, 3_999, 65_535, 65_536, 69_999].filter((leaf) => leaf < size))
      t.ok(
        verifyInclusion(someLeaf(index), index, await head(size), await inclusionProof(index, size, read)),
        `leaf ${index} of ${size}`,
      )
  for (const from of sizes)
    for (const to of sizes.filter((size) => size >= from))
      t.ok(verifyConsistency(await head(from), await head(to), await consistencyProof(from, to, read)))
})

t.test('what is no size, and no leaf of a tree, is refused', async (t) => {
  for (const size of [-1, 1.5, 2 ** 53, Number.NaN]) {
    await t.rejects(rootOf(size, read), { message: `${size} is no size of a tree` })
    t.notOk(verifyInclusion(someLeaf(0), 0, { size, root: someLeaf(0) }, []))
    t.notOk(verifyConsistency({ size: 0, root: someLeaf(0) }, { size, root: someLeaf(0) }, []))
  }
  for (const index of [-1, 8, 0.5])
    await t.rejects(inclusionProof(index, 8, read), { message: `a tree of 8 leaves has no leaf ${index}` })
  await t.rejects(consistencyProof(9, 8, read), RangeError)
  await t.rejects(rootOf(9, tilesOver(leaves.slice(0, 8))))
  await t.rejects(
    rootOf(9, async () => new Uint8Array(8 * 32)),
    TileMissing,
  )
  t.notOk(verifyInclusion(someLeaf(0).subarray(1), 0, { size: 1, root: someLeaf(0).subarray(1) }, []))
})
