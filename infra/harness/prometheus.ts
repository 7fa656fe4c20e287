import { cp, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@ecmr/runtime'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Child, root } from './child.js'
import { install, isInstalled } from './debian-package.js'

const RULES = join(root, 'infra/observability/alerts.yml')
const PACKAGE = 'prometheus'

/** Why Prometheus, or its promtool, is not on this machine; undefined when both are. */
export function withoutPrometheus(): string | undefined {
  const missing = ['prometheus', 'promtool'].find((program) => !isInstalled(program))
  return missing && `${missing} is not installed (Debian: apt-get install ${PACKAGE}) and could not be`
}

/** Installs Debian's package when it is missing and we may. */
export function bringPrometheus(): void {
  if (withoutPrometheus() !== undefined) install('Prometheus', [PACKAGE])
}

/** A process that Prometheus asks for metrics. */
export interface Target {
  /** the address of its metrics */
  readonly url: string
  /** as its relabelling in `infra/observability/prometheus.yml` makes it; none with `npm start` */
  readonly service?: string
}

/** What Prometheus says of an alert that is pending or firing. */
export interface AlertState {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly isFiring: boolean
}

const rules = Type.Object({
  data: Type.Object({
    groups: Type.Array(
      Type.Object({
        rules: Type.Array(
          Type.Object({
            name: Type.String(),
            type: Type.String(),
            health: Type.String(),
            lastError: Type.Optional(Type.String()),
            duration: Type.Optional(Type.Number()),
            alerts: Type.Optional(
              Type.Array(
                Type.Object({ labels: Type.Record(Type.String(), Type.String()), state: Type.String() }),
              ),
            ),
          }),
        ),
      }),
    ),
  }),
})

const answer = Type.Object({
  status: Type.String(),
  error: Type.Optional(Type.String()),
  data: Type.Optional(Type.Object({ result: Type.Array(Type.Unknown()), resultType: Type.String() })),
})

/** A Prometheus with our rules. */
export interface Prometheus {
  /** the program, not started yet */
  readonly child: Child
  /** Scrapes these from now on, and no others. */
  scrape(targets: readonly Target[]): Promise<void>
  /**
   * What an expression comes to now: the number of its series.
   *
   * @throws when Prometheus cannot evaluate it, with what it says
   */
  series(query: string): Promise<number>
  /** @throws when a rule cannot be evaluated */
  alerts(): Promise<{
    /** `for` of each alert, seconds */
    readonly delays: ReadonlyMap<string, number>
    readonly states: readonly AlertState[]
  }>
}

/**
 * A Prometheus with `infra/observability/alerts.yml`.
 *
 * @param directory what it writes lies in it
 * @param every how often it scrapes and evaluates, such as `15s`
 */
export async function prometheusServer(directory: string, every: string): Promise<Prometheus> {
  const url = `http://127.0.0.1:${await freePort()}`
  const configuration = join(directory, 'prometheus.yml')
  const found = join(directory, 'targets.json')
  await mkdir(directory, { recursive: true })
  await cp(RULES, join(directory, 'alerts.yml'))
  const job = { job_name: 'ecmr', file_sd_configs: [{ files: [found], refresh_interval: '5s' }] }
  const global = { scrape_interval: every, evaluation_interval: every, scrape_timeout: every }
  // JSON is YAML.
  await writeFile(
    configuration,
    JSON.stringify({ global, rule_files: ['alerts.yml'], scrape_configs: [job] }),
  )
  const child = new Child({
    name: 'prometheus',
    command: 'prometheus',
    args: [
      `--config.file=${configuration}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
    ],
    url,
    ready: `${url}/-/ready`,
  })
  return {
    child,
    async scrape(targets) {
      const groups = targets.map(({ url, service }) => ({
        targets: [new URL(url).host],
        labels: service === undefined ? {} : { service },
      }))
      await writeFile(`${found}.new`, JSON.stringify(groups))
      await rename(`${found}.new`, found)
    },
    async series(query) {
      const body = new URLSearchParams({ query })
      const response = await fetch(`${url}/api/v1/query`, { method: 'POST', body })
      const { status, error, data } = Value.Parse(answer, await response.json())
      if (status !== 'success' || data === undefined) throw new Error(error ?? status)
      return data.resultType === 'scalar' ? 1 : data.result.length
    },
    async alerts() {
      const response = await fetch(`${url}/api/v1/rules?type=alert`)
      const { data } = Value.Parse(rules, await response.json())
      const alerts = data.groups.flatMap((group) => group.rules)
      const broken = alerts.find(({ health }) => health === 'err')
      if (broken) throw new Error(`${broken.name} cannot be evaluated: ${broken.lastError}`)
      return {
        delays: new Map(alerts.map(({ name, duration = 0 }) => [name, duration])),
        states: alerts.flatMap(({ name, alerts = [] }) =>
          alerts.map(({ labels, state }) => ({ name, labels, isFiring: state === 'firing' })),
        ),
      }
    },
  }
}
