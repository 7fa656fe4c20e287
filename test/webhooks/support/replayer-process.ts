import { historyAsSource } from '@ecmr/notifier'
import { openListener, openPool } from '@ecmr/postgres'
import { replayer } from '@ecmr/webhooks'

// A process that carries replays out, in small pages, to be killed.
const [url = ''] = process.argv.slice(2)

await replayer({
  pool: openPool({ url, max: 2, name: 'replayer to be killed' }),
  listener: openListener(url, 'replayer to be killed'),
  source: historyAsSource,
  signal: new AbortController().signal,
  limits: { looks: 50, deliveries: 20, pending: 1_000_000, waitMs: 5, pollMs: 50 },
})
