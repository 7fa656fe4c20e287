import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

t.test('every link of a document leads to a file', async (t) => {
  for (const document of documents)
    for (const [, link = ''] of read(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g))
      t.ok(existsSync(join(ROOT, dirname(document), link)), `${document}: ${link}`)
})

t.test('the lists of ARCHITECTURE.md name files that hold what they say', async (t) => {
  for (const [, files = '', needle = ''] of read('ARCHITECTURE.md').matchAll(
    /^\|.*?\| (`.+`) \| `(.+)` \|$/gm,
  ))
    for (const [, file = ''] of files.matchAll(/`([^`]+)`/g))
      t.ok(existsSync(join(ROOT, file)) && read(file).includes(needle), `${file} holds ${needle}`)
})

t.test('every npm script that a document names exists', async (t) => {
  const { scripts } = JSON.parse(read('package.json'))
  for (const document of documents)
    for (const [, name = ''] of read(document).matchAll(/npm run ([a-z][\w:]*)/g))
      t.ok(name in scripts, `${document}: npm run ${name}`)
})
