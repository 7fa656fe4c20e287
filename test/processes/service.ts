import { fileURLToPath } from 'node:url'
import { type HealthView, healthView } from '@ecmr/contract'
import type { Test } from 'tap'
import { startProcess, type TestProcess } from '../support/child-process.js'
import { asPromised } from '../support/contract.js'
import { SECRET_KEY } from '../support/service-ground.js'
import { until } from '../support/until.js'

/** A service as a process of its own. */
export interface ServiceProcess extends TestProcess {
  /** where it listens */
  readonly url: string
  /** where its metrics are */
  readonly metricsUrl: string
}

/** What an orchestrator reads at `/readyz`. */
export interface Readiness {
  readonly status: number
  readonly problems: readonly string[]
}

/** Every service that runs alone. */
export const SERVICES = ['api', 'projector', 'relay', 'notifier', 'panel', 'mcp', 'documents'] as const

export type ServiceName = (typeof SERVICES)[number]

/** Addresses where nothing listens. */
export const NOWHERE = { postgres: 'postgres://ecmr@127.0.0.1:1/ecmr', nats: 'nats://127.0.0.1:1' } as const

/** Starts a service on a free port; resolves as soon as it listens. */
export async function startAlone(
  t: Test,
  name: ServiceName,
  env: Record<string, string>,
): Promise<ServiceProcess> {
  const process = startUnready(t, name, env)
  const output = await process.untilOutput(/istening at http:\S+\d/)
  const [, url = ''] = /istening at (http:[^\s"]+)/.exec(output) ?? []
  const [, metricsUrl = ''] = /metrics are at (http:[^\s"]+)/.exec(output) ?? []
  return { ...process, url, metricsUrl }
}

/** Starts a service that may not come as far as listening. */
export function startUnready(t: Test, name: ServiceName, env: Record<string, string>): TestProcess {
  const main = fileURLToPath(new URL(`../../../services/${name}/dist/main.js`, import.meta.url))
  return startProcess(t, [main], { env: { PORT: '0', SECRET_KEY, ...env } })
}

export async function readiness({ url }: Pick<ServiceProcess, 'url'>): Promise<Readiness> {
  const answer = await fetch(`${url}/readyz`)
  const { problems = [] } = JSON.parse(await answer.text())
  return { status: answer.status, problems }
}

/** Waits until a service says that it is ready. */
export async function untilReady(service: ServiceProcess): Promise<void> {
  let last: Readiness | undefined
  await until(async () => {
    last = await readiness(service)
    return last.status === 200
  }, 'readiness').catch((error: unknown) => {
    throw new Error(`${error}: ${last?.problems.join(' ')}\n${service.output()}`)
  })
}

/** Waits until a service says that it is not ready, and why; returns its sentences. */
export async function untilNotReady(service: ServiceProcess, why: RegExp): Promise<readonly string[]> {
  let problems: readonly string[] = []
  await until(async () => {
    const now = await readiness(service)
    problems = now.problems
    return now.status === 503 && why.test(problems.join(' '))
  }, `problems like ${why}`).catch((error: unknown) => {
    throw new Error(`${error}: ${problems.join(' ')}`)
  })
  return problems
}

/** Starts services and waits until each is ready. */
export async function startReady(
  t: Test,
  names: readonly ServiceName[],
  env: Record<string, string>,
): Promise<readonly ServiceProcess[]> {
  const services = await Promise.all(names.map((name) => startAlone(t, name, env)))
  await Promise.all(services.map(untilReady))
  return services
}

/** Starts an api and a projector and waits until both are ready. */
export async function startPair(t: Test, env: Record<string, string>): Promise<Pair> {
  const [api, projector] = await startReady(t, ['api', 'projector'], env)
  if (!api || !projector) throw new Error('nothing was started')
  return { api, projector }
}

interface Pair {
  readonly api: ServiceProcess
  readonly projector: ServiceProcess
}

/** What an api says of the installation; its status is that of the answer. */
export async function healthOf({ url }: ServiceProcess): Promise<HealthView & { readonly code: number }> {
  const answer = await fetch(`${url}/api/health`)
  return { ...asPromised(healthView, JSON.parse(await answer.text())), code: answer.status }
}

/** Sends SIGTERM to a service and returns its exit code. */
export async function stop({ child, ended }: TestProcess): Promise<number | string> {
  child.kill('SIGTERM')
  return ended
}

/** Stops services, each of which must end with 0. */
export async function stopAll(t: Test, services: readonly TestProcess[]): Promise<void> {
  t.same(
    await Promise.all(services.map(stop)),
    services.map(() => 0),
    'all services end with 0',
  )
}
