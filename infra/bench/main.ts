import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { compare } from './compare/compare.js'
import { type Line, openBench, printTable, reached } from './harness/bench.js'
import { choice, chosenRows } from './rows/index.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    quick: { type: 'boolean', default: false },
    notes: { type: 'string', default: '10000000' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(`npm run bench -- [row ...] [--rounds 5] [--seconds 8] [--quick] [--notes 10000000]
npm run bench -- compare <checkout> [row ...] [--rounds 5] [--seconds 8] [--quick]

Measures this checkout against small naive programs, side by side on this machine.
${choice}
--quick uses a tenth of the data or less and says so; its figures show that a row runs, not how fast it is.
--notes is how far the row scale goes, 10000000 if disk and time allow.

compare measures another built checkout ("before") and this one ("after") in turn, round by round, each with a PostgreSQL
of its own. The rows, the load and the naive programs are this checkout's in both cases; services, commands and packages
are each checkout's own. To compare with an earlier commit:

  git worktree add ../before <commit>
  npm ci --prefix ../before
  npm run bench -- compare ../before creates appends

Rows that the other checkout cannot run, because it lacks what they measure, are named and left out.`)
  process.exit(0)
}

const options = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  quick: values.quick === true,
  notes: Number(values.notes),
}
try {
  const [command, checkout, ...rest] = positionals
  if (command === 'compare') await compare(checkout, chosenRows(rest), options)
  else await measure(chosenRows(positionals))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
process.exit()

async function measure(chosen: ReturnType<typeof chosenRows>): Promise<void> {
  const bench = await openBench(options)
  const lines: Line[] = []
  try {
    for (const { name, load } of chosen) {
      bench.note(`${name} …`)
      const run = await load()
      lines.push(...(await run(bench)))
    }
  } finally {
    await bench.close()
  }
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores, ${values.rounds} rounds of ${values.seconds} s, medians${values.quick ? ', QUICK: little data' : ''}`,
  )
  printTable(lines)
  console.log(`${lines.filter(reached).length} of ${lines.length} goals reached`)
}
