import { availableParallelism } from 'node:os'
import type { CorpusPage } from '../corpus-page.js'
import { type EngineName, openEngine } from './engines/open-engine.js'
import { readPages } from './read-pages.js'
import { allMet, report } from './report.js'

/** Has the pages read by an engine and prints how well; the exit code: 1 when a goal is missed, or nothing could be read. */
export async function measure(
  pages: readonly CorpusPage[],
  options: {
    readonly engine: EngineName
    readonly processes: number
    readonly words: string | undefined
    readonly faults: boolean
  },
): Promise<number> {
  const { processes, words, faults } = options
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
    console.log(report(results, faults).join('\n\n'))
    return allMet(results) ? 0 : 1
  } finally {
    await engine.close()
  }
}
