import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { openBench } from '../../bench/harness/bench.js'
import type { Child } from '../../harness/child.js'
import { tableOf } from '../../harness/table.js'
import type { CorpusPage } from '../corpus.js'
import { imageOf, madePage } from '../degrade-page.js'
import {
  type Answered,
  type Api,
  type ManyRead,
  type Peak,
  peakMemory,
  readMany,
  traffic,
} from './traffic.js'

/** Pages read in one way, and what else was to be seen then. */
export interface Reading {
  readonly what: string
  readonly read: ManyRead
  readonly memory: Peak
  readonly meanwhile: readonly Answered[]
}

const PAGES =
  'pages read|pages|s median|s p95|a minute|postponed|failed|service MB|recognition MB|processes'.split('|')
const OTHERS = '50 requests a second|meanwhile|requests|failed|p50 ms|p99 ms|p50 ×|p99 ×'.split('|')

/** What others are answered when nothing is read. */
export interface Quiet {
  readonly before: readonly Answered[]
  /** the same after the pages have been read: how far it is from the first tells how much chance is in the figures */
  readonly afterwards: readonly Answered[]
}

/** Two tables: what reading takes, and what others notice of it beside the same without reading; then the goal. */
export function loadReport(quiet: Quiet, readings: readonly Reading[]): string {
  const others = quiet.before.flatMap((before) => [
    othersRow(NOTHING, before, before),
    ...readings.flatMap(({ what, meanwhile }) =>
      meanwhile.filter((now) => now.what === before.what).map((now) => othersRow(what, now, before)),
    ),
    ...quiet.afterwards
      .filter((now) => now.what === before.what)
      .map((now) => othersRow(`${NOTHING}, again`, now, before)),
  ])
  return [
    `Node ${process.version}, ${availableParallelism()} cores`,
    tableOf(PAGES, readings.map(pagesRow), 1),
    'postponed: the service asked to come back later (429 or 503), and the page was sent again; memory is resident, the most seen',
    tableOf(OTHERS, others, 2),
    '×: as a multiple of what it takes when nothing is read',
    goalLines(quiet, readings).join('\n'),
  ].join('\n\n')
}

const NOTHING = 'nothing is read'
const ONE = 'one at a time'
const MOST_TIMES = 1.3

/** Whether others wait little longer while one page is read than otherwise, by the mean of both quiet times. */
function goalLines({ before, afterwards }: Quiet, readings: readonly Reading[]): readonly string[] {
  const meanwhile = readings.flatMap((reading) => (reading.what === ONE ? reading.meanwhile : []))
  return meanwhile.map(({ what, p99 }) => {
    const quiet = [...before, ...afterwards].filter((each) => each.what === what).map((each) => each.p99)
    const times = (p99 * quiet.length) / quiet.reduce((sum, each) => sum + each, 0)
    const noise = Math.max(...quiet) / Math.min(...quiet)
    const met = times <= MOST_TIMES ? 'met   ' : 'MISSED'
    return `${met} ${what}: p99 ${times.toFixed(2)} × while one page is read, goal ≤ ${MOST_TIMES} ×; both quiet times differ by ${noise.toFixed(2)} ×`
  })
}

const pagesRow = ({ what, read, memory }: Reading): readonly string[] => [
  what,
  String(read.pages),
  ...[read.medianSeconds, read.p95Seconds].map((seconds) => seconds.toFixed(2)),
  read.perMinute.toFixed(1),
  ...[read.postponed, read.failed, memory.service, memory.recognition, memory.processes].map(String),
]

const othersRow = (what: string, now: Answered, before: Answered): readonly string[] => [
  ...[now.what, what, String(now.requests), String(now.failed)],
  ...[now.p50, now.p99].map((ms) => ms.toFixed(1)),
  ...[now.p50 / before.p50, now.p99 / before.p99].map((times) => times.toFixed(2)),
]

const AT_ONCE = 8
const QUIET_SECONDS = 20

/**
 * Starts the whole service and has pages read through POST /api/ocr, one at a time and eight at once (twice as many), while
 * others list and create notes; prints what a page takes and what the others notice of it. The exit code: 1 when an answer fails.
 */
export async function load(pages: readonly CorpusPage[]): Promise<number> {
  const bodies = pages.map(bodyOf)
  const twice = [...bodies, ...bodies]
  const bench = await openBench({ rounds: 1, seconds: QUIET_SECONDS, quick: false, notes: 0 })
  try {
    const database = await bench.database('ocr_load')
    const service = await bench.service(database, { OCR_ENGINE: 'tesseract' })
    const api = async (company: string): Promise<Api> => ({
      url: service.url,
      key: await bench.key(database, company),
    })
    const others = await api('Others')
    const companies: Api[] = []
    for (let number = 1; number <= AT_ONCE; number++) companies.push(await api(`Reader ${number}`))
    const [first = others] = companies
    const measured = { service, others }

    bench.note('without anything to read …')
    await traffic(others, AbortSignal.timeout(2000))
    const before = await traffic(others, AbortSignal.timeout(QUIET_SECONDS * 1000))
    const readings: Reading[] = []
    const measure = async (what: string, readers: readonly Api[], of: readonly string[]): Promise<void> => {
      bench.note(`${what} …`)
      readings.push(await reading(what, readers, of, measured))
    }
    await measure('the very first page', [first], bodies.slice(0, 1))
    await measure(ONE, [first], bodies)
    bench.note('without anything to read, again …')
    const afterwards = await traffic(others, AbortSignal.timeout(QUIET_SECONDS * 1000))
    await measure(`${AT_ONCE} at once, as many companies`, companies, twice)
    await measure(
      `${AT_ONCE} at once, one company`,
      companies.map(() => first),
      twice,
    )
    console.log(loadReport({ before, afterwards }, readings))
    return readings.some(({ read, meanwhile }) => read.failed > 0 || anyFailed(meanwhile)) ? 1 : 0
  } finally {
    await bench.close()
  }
}

async function reading(
  what: string,
  readers: readonly Api[],
  bodies: readonly string[],
  { service, others }: { readonly service: Child; readonly others: Api },
): Promise<Reading> {
  const done = new AbortController()
  const memory = peakMemory(service.process.pid ?? 0, done.signal)
  const meanwhile = traffic(others, done.signal)
  try {
    const read = await readMany(readers, bodies)
    // so that even one quick page leaves enough requests for a percentile
    await delay(500)
    done.abort()
    return { what, read, memory: await memory, meanwhile: await meanwhile }
  } finally {
    done.abort()
  }
}

const anyFailed = (answered: readonly Answered[]): boolean => answered.some(({ failed }) => failed > 0)

function bodyOf(page: CorpusPage): string {
  const { mediaType, bytes } = imageOf(madePage(page))
  return JSON.stringify({ image: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}` })
}
