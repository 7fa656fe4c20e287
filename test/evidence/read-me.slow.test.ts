import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { leafOf } from '@ecmr/evidence'
import t, { type Test } from 'tap'
import { create, edit, sign } from '../domain/asks.js'
import { withoutGo } from '../support/go.js'
import { textIn, unpacked, write } from './attacks/edited.js'
import { bundleOf, logOf, told } from './bundles.js'

const GO = fileURLToPath(new URL('../../evidence/verify.go', import.meta.url))
const story = told(
  create({ driver_name: 'Ana "la \\ de" Ñíguez' }),
  edit({ vehicle_plate: '1234 BCD' }),
  sign('sender'),
)

/** The commands of README.txt in English, step by step. */
function stepsIn(readMe: string): readonly string[] {
  const english = readMe.slice(readMe.indexOf('='.repeat(100)))
  const steps = english.split(/\n\n(?=\d\. )/).slice(1)
  return steps.map((step) => (step.match(/(?<=^ {4})\S.*$|(?<=^ {4}) +\S.*$/gm) ?? []).join('\n'))
}

/** Does in a folder what README.txt says, as long as all goes well; what each step has printed. */
function followed(t: Test, bundle: Uint8Array, files = unpacked(bundle)): readonly string[] {
  const folder = t.testdir()
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  copyFileSync(GO, join(folder, 'verify.go'))
  const readMe = textIn(unpacked(bundle), 'README.txt')
  const [, zip = ''] = /node verify\.mjs (\S+)/.exec(readMe) ?? []
  writeFileSync(join(folder, zip), bundle)
  const script = stepsIn(readMe)
    .map((step) => `${step}\necho END`)
    .join('\n')
  return execFileSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  }).split('END\n')
}

t.test(
  'an expert who follows README.txt with public tools finds what it says',
  { skip: withoutGo },
  async (t) => {
    const bundle = await bundleOf(logOf(story.events.map(leafOf)), story)
    const [files = '', key, signatures, chain = '', tree, program = ''] = followed(t, bundle)
    t.ok(
      files
        .trim()
        .split('\n')
        .every((line) => line.endsWith(': OK')),
      files,
    )
    t.equal(key, '')
    t.equal(signatures, 'Signature Verified Successfully\n'.repeat(2))
    const hashes = story.events.map(({ metadata }) => metadata.hash)
    t.same(chain.trim().split('\n'), [
      ...hashes.map((hash) => `${hash}  -`),
      ...hashes.map((hash, n) => {
        const before = n === 0 ? 'null' : `"${hashes[n - 1]}"`
        return `"hash":"${hash}","prev_hash":${before}`
      }),
    ])
    t.equal(tree, '', 'Go has nothing to say')
    t.match(program, story.note.number)
  },
)

t.test('and finds what was changed', { skip: withoutGo }, async (t) => {
  const bundle = await bundleOf(logOf(story.events.map(leafOf)), { ...story })
  for (const [name, change] of [
    ['note.json', (text: string) => text.replace('1234 BCD', '1234 BCE')],
    ['manifest', (text: string) => text.replace('version 3', 'version 4')],
    ['head.tlog-proof', (text: string) => text.replace('index 702', 'index 701')],
  ] as const) {
    const files = unpacked(bundle)
    write(files, name, change(textIn(files, name)))
    t.throws(() => followed(t, bundle, files), name)
  }
})
