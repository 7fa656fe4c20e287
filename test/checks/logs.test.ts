import { readdir, readFile } from 'node:fs/promises'
import { FIELDS_OF_EVERY_LINE, LOG_FIELDS } from '@ecmr/runtime'
import t from 'tap'
import { withLogFields } from '#log-document'

const ROOT = new URL('../../../', import.meta.url)
const DOCUMENT = new URL('docs/logs.md', ROOT)

t.test('docs/logs.md has every field of the schema', async (t) => {
  const document = await readFile(DOCUMENT, 'utf8')
  t.equal(withLogFields(document), document, 'npm run docs:logs brings it up to date')
})

t.test('every field that our code writes is in the schema', async (t) => {
  const known = new Set([...Object.keys(LOG_FIELDS), ...Object.keys(FIELDS_OF_EVERY_LINE)])
  let lines = 0
  for (const path of await sources()) {
    const source = await readFile(new URL(path, ROOT), 'utf8')
    for (const fields of fieldsIn(source)) {
      lines += 1
      const unknown = fields.filter((name) => !known.has(name))
      t.strictSame(unknown, [], `${path} writes fields of the schema only`)
    }
  }
  t.ok(lines > 60, `${lines} places that write to the log were found`)
})

t.test('lines of the log are found in source text', async (t) => {
  const source = `log.warn({ err: error, ...more, company_id }, 'x')\n options.log?.info(
    { a_b: f({ x: 1 }), c }, 'y')`
  t.strictSame(
    [...fieldsIn(source)],
    [
      ['err', 'company_id'],
      ['a_b', 'c'],
    ],
  )
})

async function sources(): Promise<readonly string[]> {
  const found = await Promise.all(
    ['packages', 'services'].map(async (folder) => {
      const all = await readdir(new URL(folder, ROOT), { recursive: true })
      return all
        .filter((path) => /^(?!.*(\bdist\/|node_modules\/|\.d\.ts$)).*\.ts$/.test(path))
        .map((path) => `${folder}/${path}`)
    }),
  )
  return found.flat()
}

const CALL = /\blog\??\.(?:trace|debug|info|warn|error|fatal)\(\s*\{((?:[^{}]|\{[^{}]*\})*)\}/g

/** The names that are written out in the first argument of each call of a logger. */
function* fieldsIn(source: string): Generator<readonly string[]> {
  for (const [, inside = ''] of source.matchAll(CALL)) {
    // What stands in brackets are values.
    const flat = inside.replace(/\{[^{}]*\}|\([^()]*\)|\[[^[\]]*\]/g, '')
    const members = flat.split(',').map((member) => member.trim())
    yield members.filter((member) => /^\w/.test(member)).map((member) => /^\w+/.exec(member)?.[0] ?? member)
  }
}
