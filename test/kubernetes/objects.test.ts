import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from '../compose/compose-file.js'
import { withoutKubectl } from '../support/kubectl.js'
import { clusterOf } from './cluster.js'

const require = createRequire(import.meta.url)
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const options = { skip: withoutKubectl }

const moduleOf = ({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): string =>
  `kubernetes-models/${apiVersion}/${kind}`

for (const overlay of ['small', 'large'] as const) {
  t.test(`${overlay}: every object is as the schemas of the Kubernetes API say`, options, async (t) => {
    const { objects } = clusterOf(overlay)
    t.ok(objects.length > 30, `${objects.length} objects`)
    for (const object of objects) {
      const { [object.kind]: Model } = require(moduleOf(object))
      const validate = (changed: object): void => new Model({ ...object, ...changed }).validate()
      t.doesNotThrow(() => validate({}), `${object.kind} ${object.metadata.name}`)
      t.throws(() => validate({ metadata: { ...object.metadata, name: 7 } }), 'and not otherwise')
    }
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    t.equal(new Set(names).size, names.length)
  })

  // The schemas let members through that nobody knows, such as misspelt ones; types do not.
  t.test(`${overlay}: no object has a member that the API does not know`, options, async (t) => {
    const folder = mkdtempSync(join(ROOT, 'test/dist/kubernetes-'))
    t.teardown(() => rmSync(folder, { recursive: true }))
    const lines = clusterOf(overlay).objects.map((object, index) => {
      const type = `import('${moduleOf(object)}').I${object.kind}`
      return `export const o${index}: ${type} = ${JSON.stringify(object)}`
    })
    writeFileSync(join(folder, 'objects.ts'), lines.join('\n'))
    const settings = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'preserve', '--ignoreConfig']
    const says = (file: string): string => {
      try {
        return execFileSync(process.execPath, [TSC, ...settings, file], { encoding: 'utf8', cwd: folder })
      } catch (error) {
        return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
      }
    }
    t.equal(says('objects.ts'), '')
    writeFileSync(
      join(folder, 'misspelt.ts'),
      lines.join('\n').replace('"readinessProbe"', '"readynessProbe"'),
    )
    t.match(says('misspelt.ts'), /readynessProbe.* does not exist in type/, 'a misspelt one is found')
  })
}
