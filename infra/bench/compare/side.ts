import { openBench } from '../harness/bench.js'
import { rowNamed } from '../rows/index.js'
import { nextRow } from './turns.js'

// One side of a comparison: measures rows whenever its turn has come, and tells the parent what came out.
const [options = '{}', ...names] = process.argv.slice(2)
const bench = await openBench(JSON.parse(options))
process.once('disconnect', () => void bench.close().then(() => process.exit(1)))
for (const name of names) {
  if ((await nextRow()) === 'skip') continue
  try {
    const run = await rowNamed(name).load()
    process.send?.({ row: name, lines: await run(bench) })
  } catch (error) {
    process.send?.({ row: name, problem: error instanceof Error ? error.message : String(error) })
  }
  await bench.stopChildren()
}
await bench.close()
process.exit()
