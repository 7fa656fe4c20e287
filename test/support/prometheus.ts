import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { untilReady } from '#harness/child'
import { type Prometheus, prometheusServer } from '#harness/prometheus'
import type { Test } from 'tap'

/** Starts a Prometheus of a test's own that scrapes every second. It ends with the test. */
export async function startPrometheus(t: Test, metricsUrl: string): Promise<Prometheus> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-prometheus-'))
  const prometheus = await prometheusServer(directory, '1s')
  t.teardown(async () => {
    await prometheus.child.stop('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  })
  await prometheus.scrape([{ url: metricsUrl }])
  prometheus.child.start()
  await untilReady([prometheus.child])
  return prometheus
}
