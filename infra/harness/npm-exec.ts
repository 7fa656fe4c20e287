import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'

/** What some packages ask for; where ours is older they run on this one, which npm carries as a package for each platform. */
const MODERN_NODE = '24.21.0'
const KEPT_OUTPUT = 200_000

/** A program that npm brings for this one time. */
export interface NpmProgram {
  /** names with versions */
  readonly packages: readonly string[]
  readonly command: string
  readonly args: readonly string[]
  /** whether it asks for Node 22 or newer */
  readonly modernNode?: boolean
  /** called with each line that it prints */
  readonly onLine?: (line: string) => void
}

/** Runs a program of npm's registry that is no dependency of ours. Resolves with its exit code and the end of what it has printed. */
export function npmExec({
  packages,
  command,
  args,
  modernNode = false,
  onLine = () => undefined,
}: NpmProgram): Promise<{ readonly code: number | null; readonly printed: string }> {
  const isOld = Number(process.versions.node.split('.')[0]) < 22
  const node = modernNode && isOld ? [`node-${process.platform}-${process.arch}@${MODERN_NODE}`] : []
  const brought = [...packages, ...node].map((name) => `--package=${name}`)
  const child = spawn('npm', ['exec', '--yes', ...brought, '--', command, ...args], {
    // Not in a checkout: npm would take what it has of these packages, in whatever version.
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let line = ''
  const keep = (chunk: Buffer): void => {
    printed = (printed + chunk).slice(-KEPT_OUTPUT)
    const lines = (line + chunk).split('\n')
    line = lines.pop() ?? ''
    for (const each of lines) onLine(each)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, printed }))
  })
}
