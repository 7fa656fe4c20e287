import { availableParallelism } from 'node:os'
import type { CorpusPage } from '../corpus.js'
import { madePage } from '../degrade-page.js'
import { type EngineName, type MeasuredEngine, openEngine } from './engines/open-engine.js'
import { calibrationOf } from './calibration.js'
import { allMet } from './goals.js'
import { report } from './report.js'
import { type PageResult, score, scoreGoods } from './score.js'

const TOLD_EVERY = 20

/** Has an engine read pages, so many at once, and holds what it says against what is printed; in the order of the pages. */
async function readPages(
  engine: MeasuredEngine,
  pages: readonly CorpusPage[],
  atOnce: number,
): Promise<readonly PageResult[]> {
  const results: PageResult[] = []
  const left = [...pages.entries()]
  const reader = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [place, page] = next
      results[place] = await readOne(engine, page)
      const read = pages.length - left.length
      if (read % TOLD_EVERY === 0) process.stderr.write(`  ${read} of ${pages.length} pages …\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, reader))
  return results
}

async function readOne(engine: MeasuredEngine, page: CorpusPage): Promise<PageResult> {
  const made = madePage(page)
  const { readings, goods, ...answer } = await engine.read(made)
  const { truth, goods: printed } = made.drawn
  const lines = goods && scoreGoods(printed, goods)
  return { page, judged: score(truth, readings), ...(lines && { lines }), ...answer }
}

/** Has the pages read by an engine and prints how well; the exit code: 1 when a goal is missed, or nothing could be read. */
export async function measure(
  pages: readonly CorpusPage[],
  options: {
    readonly engine: EngineName
    readonly processes: number
    readonly words: string | undefined
    readonly faults: boolean
    readonly profile: boolean
    readonly calibration: boolean
  },
): Promise<number> {
  const { words, faults, profile } = options
  // Processor time of pages that are read at once cannot be told apart.
  const processes = profile ? 1 : options.processes
  const engine = await openEngine(options.engine, {
    processes,
    ...(words !== undefined && { words }),
    env: process.env,
  })
  if (typeof engine === 'string') {
    console.error(engine)
    return 1
  }
  try {
    const results = await readPages(engine, pages, processes)
    console.log(`${engine.description}: ${pages.length} pages, ${processes} at once`)
    console.log(`Node ${process.version}, ${availableParallelism()} cores\n`)
    console.log(report(results, { faults, profile }).join('\n\n'))
    if (options.calibration) console.log(`\n${calibrationOf(results)}`)
    return allMet(results) ? 0 : 1
  } finally {
    await engine.close()
  }
}
