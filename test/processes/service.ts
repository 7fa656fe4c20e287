import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { startProcess, type TestProcess } from '../support/child-process.js'
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
export const SERVICES = ['api', 'projector', 'relay', 'notifier', 'panel', 'mcp'] as const

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
  return startProcess(t, [main], { env: { PORT: '0', SECRET_KEY: 'k'.repeat(32), ...env } })
}

export async function readiness({ url }: Pick<ServiceProcess, 'url'>): Promise<Readiness> {
  const answer = await fetch(`${url}/readyz`)
  const { problems = [] } = JSON.parse(await answer.text())
  return { status: answer.status, problems }
}

/** Waits until a service says that it is ready; returns after how many milliseconds. */
export async function untilReady(service: ServiceProcess): Promise<number> {
  const began = performance.now()
  let last: Readiness | undefined
  await until(async () => {
    last = await readiness(service)
    return last.status === 200
  }, 'readiness').catch((error: unknown) => {
    throw new Error(`${error}: ${last?.problems.join(' ')}\n${service.output()}`)
  })
  return performance.now() - began
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

/** Asks a service to stop and returns its exit code. */
export async function stop({ child, ended }: TestProcess): Promise<number | string> {
  child.kill('SIGTERM')
  return ended
}
