import { generateKeyPairSync } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openLogKey, openNote, originOf, parseVerifierKey, readSigner, signNote } from '@ecmr/evidence'
import { StartFault } from '@ecmr/runtime'
import t from 'tap'

const ORIGIN = originOf('https://notes.example.com:8443')

t.test('a log is called by the host of its site', async (t) => {
  t.equal(ORIGIN, 'notes.example.com:8443/ecmr-log')
  t.equal(
    originOf('http://localhost:8080'),
    originOf('http://localhost:8082'),
    'whichever port a process has',
  )
})

t.test(
  'a key is generated once, for its owner alone, and what it signs is verified by its name',
  async (t) => {
    const path = join(t.testdir(), 'data', 'evidence.key')
    const open = () => openLogKey({ path, isGenerated: true }, ORIGIN)
    const keys = await Promise.all(Array.from({ length: 5 }, open))
    const [key] = keys
    if (key === undefined) throw new Error('no key')
    t.equal(new Set(keys.map(({ vkey }) => vkey)).size, 1)
    t.equal((await stat(path)).mode & 0o777, 0o600)
    const note = signNote('text\n', key)
    t.equal(openNote(note, [parseVerifierKey(key.vkey)]).text, 'text\n')
    const given = await openLogKey({ path, isGenerated: false }, ORIGIN)
    t.equal(given.vkey, key.vkey)
  },
)

t.test('a key of a witness signs cosignatures', async (t) => {
  const path = join(t.testdir(), 'key')
  await openLogKey({ path, isGenerated: true }, ORIGIN)
  const { vkey } = await readSigner(path, 'w.example', 'cosignature/v1')
  t.equal(parseVerifierKey(vkey).kind, 'cosignature/v1')
})

const pem = (kind: 'rsa' | 'x25519') =>
  (kind === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('x25519')
  ).privateKey
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()

const refused: Readonly<Record<string, { readonly text?: string; readonly why: RegExp }>> = {
  'no file': { why: /ENOENT/ },
  'an empty file': { text: '', why: /no private key that can be read without a password/ },
  'another text': { text: 'secret secret secret', why: /no private key/ },
  'a public key': {
    text: generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    why: /no private key/,
  },
  'a key of RSA': { text: pem('rsa'), why: /of the kind rsa/ },
  'a key of X25519': { text: pem('x25519'), why: /of the kind x25519/ },
  'a key with a password': {
    text: generateKeyPairSync('ed25519')
      .privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
      .toString(),
    why: /without a password/,
  },
}

for (const [what, { text, why }] of Object.entries(refused))
  t.test(`${what} instead of a key is refused in a sentence, and left as it is`, async (t) => {
    const path = join(t.testdir(), 'key')
    if (text !== undefined) await writeFile(path, text)
    const isGenerated = text !== undefined
    const fault: unknown = await openLogKey({ path, isGenerated }, ORIGIN).catch((error: unknown) => error)
    if (!(fault instanceof StartFault)) throw new Error('the key was accepted')
    t.match(fault.message, why)
    t.match(fault.message, 'openssl genpkey -algorithm ed25519')
    t.notMatch(fault.message, 'secret')
    if (text !== undefined) t.equal(await readFile(path, 'utf8'), text)
  })
