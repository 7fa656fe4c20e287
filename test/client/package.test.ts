import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'

const PACKAGE = fileURLToPath(new URL('../../../packages/client/', import.meta.url))
const MOST_BYTES = 600_000

t.test('the published package holds what integrators need, and nothing else', async (t) => {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: PACKAGE,
  })
  const [{ files, unpackedSize }] = JSON.parse(stdout)
  const paths: readonly string[] = files.map(({ path }: { path: string }) => path)
  for (const path of ['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts'])
    t.ok(paths.includes(path), path)
  const others = paths.filter(
    (path) => !/^(LICENSE|README\.md|package\.json|dist\/.+\.(js|d\.ts))$/.test(path),
  )
  t.same(others, [])
  t.ok(unpackedSize < MOST_BYTES, `${unpackedSize} bytes`)
  t.equal(readFileSync(`${PACKAGE}LICENSE`, 'utf8'), readFileSync(`${PACKAGE}../../LICENSE`, 'utf8'))
  const { private: isPrivate, dependencies } = JSON.parse(readFileSync(`${PACKAGE}package.json`, 'utf8'))
  t.same({ isPrivate, dependencies }, {})
})
