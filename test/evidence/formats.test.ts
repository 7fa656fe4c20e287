import { generateKeyPairSync } from 'node:crypto'
import {
  cosign,
  formatCheckpoint,
  formatNote,
  formatProof,
  formatSignature,
  formatVerifierKey,
  Malformed,
  NotVerified,
  openNote,
  parseCheckpoint,
  parseNote,
  parseProof,
  parseSignatures,
  parseTilePath,
  parseVerifierKey,
  signNote,
  tilePath,
  verifierKey,
} from '@ecmr/evidence'
import t from 'tap'
import { someLeaf } from './trees.js'

/** The example of C2SP `signed-note`. */
const EXAMPLE_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const EXAMPLE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`
const log = { name: 'example.com/log', privateKey: generateKeyPairSync('ed25519').privateKey }
const witness = { name: 'example.com/witness', privateKey: generateKeyPairSync('ed25519').privateKey }
const logKey = verifierKey(log.name, log.privateKey)
const witnessKey = verifierKey(witness.name, witness.privateKey, 'cosignature/v1')
const text = formatCheckpoint({
  origin: log.name,
  size: 7,
  root: someLeaf(1),
  at: '2026-11-23T06:33:00.000Z',
})
const note = signNote(text, log)

t.test('the example of the specification is verified', async (t) => {
  const { text, verified } = openNote(EXAMPLE, [parseVerifierKey(EXAMPLE_KEY)])
  t.equal(text, 'This is an example message.\n')
  t.equal(verified[0]?.key.name, 'example.com/foo')
  t.equal(formatVerifierKey(parseVerifierKey(EXAMPLE_KEY)), EXAMPLE_KEY)
  t.equal(formatNote(parseNote(EXAMPLE)), EXAMPLE)
})

t.test('a note is verified by the keys that are known, and other signatures are kept', async (t) => {
  const seen = formatSignature(cosign(text, 1_795_415_580, witness))
  const both = `${note}${seen}${seen}`
  const opened = openNote(both, [logKey, parseVerifierKey(formatVerifierKey(witnessKey))])
  t.match(opened.verified, [
    { name: log.name },
    { name: witness.name, cosignedAt: 1_795_415_580, key: { kind: 'cosignature/v1' } },
  ])
  const byOne = openNote(both, [logKey])
  t.match([byOne.verified.length, byOne.unknown], [1, [{ name: witness.name, id: witnessKey.id }]])
  t.equal(formatNote(byOne), `${note}${seen}`)
})

t.test('a note that no known key has signed, or one wrongly, is not verified', async (t) => {
  const changed = note.replace('\n7\n', '\n8\n')
  const other = verifierKey(log.name, witness.privateKey)
  const refused = { name: 'NotVerified' }
  t.throws(() => openNote(note, []), { ...refused, message: 'no known key has signed the note' })
  t.throws(() => openNote(note, [other]), NotVerified)
  t.throws(() => openNote(changed, [logKey]), {
    ...refused,
    message: `the signature of example.com/log (${logKey.id}) is wrong`,
  })
  const later = cosign(text, 1_795_415_581, witness)
  const { signature } = cosign(text, 1_795_415_580, witness)
  later.signature.set(signature.subarray(8), 8)
  t.throws(() => openNote(`${note}${formatSignature(later)}`, [logKey, witnessKey]), NotVerified)
})

t.test('a checkpoint says the same after it was written and read', async (t) => {
  t.same(parseCheckpoint(openNote(note, [logKey]).text), {
    origin: log.name,
    size: 7,
    root: someLeaf(1),
    at: '2026-11-23T06:33:00.000Z',
  })
  t.notOk('at' in parseCheckpoint(text.replace('at 2', 'as 2')))
})

t.test('a proof says the same after it was written and read', async (t) => {
  for (const hashes of [[], [someLeaf(2)], [someLeaf(3), someLeaf(4)]]) {
    const proof = { index: 5, hashes, checkpoint: note }
    t.same(parseProof(formatProof(proof)), proof)
    t.same(parseProof(formatProof(proof).replace('\n', '\nextra AA==\n')), proof)
  }
})

t.test('tiles have the addresses of the specification', async (t) => {
  const addresses = [
    ['0/000', { level: 0, index: 0, width: 256 }],
    ['2/999.p/1', { level: 2, index: 999, width: 1 }],
    ['63/x001/x234/067.p/255', { level: 63, index: 1_234_067, width: 255 }],
    ['0/x009/x007/x199/x254/x740/991', { level: 0, index: Number.MAX_SAFE_INTEGER, width: 256 }],
  ] as const
  for (const [path, tile] of addresses) {
    t.equal(tilePath(tile), path)
    t.same(parseTilePath(path), tile)
  }
})

const hash = Buffer.from(someLeaf(1)).toString('base64')
const keyOf = (name: string, id: string, key: string) => () => parseVerifierKey(`${name}+${id}+${key}`)
const [, id = '', base64 = ''] = EXAMPLE_KEY.split(/\+(.{8})\+/)
const proof = formatProof({ index: 5, hashes: [someLeaf(2)], checkpoint: note })
const REFUSED: Readonly<Record<string, readonly (() => unknown)[]>> = {
  'a wrong verifier key': [
    () => parseVerifierKey(''),
    () => parseVerifierKey('example.com/foo'),
    () => parseVerifierKey(`${EXAMPLE_KEY}\n`),
    () => parseVerifierKey(`${EXAMPLE_KEY}${'A'.repeat(2_000)}`),
    keyOf('', id, base64),
    keyOf('example.com/fo', id, base64),
    keyOf('example.com foo', id, base64),
    keyOf('example.com\u2028foo', id, base64),
    keyOf('example.com/foo', '530D903A', base64),
    keyOf('example.com/foo', id, base64.slice(1)),
    keyOf('example.com/foo', id, base64.replace('A', 'B')),
    keyOf('example.com/foo', id, base64.slice(0, 8)),
    () => verifierKey('example.com/foo', generateKeyPairSync('x25519').publicKey),
    () => verifierKey('a+b', log.privateKey),
  ],
  'a wrong note': [
    () => parseNote(''),
    () => parseNote('text\n'),
    () => parseNote('text\n\n'),
    () => parseNote(EXAMPLE.slice(0, -1)),
    () => parseNote(EXAMPLE.replaceAll('\n', '\r\n')),
    () => parseNote(EXAMPLE.replace('This', 'Th\u0000is')),
    () => parseNote(EXAMPLE.replace('This', 'Th\ud800is')),
    () => parseNote(EXAMPLE.replace('—', '-')),
    () => parseNote(EXAMPLE.replace('foo ', 'foo  ')),
    () => parseNote(EXAMPLE.replace('foo', 'f+o')),
    () => parseNote(EXAMPLE.replace('aQM=', 'aQN=')),
    () => parseNote(EXAMPLE.replace('aQM=', 'aQM')),
    () => parseNote(EXAMPLE.replace(/Uw2Q.*/, 'Uw2QOg==')),
    () => parseNote(`${EXAMPLE}more`),
    () => parseNote(`${'x'.repeat(64 * 1_024)}${EXAMPLE}`),
    () => parseSignatures(formatSignature(cosign(text, 1, witness)).repeat(65)),
    () => signNote('without an end', log),
    () => signNote('with\ttab\n', log),
    () => signNote(text, { ...log, name: 'two words' }),
    () => openNote(`${note}${formatSignature(cosign(text, 2 ** 53, witness))}`, [logKey, witnessKey]),
  ],
  'a wrong checkpoint': [
    () => parseCheckpoint('log\n7\n'),
    () => parseCheckpoint(`log\n7\n${hash}`),
    () => parseCheckpoint(`\n7\n${hash}\n`),
    ...['', '-1', '+1', '07', '1.0', '1e3', ' 7', '9007199254740992', '9'.repeat(30)].map(
      (size) => () => parseCheckpoint(`log\n${size}\n${hash}\n`),
    ),
    ...['', 'AAAA', hash.slice(0, -1), `${hash} `, hash.replaceAll(/[+/]/g, '-')].map(
      (root) => () => parseCheckpoint(`log\n7\n${root}\n`),
    ),
    ...['\n', 'at now\n', 'at 2026-13-01T00:00:00Z\n', 'at 2026-11-23T06:33:00+01:00\n'].map(
      (line) => () => parseCheckpoint(`log\n7\n${hash}\n${line}`),
    ),
    () => parseCheckpoint(`${text}at 2026-11-23T06:33:00.000Z\n`),
  ],
  'a wrong proof': [
    () => parseProof(''),
    () => parseProof(proof.replace('@v1', '@v2')),
    () => parseProof(proof.replace('index 5', 'index 05')),
    () => parseProof(proof.replace('index 5\n', '')),
    () => parseProof(proof.replace('index 5', 'index 9007199254740992')),
    () => parseProof(proof.replaceAll('\n', '\r\n')),
    () => parseProof(proof.slice(0, proof.indexOf('\n\n'))),
    () => parseProof(proof.replace('\n\n', '\nAAAA\n\n')),
    () => parseProof(formatProof({ index: 5, hashes: Array(64).fill(someLeaf(1)), checkpoint: note })),
    () => parseProof(`${proof}${'x'.repeat(128 * 1_024)}`),
  ],
  'a wrong address of a tile': [
    '',
    '0',
    '0/0',
    '00/000',
    '64/000',
    '0/x000/001',
    '0/001/002',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/01',
    '0/000/',
    '0/../1',
    '0/x999/x999/x999/x999/x999/999',
  ].map((path) => () => parseTilePath(path)),
}

for (const [what, tries] of Object.entries(REFUSED))
  t.test(`${what} is refused`, async (t) => {
    for (const refused of tries) t.throws(refused, Malformed, String(refused))
  })
