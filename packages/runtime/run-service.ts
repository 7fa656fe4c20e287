import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { aborted } from './abort.js'
import { ADDRESS_MS } from './address-ms.js'
import { type BackgroundWork, backgroundWork } from './background-work.js'
import { claimAddress } from './claim-address.js'
import type { Config } from './config/config.js'
import type { ProcessDefaults } from './config/defaults.js'
import { forgetSecrets } from './config/forget-secrets.js'
import type { ConfigWith, Need } from './config/needs.js'
import { loadConfig } from './config/parse.js'
import { diskMetrics } from './disk-metrics.js'
import { openLog } from './log/open-log.js'
import { type ServedMetrics, serveMetrics } from './serve-metrics.js'
import { sentenceFor } from './start-fault.js'
import { nothingOpened, signalOfProcess } from './stop.js'
import { openTracing } from './tracing/open-tracing.js'

/** What `runService` hands to the program that it runs. */
export interface Service<N extends Need = never> {
  /** with the port that its metrics have taken */
  readonly config: ConfigWith<N>
  /** what its metrics show */
  readonly registry: Registry
  /** every line names the service */
  readonly log: Logger
  /** aborts when the process must stop */
  readonly shutdownSignal: AbortSignal
  /** Remembers how to close what has just been opened: newest first, when the process stops. */
  closeWith(close: () => unknown): void
  /** Begins work that goes on until the process stops, at this place in the order of closing. If it fails, so does the process. */
  background(): Pick<BackgroundWork, 'signal' | 'add'>
}

/**
 * Runs a service as this process: `start` opens everything in the order in which data flows and returns; then the
 * service works until it is asked to stop, closes what was opened, and the process exits with 0. What an operator can
 * correct (a wrong setting, a port in use) is a sentence and exit code 1; a bug in our code is a stack trace and 1 as well.
 *
 * @param options.name of the service, in every line of its log
 * @param options.port where it listens unless PORT is set
 * @param options.needs settings that it cannot do without
 * @param options.sealsNothing it does without the secret key that others need
 * @example
 * await runService({ name: 'projector', port: 8081, needs: ['databaseUrl'] }, async ({ config, log, closeWith }) => {
 *   const pool = openPool({ url: config.databaseUrl, max: 8, name: 'projector' })
 *   closeWith(() => pool.end())
 * })
 */
export async function runService<N extends Need = never>(
  options: ProcessDefaults<N> & { readonly name: string },
  start: (service: Service<N>) => Promise<void>,
): Promise<never> {
  setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_MS)
  const shutdownSignal = signalOfProcess()
  const opened = nothingOpened()
  try {
    const loaded = loadConfig(options)
    const log = await openLog({ level: loaded.logLevel, format: loaded.logFormat, name: options.name })
    for (const warning of loaded.warnings) log.warn(warning)
    const visible = forgetSecrets()
    if (visible.length > 0)
      log.warn(
        { variables: visible },
        'secrets stay in the environment of this process, where programs of its user can read them',
      )
    const registry = new Registry()
    opened.closeWith(await openTracing(loaded.tracing, { name: options.name, registry, log }))
    const metrics = await showMetrics(loaded, registry, log)
    opened.closeWith(() => metrics?.close())
    const config = withMetricsAt(loaded, metrics?.port)
    const failures: Promise<never>[] = []
    const background = (): BackgroundWork => {
      const work = backgroundWork()
      opened.closeWith(() => work.stop())
      failures.push(work.failed)
      return work
    }
    await start({ config, registry, log, shutdownSignal, closeWith: opened.closeWith, background })
    await Promise.race([aborted(shutdownSignal), ...failures])
  } catch (error) {
    const sentence = sentenceFor(error)
    process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`)
    process.exitCode = 1
  }
  await opened.closeAll((error) => process.stderr.write(`While stopping: ${error}\n`))
  // Whatever may still be waiting somewhere is of no use any more.
  process.exit()
}

async function showMetrics(
  config: Config,
  registry: Registry,
  log: Logger,
): Promise<ServedMetrics | undefined> {
  if (config.metrics === undefined) return undefined
  // Event loop delay, heap, garbage collection, CPU: the names that dashboards for Node.js know.
  collectDefaultMetrics({ register: registry })
  diskMetrics(registry, config.dataDir)
  try {
    return await serveMetrics({ ...config.metrics, registry, log })
  } catch (error) {
    // Mostly the same service a second time: then its own port is the one to tell of.
    await claimAddress(config)
    throw error
  }
}

function withMetricsAt<C extends Config>(config: C, port: number | undefined): C {
  return config.metrics && port !== undefined ? { ...config, metrics: { ...config.metrics, port } } : config
}
