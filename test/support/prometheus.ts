import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Test } from 'tap'
import { freePort } from './port-of.js'
import { startServer } from './spawned-server.js'

const RULES = fileURLToPath(new URL('../../../infra/observability/alerts.yml', import.meta.url))
const answer = Type.Object({
  status: Type.String(),
  error: Type.Optional(Type.String()),
  data: Type.Optional(Type.Object({ result: Type.Array(Type.Unknown()), resultType: Type.String() })),
})

/** A Prometheus of a test's own, with our rules. */
export interface Prometheus {
  /**
   * What an expression comes to now: the number of its series.
   *
   * @throws when Prometheus cannot evaluate it, with what it says
   */
  series(query: string): Promise<number>
}

/** Starts a Prometheus that scrapes every second. It ends with the test. */
export async function startPrometheus(t: Test, metricsUrl: string): Promise<Prometheus> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-prometheus-'))
  const port = await freePort()
  await cp(RULES, join(directory, 'alerts.yml'))
  const scraped = { job_name: 'ecmr', static_configs: [{ targets: [new URL(metricsUrl).host] }] }
  const global = { scrape_interval: '1s', evaluation_interval: '1s' }
  // JSON is YAML.
  const settings = JSON.stringify({ global, rule_files: ['alerts.yml'], scrape_configs: [scraped] })
  await writeFile(join(directory, 'prometheus.yml'), settings)
  const isReady = async (): Promise<boolean> =>
    (await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => undefined))?.ok === true
  const args = [
    `--config.file=${join(directory, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(directory, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  await startServer(t, { name: 'prometheus', command: 'prometheus', args, isReady }, () =>
    rm(directory, { recursive: true, force: true }),
  )
  return {
    async series(query) {
      const body = new URLSearchParams({ query })
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/query`, { method: 'POST', body })
      const { status, error, data } = Value.Parse(answer, await response.json())
      if (status !== 'success' || data === undefined) throw new Error(error ?? status)
      return data.resultType === 'scalar' ? 1 : data.result.length
    },
  }
}
