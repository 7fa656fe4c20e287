import { readdir, readFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCycles } from './find-cycles.js'
import { findUndeclared } from './find-undeclared.js'
import { findViolations } from './find-violations.js'

/** Checks who imports whom in a project (default: this one); exits 1 on a forbidden or undeclared import, or an import cycle. */
const root = resolve(process.argv[2] ?? fileURLToPath(new URL('../../../', import.meta.url)))

const paths = [...(await sources('packages')), ...(await sources('services'))]
const read = paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const)
const files = new Map(await Promise.all(read))
const violations = [
  ...[...files].flatMap(([path, source]) => findViolations(path, source)),
  ...findUndeclared(files, await manifests()),
  ...findCycles(files),
]
for (const violation of violations) console.error(violation)
console.log(`Import rules: ${paths.length} files, ${violations.length} violations`)
if (violations.length > 0 || paths.length === 0) process.exitCode = 1

async function sources(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { recursive: true }).catch(() => [])
  return entries
    .map((entry) => `${folder}/${entry.split(sep).join('/')}`)
    .filter((path) => path.endsWith('.ts') && !/\/(?:dist|node_modules)\//.test(path))
}

async function manifests(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const folder of new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')))) {
    const text = await readFile(join(root, folder, 'package.json'), 'utf8').catch(() => undefined)
    if (text !== undefined) found.set(folder, text)
  }
  return found
}
