import { readFile } from 'node:fs/promises'
import t from 'tap'

const ROOT = new URL('../../../', import.meta.url)
const built = (path: string): string => new URL(`infra/dist/drill/upgrade/${path}.js`, ROOT).href
const read = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8')

t.test(
  'CHANGELOG names the last release and its commit, from which the drill of an upgrade starts',
  async (t) => {
    const { releasesIn } = await import(built('last-release'))
    t.match(releasesIn(await read('CHANGELOG.md')), {
      version: /^\d+\.\d+\.\d+$/,
      commit: /^[0-9a-f]{40}$/,
      unreleased: /^### Upgrading from/m,
    })
    t.throws(() => releasesIn('# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n'), /does not name the commit/)
  },
)

t.test('the next release of that drill has a migration more in every schema', async (t) => {
  const { load } = await import(built('add-migrations'))
  const module = new URL('packages/postgres/dist/migrate.js', ROOT).href
  const source = await read('packages/postgres/dist/migrate.js')
  const next = async () => ({ format: 'module', source })
  const { source: changed } = await load(module, {}, next)
  t.match(changed, /9999-next-release\.expand/)
  t.equal((await load(`${module}?other`, {}, next)).source, source)
  await t.rejects(
    load(module, {}, async () => ({ format: 'module', source: '' })),
    /does not have/,
  )
})
