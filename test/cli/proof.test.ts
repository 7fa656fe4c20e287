import { readFileSync } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { leafOf } from '@ecmr/evidence'
import t, { type Test } from 'tap'
import { certificates } from '../documents/certificates.js'
import { settings } from '../documents/time-stamps.js'
import { create } from '../domain/asks.js'
import { bundleOf, logOf, newSigner, told } from '../evidence/bundles.js'
import { commandLine } from './ground.js'

/** No database, no configuration. */
const { ecmr } = commandLine({})
const signer = newSigner()
const witness = newSigner('witness.example', 'cosignature/v1')
const story = told(create())

async function bundle(t: Test): Promise<string> {
  const log = logOf(story.events.map(leafOf), { signer, witnesses: [witness] })
  const path = join(t.testdir(), 'proof.zip')
  await writeFile(path, await bundleOf(log, story))
  return path
}

t.test('a bundle that holds is reported in sentences, or as JSON for scripts', async (t) => {
  const path = await bundle(t)
  const keys = `--key ${signer.vkey} --witness ${witness.vkey}`
  const told = await ecmr(`proof verify ${path} ${keys}`)
  t.match(told, { code: 0, stderr: '', stdout: /^Valid: note ECMR-2026-000000000-0 .*, version 1\.\n/ })
  t.match(told.stdout, /\nNot proven: that the data entered is true, and /)
  t.notMatch(told.stdout, /from the bundle/)
  const { code, stdout } = await ecmr(`proof verify ${path} ${keys} --json`)
  t.equal(code, 0)
  t.match(JSON.parse(stdout), {
    ok: true,
    warnings: ['no_timestamp'],
    keys: [{ vkey: signer.vkey, given: true }],
  })
})

t.test('keys that only the bundle names are reported', async (t) => {
  const { code, stdout } = await ecmr(`proof verify ${await bundle(t)}`)
  t.equal(code, 0)
  t.match(stdout, /\nNote: The log key comes from the bundle, so this proves nothing against the operator/)
  t.match(stdout, /\nNote: The witness keys come from the bundle/)
})

t.test('what does not hold ends with 1, what cannot be read with 2', async (t) => {
  const path = await bundle(t)
  const folder = dirname(path)
  await mkdir(join(folder, 'folder'))
  await writeFile(join(folder, 'empty.zip'), '')
  const huge = await open(join(folder, 'huge.zip'), 'w')
  // Only its size is 2 GB.
  await huge.truncate(2 ** 31)
  await huge.close()
  const cases: readonly (readonly [line: string, code: number, sentence: RegExp])[] = [
    [
      `${path} --key ${newSigner().vkey}`,
      1,
      /head\.tlog-proof: is not signed by any key that is known of the log cmr\.example\/ecmr-log\./,
    ],
    [`${path} --witness ${newSigner('w', 'cosignature/v1').vkey}`, 1, /the witness w did not cosign/],
    [`${path} --key nonsense`, 2, /"nonsense" is no key/],
    [`${folder}/absent.zip`, 2, /absent\.zip cannot be read: ENOENT/],
    [`${folder}/folder`, 2, /folder cannot be read: EISDIR/],
    [`${folder}/empty.zip`, 2, /It is no ZIP archive/],
    [`${folder}/huge.zip`, 2, /huge\.zip is larger than a bundle can be, 500 MB/],
  ]
  for (const [line, code, sentence] of cases)
    t.match(await ecmr(`proof verify ${line}`), { code, stderr: sentence }, line)
  const { stdout } = await ecmr(`proof verify ${folder}/empty.zip --json`)
  t.match(JSON.parse(stdout), { ok: false, exit: 2 })
})

t.test('a timestamp is verified by the certificates of its authority', async (t) => {
  const { make, write, openssl, file } = certificates(t)
  const extensions = 'extendedKeyUsage=critical,timeStamping'
  make('ca', { subject: '/CN=Root', extensions: 'basicConstraints=critical,CA:TRUE' })
  make('tsa', { subject: '/CN=Time', extensions })
  const issued = ['-copy_extensions', 'copyall', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial']
  openssl('x509', '-req', '-in', 'asked', ...issued, '-days', '1', '-out', 'tsa.pem')
  make('other', { subject: '/CN=Time', extensions })
  make('company')
  write('tsa.cnf', settings)
  const stampOver = (text: string): Uint8Array => {
    write('text', text)
    write('serial', '01')
    openssl('ts', '-query', '-data', 'text', '-sha256', '-cert', '-out', 'asked.tsq')
    openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'asked.tsq', '-out', 'given.tsr')
    return readFileSync(file('given.tsr'))
  }
  const leaves = story.events.map(leafOf)
  const stamped = logOf(leaves, { signer, timestamp: stampOver })
  write('stamped.zip', Buffer.from(await bundleOf(stamped, story)))
  write('plain.zip', Buffer.from(await bundleOf(logOf(leaves, { signer }), story)))
  write(
    'another.zip',
    Buffer.from(await bundleOf(logOf(leaves, { signer, timestamp: () => stampOver('x') }), story)),
  )
  const verify = (zip: string, tsa: string) =>
    ecmr(`proof verify ${file(zip)} --key ${signer.vkey} --tsa ${file(tsa)}`)

  for (const trusted of ['ca.pem', 'tsa.pem'])
    t.match(await verify('stamped.zip', trusted), { code: 0, stdout: /\nStamped by the authority at \d{4}-/ })
  t.match(await ecmr(`proof verify ${file('stamped.zip')} --key ${signer.vkey}`), {
    stdout: /Note: A timestamp covers the checkpoint\. Use --tsa/,
  })
  const refusals = [
    ['stamped.zip', 'other.pem', 1, /checkpoint\.tsr: it is no time stamp of that authority over this text/],
    ['stamped.zip', 'company.pem', 1, /checkpoint\.tsr: it is no time stamp of that authority/],
    ['stamped.zip', 'tsa.cnf', 2, /--tsa: it does not hold certificates in PEM\./],
    ['stamped.zip', 'absent.pem', 2, /absent\.pem cannot be read/],
    ['plain.zip', 'tsa.pem', 1, /checkpoint\.tsr is missing\. --tsa requires it\./],
    ['another.zip', 'tsa.pem', 1, /checkpoint\.tsr: is not over the checkpoint of head\.tlog-proof\./],
  ] as const
  for (const [zip, tsa, code, stderr] of refusals)
    t.match(await verify(zip, tsa), { code, stderr }, `${zip} ${tsa}`)
})
