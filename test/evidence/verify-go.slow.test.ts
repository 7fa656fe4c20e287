import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  formatCheckpoint,
  formatProof,
  formatVerifierKey,
  inclusionProof,
  leafHash,
  leafText,
  rootOf,
  signNote,
  verifierKey,
} from '@ecmr/evidence'
import t from 'tap'
import { goProgram, withoutGo } from '../support/go.js'
import { tilesOver } from './trees.js'

const SIZES = 300

const log = { name: 'ecmr.example/ecmr-log', privateKey: generateKeyPairSync('ed25519').privateKey }
const vkey = formatVerifierKey(verifierKey(log.name, log.privateKey))
const leaves = Array.from({ length: SIZES }, (_, n) => leafText(`ecmr-ñ-${n}`, n % 7, '5a'.repeat(32)))
const read = tilesOver(leaves.map(leafHash))

async function checkpointOf(size: number): Promise<string> {
  const root = await rootOf(size, read)
  return signNote(formatCheckpoint({ origin: log.name, size, root, at: '2026-11-23T07:00:00.000Z' }), log)
}

t.test('what Go makes of proofs', { skip: withoutGo }, async (t) => {
  const program = goProgram(t, fileURLToPath(new URL('../../evidence/verify.go', import.meta.url)))

  t.test('every proof of every entry at 300 sizes holds', async (t) => {
    const proofs: string[] = []
    for (let size = 1; size <= SIZES; size++) {
      const checkpoint = await checkpointOf(size)
      for (const [index, leaf] of leaves.slice(0, size).entries()) {
        const hashes = await inclusionProof(index, size, read)
        proofs.push(JSON.stringify({ leaf, proof: formatProof({ index, hashes, checkpoint }) }))
      }
    }
    const input = proofs.join('\n')
    const answers = execFileSync(program, [vkey], { input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    t.equal(answers, '<nil>\n'.repeat((SIZES * (SIZES + 1)) / 2))
  })

  t.test('a proof for another leaf, place, size, root or key is refused', async (t) => {
    const [index, size] = [200, 256]
    const [leaf = '', other = ''] = leaves.slice(index)
    const hashes = await inclusionProof(index, size, read)
    const [checkpoint, larger] = [await checkpointOf(size), await checkpointOf(size + 1)]
    const proof = formatProof({ index, hashes, checkpoint })
    const otherKey = generateKeyPairSync('ed25519').publicKey
    const check = (key: string, text: string, leaf: string): string => {
      const file = join(t.testdir(), 'head.tlog-proof')
      writeFileSync(file, text)
      const { status, stderr } = spawnSync(program, [key, file, leaf], { encoding: 'utf8' })
      return `${status} ${stderr.trim()}`
    }
    t.equal(check(vkey, proof, leaf), '0 ')
    const notIn = '1 invalid transparency proof'
    t.equal(check(vkey, proof, other), notIn)
    t.equal(check(vkey, formatProof({ index: index + 1, hashes, checkpoint }), leaf), notIn)
    t.equal(check(vkey, formatProof({ index, hashes, checkpoint: larger }), leaf), notIn)
    t.equal(check(vkey, formatProof({ index, hashes: hashes.slice(1), checkpoint }), leaf), notIn)
    t.equal(check(vkey, formatProof({ index, hashes: hashes.toReversed(), checkpoint }), leaf), notIn)
    t.match(check(vkey, proof.replace('\n256\n', '\n257\n'), leaf), /^1 invalid signature for key/)
    t.match(
      check(formatVerifierKey(verifierKey(log.name, otherKey)), proof, leaf),
      /no verifiable signatures/,
    )
    t.match(check(vkey.replace('ecmr.', 'ecma.'), proof, leaf), /invalid verifier hash/)
    t.match(check(vkey, proof.replace('@v1', '@v2'), leaf), /not a tlog-proof/)
  })
})
