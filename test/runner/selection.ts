import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const TEST = fileURLToPath(new URL('../../', import.meta.url))
const SUFFIX = '.test.ts'

/** What a test file needs, by the module that it imports for it, itself or through others. */
const NEEDS = {
  'support/database.js': 'postgres',
  'support/nats-server.js': 'nats-server',
  'support/chromium.js': 'chromium',
  'support/caddy.js': 'caddy',
  'support/swift.js': 'swift',
  'support/go.js': 'go',
  'support/pdf.js': 'pdf tools',
  'support/kubectl.js': 'kubectl',
  'support/promtool.js': 'promtool',
  'support/tesseract.js': 'tesseract',
  'support/child-process.js': 'processes',
} as const satisfies Readonly<Record<string, string>>

/** Tests that need one of these run with `--all` only, as do those in `ocr/pages/` and those named `*.slow.test.ts`. */
const SLOW: readonly Need[] = ['chromium', 'caddy', 'processes', 'swift']

/** Modules that start or serve something: a test that reaches one is no unit test. */
const SERVERS = [
  '@ecmr/postgres',
  '@grpc/grpc-js',
  'fastify',
  'node:child_process',
  'node:http',
  'node:https',
  'node:net',
  'node:tls',
  'pg',
  'undici',
]

export type Need = (typeof NEEDS)[keyof typeof NEEDS]

export type Group = 'unit' | 'default' | 'all'

/** A test file. */
export interface TestFile {
  /** within `test/`, without its suffix, such as `webhooks/circuit` */
  readonly name: string
  readonly needs: ReadonlySet<Need>
}

/**
 * The files of a group, those of one area when areas are given.
 *
 * @param areas folders or files, such as `packages/webhooks`, `webhooks` or `test/webhooks/circuit.test.ts`. A file that is
 *   named is taken even when it belongs to another group.
 */
export function selectFiles(group: Group, areas: readonly string[]): readonly TestFile[] {
  const wanted = areas.map(withinTests)
  return readdirSync(TEST, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(SUFFIX) && !path.startsWith('dist/'))
    .map((path) => path.slice(0, -SUFFIX.length))
    .filter(
      (name) => wanted.length === 0 || wanted.some((area) => name === area || name.startsWith(`${area}/`)),
    )
    .sort((a, b) => sizeOf(b) - sizeOf(a))
    .map((name) => ({ name, ...reach(`${name}.test.js`) }))
    .filter((file) => wanted.includes(file.name) || belongsTo(group, file))
}

/**
 * Whether a test computes all the time, in processes that give way to others: beside many of its kind it would come to the
 * limits of its patience.
 */
export function takesProcessors({ name }: TestFile): boolean {
  return name.endsWith('.slow') || name.startsWith('ocr/pages/')
}

/** The largest start first, so that no long one is left for the end. */
const sizeOf = (name: string): number => statSync(join(TEST, name + SUFFIX)).size

/** `packages/webhooks`, `services/panel/pages` and `test/webhooks/x.test.ts` as paths within `test/`. */
function withinTests(area: string): string {
  return area
    .replace(/^\.?\/?(?:packages|services|infra|test)\//, '')
    .replace(/\/$/, '')
    .replace(/(?:\.test)?\.[jt]s$/, '')
}

function belongsTo(group: Group, file: TestFile & { readonly servers: boolean }): boolean {
  const { needs, servers } = file
  if (group === 'all') return true
  const isSlow = takesProcessors(file) || SLOW.some((need) => needs.has(need))
  return !isSlow && (group === 'default' || !servers)
}

/** What a compiled file of the tests needs, itself and by what it imports from the tests. */
function reach(
  path: string,
  seen = new Set<string>(),
): { readonly needs: ReadonlySet<Need>; readonly servers: boolean } {
  const needs = new Set<Need>()
  let servers = false
  if (seen.has(path)) return { needs, servers }
  seen.add(path)
  for (const [module, need] of Object.entries(NEEDS)) if (module === path) needs.add(need)
  for (const imported of importsOf(path)) {
    if (!imported.startsWith('.')) {
      servers ||= SERVERS.includes(imported)
      continue
    }
    const further = reach(join(dirname(path), imported), seen)
    for (const need of further.needs) needs.add(need)
    servers ||= further.servers
  }
  return { needs, servers: servers || needs.size > 0 }
}

function importsOf(path: string): readonly string[] {
  const file = join(TEST, 'dist', path)
  // Tests of the import rules quote imports of files that do not exist.
  if (!path.endsWith('.js') || !existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^(?:import|export)\b[^'"]*["']([^'"]+)["']|\bimport\(["']([^'"]+)["']\)/gm)].map(
    ([, fixed, called]) => fixed ?? called ?? '',
  )
}
