import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { provisions } from './provisions.js'
import { summary } from './report.js'
import { type Group, selectFiles, type TestFile, takesProcessors } from './selection.js'
import { runFiles } from './worker-pool.js'

const HELP = `npm test [-- <area>…]           all but the slow tests, on PostgreSQL and nats-server
npm run test:unit [-- <area>…]  tests that start no server and need nothing installed
npm run test:all [-- <area>…]   everything: also processes, Chromium journeys, Compose, pages to read
npm run test:ocr                reading documents, with all pages of the corpus

An area is a folder or a file: packages/webhooks, services/panel, webhooks, test/webhooks/circuit.test.ts.
A file that is named runs in whichever group it is.

  --jobs <number>   processes that run tests (default: the processors + 1; more get in each other's way). Those that compute
                    all the time come last, one for each processor
  --list            only says which files would run, and what they need

TEST_DATABASE_URL names a PostgreSQL to use instead of one for the run.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    unit: { type: 'boolean' },
    all: { type: 'boolean' },
    jobs: { type: 'string', default: String(availableParallelism() + 1) },
    list: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
})
const group: Group = values.unit ? 'unit' : values.all ? 'all' : 'default'
const files = selectFiles(group, positionals)

if (values.help) print(HELP)
else if (files.length === 0) {
  process.stderr.write(`No tests for: ${positionals.join(' ')}\n\n${HELP}\n`)
  process.exitCode = 2
} else if (values.list) for (const { name, needs } of files) print([name, ...needs].join(' '))
else await run()

function not(test: (file: TestFile) => boolean): (file: TestFile) => boolean {
  return (file) => !test(file)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function run(): Promise<void> {
  const { ready, stop } = provisions()
  const { began, report, stopped, end } = summary(files.length)
  process.once('SIGINT', () => void stop().finally(() => process.exit(130)))
  process.once('SIGTERM', () => {
    stopped()
    void stop().finally(() => process.exit(143))
  })
  try {
    const jobs = Number(values.jobs)
    await runFiles(files.filter(not(takesProcessors)), { jobs, ready, began, report })
    await runFiles(files.filter(takesProcessors), {
      jobs: Math.min(jobs, availableParallelism()),
      ready,
      began,
      report,
    })
  } finally {
    await stop()
  }
  process.exitCode = end() ? 0 : 1
}
