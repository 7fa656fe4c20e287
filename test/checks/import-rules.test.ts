import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'

const CHECK = fileURLToPath(new URL('../../../infra/dist/checks/import-rules.js', import.meta.url))

/** What the packages of these tests declare unless they are given otherwise. */
const DECLARED = ['@ecmr/api', '@ecmr/event-store', '@sinclair/typebox', 'pg']

function manifest(names: readonly string[]): string {
  return JSON.stringify({ name: 'a', dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) })
}

/** Runs the check as `npm run check:imports` does, over a project made of the given files. */
async function check(t: Test, files: Record<string, string>): Promise<{ code: number; output: string }> {
  const root = t.testdir({ packages: {}, services: {} })
  const folders = Object.keys(files).map((path) => path.split('/').slice(0, 2).join('/'))
  const declared = folders.map((folder) => [`${folder}/package.json`, manifest(DECLARED)] as const)
  for (const [path, source] of Object.entries({ ...Object.fromEntries(declared), ...files })) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), source)
  }
  return await run(root)
}

function run(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CHECK, ...args], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr })
    })
  })
}

t.test('this project keeps the rules', async (t) => {
  const { code, output } = await run()
  t.equal(code, 0, output)
  t.match(output, /Import rules: [1-9]\d* files, 0 violations/)
})

t.test('what is allowed passes', async (t) => {
  const { code, output } = await check(t, {
    'packages/domain/note.ts': "import { Type } from '@sinclair/typebox'\nexport * from './status.js'\n",
    'packages/domain/comment.ts':
      "// import fs from 'node:fs', process.env\n/* from 'pg' */ export const url = 'http://a'\n",
    'packages/broker/port.ts': "import type { RecordedEvent } from '@ecmr/event-store'\n",
    'packages/event-store/postgres/append.ts': "import pg from 'pg'\n",
    'packages/runtime/config/parse.ts': 'export const env = process.env\n',
    'services/cli/main.ts': "import { buildApi } from '@ecmr/api'\n",
  })
  t.equal(code, 0, output)
})

const FORBIDDEN: readonly (readonly [what: string, folder: string, source: string, message: string])[] = [
  [
    'a node: module',
    'packages/domain',
    "import { a } from 'node:crypto'",
    'packages/domain imports nothing but',
  ],
  ['a node module without its prefix', 'packages/domain', "import fs from 'fs'", 'imports fs'],
  ['another package in the domain', 'packages/domain', "export * from '@ecmr/runtime'", '@ecmr/runtime'],
  ['a dynamic import', 'packages/domain', "await import('uuid')", 'imports uuid'],
  ['pg outside its adapter', 'packages/event-store', "import pg from 'pg'", 'imports pg'],
  ['fastify in the read models', 'packages/read-models', "import f from 'fastify'", 'imports fastify'],
  [
    'decisions in the read models',
    'packages/read-models',
    "import {\n  evolve,\n  decide as d,\n} from '@ecmr/domain'",
    'imports decide from @ecmr/domain',
  ],
  [
    'more than types of the event store in the broker',
    'packages/broker',
    "import { StoreUnavailable } from '@ecmr/event-store'",
    'more than types',
  ],
  ['the event store in MCP', 'services/mcp', "import type { A } from '@ecmr/event-store'", 'may not'],
  ['one service in another', 'services/api', "import { a } from '@ecmr/notifier'", '@ecmr/notifier'],
  ['a service in a package', 'packages/webhooks', "import { a } from '@ecmr/api'", '@ecmr/api'],
  ['the inside of a package', 'services/api', "import { a } from '@ecmr/domain/ecmr/a.js'", 'may not'],
  ['tests', 'services/api', "import { a } from '../support/a.js'", 'beyond its own package'],
  [
    'a package by its path',
    'packages/broker',
    "import { a } from '../domain/a.js'",
    'beyond its own package',
  ],
  ['the environment', 'services/api', 'const x = process.env.X', 'reads the environment'],
  ['the environment, taken apart', 'services/api', 'const { env } = process', 'reads the environment'],
  ['a folder without rules', 'packages/new', "import 'pg'", 'has no rule'],
]

t.test('everything forbidden is found, with its file and line', async (t) => {
  const fileOf = (folder: string, index: number): string => `${folder}/a${index}.ts`
  const files = FORBIDDEN.map(([, folder, source], index) => [fileOf(folder, index), `\n${source}\n`])
  const { code, output } = await check(t, Object.fromEntries(files))
  t.equal(code, 1, 'exit code')
  const lines = output.split('\n')
  for (const [index, [what, folder, , message]] of FORBIDDEN.entries()) {
    const start = new RegExp(`^${fileOf(folder, index)}:[2-4] `)
    t.ok(
      lines.some((line) => start.test(line) && line.includes(message)),
      what,
    )
  }
})

t.test('imports that a package does not declare are found', async (t) => {
  const { code, output } = await check(t, {
    'packages/broker/package.json': manifest(['@ecmr/event-store']),
    'packages/broker/port.ts': "import type { RecordedEvent } from '@ecmr/event-store'\n",
    'packages/broker/postgres/a.ts': "import { once } from 'node:events'\nimport type { Pool } from 'pg'\n",
    'packages/broker/postgres/b.ts': "import { c } from '@sinclair/typebox/value'\nimport './a.js'\n",
  })
  t.equal(code, 1, 'exit code')
  t.match(
    output,
    /^packages\/broker\/postgres\/a\.ts:2 imports pg, which packages\/broker\/package\.json does not declare$/m,
  )
  t.match(output, /^packages\/broker\/postgres\/b\.ts:1 imports @sinclair\/typebox\/value, which /m)
  t.match(output, 'Import rules: 3 files, 2 violations')
})

t.test('import cycles are found, type-only ones and those between packages included', async (t) => {
  const cycles: readonly (readonly [files: Record<string, string>, message: RegExp])[] = [
    [
      {
        'packages/domain/a.ts': "import { b } from './b/b.js'\n",
        'packages/domain/b/b.ts': "export type { C } from '../c.js'\n",
        'packages/domain/c.ts': "import type { A } from './a.js'\n",
        'packages/domain/d.ts': "import { a } from './a.js'\n",
      },
      /import cycle: packages\/domain\/a.ts → packages\/domain\/b\/b.ts → packages\/domain\/c.ts → packages\/domain\/a.ts\n/,
    ],
    [
      {
        'packages/application/a.ts': "import type { A } from '@ecmr/accounts'\n",
        'packages/accounts/a.ts': "import { a } from '@ecmr/application'\n",
      },
      /import cycle: accounts → application → accounts/,
    ],
  ]
  for (const [files, message] of cycles) {
    const { code, output } = await check(t, files)
    t.equal(code, 1, 'exit code')
    t.match(output, message)
  }
})
