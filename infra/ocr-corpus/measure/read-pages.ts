import type { CorpusPage } from '../corpus-page.js'
import { madePage } from '../make-page.js'
import type { MeasuredEngine } from './engines/engine.js'
import type { PageResult } from './page-result.js'
import { score } from './score.js'

const TOLD_EVERY = 20

/** Has an engine read pages, so many at once, and holds what it says against what is printed; in the order of the pages. */
export async function readPages(
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
  const { readings, seconds, refused } = await engine.read(made)
  const judged = score(made.drawn.truth, readings)
  return { page, judged, seconds, ...(refused !== undefined && { refused }) }
}
