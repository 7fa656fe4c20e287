import { setTimeout as delay } from 'node:timers/promises'
import { openBench } from '../../bench/harness/bench.js'
import type { Child } from '../../harness/child.js'
import type { CorpusPage } from '../corpus-page.js'
import { imageOf, madePage } from '../make-page.js'
import { loadReport, type Reading } from './load-report.js'
import { peakMemory } from './process-memory.js'
import { readMany } from './read-many.js'
import { type Answered, type Api, traffic } from './traffic.js'

const AT_ONCE = 8
const QUIET_SECONDS = 20

/**
 * Starts the whole service and has pages read through POST /api/ocr, one at a time and eight at once (twice as many), while
 * others list and create notes; prints what a page takes and what the others notice of it. The exit code: 1 when an answer fails.
 */
export async function load(pages: readonly CorpusPage[]): Promise<number> {
  const bodies = pages.map(bodyOf)
  const twice = [...bodies, ...bodies]
  const bench = await openBench({ rounds: 1, seconds: QUIET_SECONDS, quick: false })
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
    const quiet = await traffic(others, AbortSignal.timeout(QUIET_SECONDS * 1000))
    const readings: Reading[] = []
    const measure = async (what: string, readers: readonly Api[], of: readonly string[]): Promise<void> => {
      bench.note(`${what} …`)
      readings.push(await reading(what, readers, of, measured))
    }
    await measure('the very first page', [first], bodies.slice(0, 1))
    await measure('one at a time', [first], bodies)
    await measure(`${AT_ONCE} at once, as many companies`, companies, twice)
    await measure(
      `${AT_ONCE} at once, one company`,
      companies.map(() => first),
      twice,
    )
    console.log(loadReport(quiet, readings))
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
