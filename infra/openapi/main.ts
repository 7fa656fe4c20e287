import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npmExec } from '../harness/npm-exec.js'
import { publishedDocument } from './published-document.js'

/** Rules that ask for something else than an interface that a program can use. */
const REDOCLY_OFF = {
  // Where this very installation is.
  'no-server-example.com': 'off',
  // The state of the service is answered to anyone, whatever is sent.
  'operation-4xx-response': 'off',
}
const SPECTRAL_OFF = {
  // The summary says it.
  'operation-description': 'off',
  // Each installation has an operator of its own.
  'info-contact': 'off',
}

const directory = await mkdtemp(join(tmpdir(), 'ecmr-openapi-'))
const file = (name: string): string => join(directory, name)
let failed = false
try {
  await writeFile(file('openapi.json'), JSON.stringify(await publishedDocument(), null, 2))
  await writeFile(file('redocly.yaml'), JSON.stringify({ extends: ['recommended'], rules: REDOCLY_OFF }))
  await writeFile(file('spectral.json'), JSON.stringify({ extends: ['spectral:oas'], rules: SPECTRAL_OFF }))
  await lint('@redocly/cli@2.77.0', 'redocly', [
    'lint',
    file('openapi.json'),
    '--config',
    file('redocly.yaml'),
  ])
  await lint('@stoplight/spectral-cli@6.16.3', 'spectral', [
    ...['lint', file('openapi.json'), '--ruleset', file('spectral.json')],
    ...['--fail-severity', 'warn'],
  ])
} finally {
  await rm(directory, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

/** Runs one linter; its warnings count too. */
async function lint(name: string, command: string, args: readonly string[]): Promise<void> {
  const { code, printed } = await npmExec({ packages: [name], command, args })
  const isClean = code === 0 && !/\bwarnings?\./.test(printed)
  console.log(isClean ? `${name}: nothing found` : `${name}:\n${printed}`)
  failed ||= !isClean
}
