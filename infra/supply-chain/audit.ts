import { execFile } from 'node:child_process'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** The most that npm prints here, in bytes. */
const MOST_OUTPUT = 64 * 1024 * 1024

/** What an npm command printed. It may fail and still have printed its result. */
export interface Printed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs npm in a folder and waits for its end. */
export function npm(folder: string, args: readonly string[]): Promise<Printed> {
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: folder, maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : 1
      resolve({ code: error === null ? 0 : code, stdout, stderr: stderr || String(error ?? '') })
    })
  })
}

const Report = Type.Object({
  vulnerabilities: Type.Record(
    Type.String(),
    Type.Object({
      name: Type.String(),
      severity: Type.String(),
      range: Type.String(),
      /** advisories, or names of packages that it depends on */
      via: Type.Array(Type.Union([Type.String(), Type.Object({ title: Type.String(), url: Type.String() })])),
    }),
  ),
  metadata: Type.Object({ dependencies: Type.Object({ total: Type.Number() }) }),
})

const Failure = Type.Object({ message: Type.String() })

/** A package that an advisory is about, by itself or by what it depends on. */
interface AffectedPackage {
  readonly name: string
  readonly severity: string
  /** versions that are affected */
  readonly range: string
  readonly titles: readonly string[]
}

/** What `npm audit` has found out. */
type AuditResult =
  | { readonly kind: 'not asked'; readonly reason: string }
  | { readonly kind: 'asked'; readonly packages: number; readonly affected: readonly AffectedPackage[] }

/** Reads what `npm audit --json` printed. Anything but a whole report counts as not asked. */
export function readAudit({ stdout, stderr }: Printed): AuditResult {
  const report = parsed(stdout)
  if (Value.Check(Report, report)) return asked(report)
  const reason = Value.Check(Failure, report) ? report.message : (stderr.trim().split('\n').at(-1) ?? '')
  return { kind: 'not asked', reason: reason || 'npm printed no report' }
}

function asked({ vulnerabilities, metadata }: Static<typeof Report>): AuditResult {
  const affected = Object.values(vulnerabilities).map(({ name, severity, range, via }) => ({
    name,
    severity,
    range,
    titles: via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : `${cause.title} (${cause.url})`)),
  }))
  return { kind: 'asked', packages: metadata.dependencies.total, affected }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
