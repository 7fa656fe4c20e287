import { isBuiltin } from 'node:module'
import { readImports } from './read-imports.js'

const MANIFEST = 'package.json'

/**
 * The imports of packages that the importing package does not declare, one line each: they are found only as long as another
 * one brings them.
 *
 * @param sources by path, relative to the project
 * @param manifests the `package.json` of each package, by the folder that it is in
 */
export function findUndeclared(
  sources: ReadonlyMap<string, string>,
  manifests: ReadonlyMap<string, string>,
): readonly string[] {
  const declared = new Map([...manifests].map(([folder, text]) => [folder, namesIn(text)]))
  return [...sources].flatMap(([path, source]) => {
    const folder = path.split('/').slice(0, 2).join('/')
    const names = declared.get(folder)
    if (names === undefined) return [`${folder} has no ${MANIFEST}`]
    return readImports(source).flatMap(({ module, line }) => {
      const name = packageOf(module)
      return name === undefined || names.has(name)
        ? []
        : [`${path}:${line} imports ${module}, which ${folder}/${MANIFEST} does not declare`]
    })
  })
}

/** Undefined for what belongs to the package itself, or to Node.js. */
function packageOf(module: string): string | undefined {
  if (module.startsWith('.') || module.startsWith('#') || isBuiltin(module)) return undefined
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')
}

function namesIn(manifest: string): ReadonlySet<string> {
  const { name, dependencies = {} } = JSON.parse(manifest)
  return new Set([name, ...Object.keys(dependencies)])
}
