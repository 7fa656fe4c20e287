import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const registered = Type.Object({
  name: Type.String(),
  type: Type.String(),
  labels: Type.Array(Type.String()),
  help: Type.String(),
})

/** A metric of a service. */
export interface RegisteredMetric {
  readonly name: string
  /** counter, gauge, histogram or summary */
  readonly type: string
  readonly labels: readonly string[]
  readonly help: string
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const SERVICE = here('../../../services/all-in-one/dist/main.js')
// Traces have metrics of their own; nothing is sent.
const TRACED = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_SAMPLER_ARG: '0' }
const LONGEST_START_MS = 120_000

/**
 * Starts the whole service in one process, once with NATS and traces, and once without, and returns every metric that it registers, by name.
 *
 * @param options.natsUrl of a NATS server with JetStream
 */
export async function registeredMetrics({
  natsUrl,
}: {
  readonly natsUrl: string
}): Promise<readonly RegisteredMetric[]> {
  const both = await Promise.all([metricsOf({ NATS_URL: natsUrl, ...TRACED }), metricsOf({})])
  const all = new Map(both.flat().map((metric) => [metric.name, metric]))
  return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function metricsOf(env: NodeJS.ProcessEnv): Promise<readonly RegisteredMetric[]> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-metrics-'))
  const record = join(directory, 'metrics.jsonl')
  const preload = pathToFileURL(here('./record.js')).href
  const child = spawn(process.execPath, ['--import', preload, SERVICE], {
    env: {
      ...env,
      PATH: process.env.PATH,
      DATA_DIR: directory,
      PORT: '0',
      METRICS_PORT: '0',
      METRICS_RECORD: record,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  try {
    await untilListening(child)
    const lines = (await readFile(record, 'utf8')).trim().split('\n')
    return lines.map((line) => Value.Parse(registered, JSON.parse(line)))
  } finally {
    child.kill('SIGTERM')
    await ended
    await rm(directory, { recursive: true, force: true })
  }
}

/** Everything is registered when it listens. */
function untilListening(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const late = setTimeout(
      () => reject(new Error(`the service does not listen:\n${output}`)),
      LONGEST_START_MS,
    )
    const read = (chunk: unknown): void => {
      output += String(chunk)
      if (/istening at http/.test(output)) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`the service ended:\n${output}`)))
    child.once('exit', () => clearTimeout(late))
  })
}
