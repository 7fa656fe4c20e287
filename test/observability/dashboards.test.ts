import { boards, queriesOf } from '#observability'
import t from 'tap'
import { startService, stopService } from '../all-in-one/service.js'
import { certificates } from '../documents/certificates.js'
import { emptyDataDir } from '../support/data-dir.js'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { startPrometheus } from '../support/prometheus.js'
import { withoutPromtool } from '../support/promtool.js'
import { until } from '../support/until.js'
import { startLoad } from './load.js'

/** As Grafana fills them in, for a Prometheus that scrapes every second. */
const filledIn = (query: string): string =>
  query.replaceAll('$__rate_interval', '30s').replaceAll('$instance', '.*').replaceAll('[6h]', '[1m]')

t.test(
  'every query of every dashboard has an answer while the service works',
  { skip: withoutPromtool || withoutNatsServer },
  async (t) => {
    const { url } = await natsServer(t)
    const { make, password } = certificates(t)
    const service = await startService(t, {
      dataDir: await emptyDataDir(t),
      env: {
        NATS_URL: url,
        DOCUMENT_SEAL_FILE: make('seal', { days: 400 }),
        DOCUMENT_SEAL_PASSWORD: password,
        LOG_LEVEL: 'error',
      },
    })
    const prometheus = await startPrometheus(t, service.metricsUrl)
    const load = await startLoad(t, service)
    const queries = new Map(boards.flatMap((board) => [...queriesOf(board)]))
    t.ok(queries.size > 60, `${queries.size} queries`)

    const empty = new Set(queries.keys())
    // Twice at least, so that every counter has risen between two scrapes.
    await load.round()
    await until(async () => {
      await load.round()
      for (const place of empty) {
        const query = queries.get(place) ?? ''
        if ((await prometheus.series(filledIn(query))) > 0) empty.delete(place)
      }
      return empty.size === 0
    }, 'an answer to every query').catch((error: unknown) =>
      t.fail(`${error}; empty: ${[...empty].join('; ')}`),
    )
    t.equal(await stopService(service), 0)
  },
)
