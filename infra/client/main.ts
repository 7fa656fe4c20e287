import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../harness/child.js'
import { npmExec } from '../harness/npm-exec.js'
import { publishedDocument } from '../openapi/published-document.js'
import { portable } from './document.js'
import { operationsFile, stamp } from './index.js'

const GENERATOR = ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3']
const GENERATED = join(root, 'packages/client/generated')

const document = await publishedDocument()
const directory = await mkdtemp(join(tmpdir(), 'ecmr-client-'))
try {
  const input = join(directory, 'openapi.json')
  await writeFile(input, JSON.stringify(portable(document)))
  const args = ['-i', input, '-o', join(directory, 'types'), '-p', '@hey-api/typescript', '--no-log-file']
  const { code, printed } = await npmExec({
    packages: GENERATOR,
    command: 'openapi-ts',
    args,
    modernNode: true,
  })
  if (code !== 0) throw new Error(`the generator has failed:\n${printed}`)
  const types = await readFile(join(directory, 'types/types.gen.ts'), 'utf8')
  await writeFile(join(GENERATED, 'types.ts'), stamp(document) + types)
  await writeFile(join(GENERATED, 'operations.ts'), operationsFile(document))
  console.log('packages/client/generated is made from the interface as it is. Build, test and commit it.')
} finally {
  await rm(directory, { recursive: true, force: true })
}
