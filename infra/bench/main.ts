import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Line, openBench, printTable, type Row, reached } from './harness/bench.js'
import { appends, eventStoreDbAppends } from './rows/appends.js'
import { creates } from './rows/creates.js'
import { createsBesideDocuments } from './rows/creates-beside-documents.js'
import { crowd } from './rows/crowd.js'
import { deliveries } from './rows/deliveries.js'
import { hostileReceivers } from './rows/hostile-receivers.js'
import { inspection } from './rows/inspection.js'
import { mcp } from './rows/mcp.js'
import { memory } from './rows/memory.js'
import { notification } from './rows/notification.js'
import { pages } from './rows/pages.js'
import { queries } from './rows/queries.js'
import { rebuild } from './rows/rebuild.js'
import { relay } from './rows/relay.js'
import { rendering } from './rows/rendering.js'
import { startUp } from './rows/start-up.js'

const rows: readonly Row[] = [
  startUp,
  appends,
  creates,
  memory,
  queries,
  mcp,
  pages,
  rendering,
  createsBesideDocuments,
  inspection,
  rebuild,
  eventStoreDbAppends,
  relay,
  notification,
  deliveries,
  crowd,
  hostileReceivers,
]
const names = rows.map((row) => row.name)
const groups = [...new Set(rows.flatMap((row) => row.group ?? []))]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(`npm run bench -- [row ...] [--rounds 5] [--seconds 8] [--quick]

Measures this checkout against small naive programs, side by side on this machine.
Rows: ${names.join(', ')} (all by default).
Groups of rows: ${groups.join(', ')}.
--quick uses a tenth of the data and says so; its figures show that a row runs, not how fast it is.`)
  process.exit(0)
}

const isChosen = ({ name, group }: Row): boolean =>
  positionals.length === 0 || positionals.includes(name) || positionals.includes(group ?? name)
const chosen = rows.filter(isChosen)
const unknown = positionals.filter((name) => ![...names, ...groups].some((known) => known === name))
if (unknown.length) {
  console.error(`There is no row ${unknown.join(', ')}. Rows: ${[...names, ...groups].join(', ')}.`)
  process.exit(1)
}

const bench = await openBench({
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  quick: values.quick === true,
})
const lines: Line[] = []
try {
  for (const row of chosen) {
    bench.note(`${row.name} …`)
    lines.push(...(await row.run(bench)))
  }
} finally {
  await bench.close()
}
console.log(
  `Node ${process.version}, ${availableParallelism()} cores, ${values.rounds} rounds of ${values.seconds} s, medians${values.quick ? ', QUICK: a tenth of the data' : ''}`,
)
printTable(lines)
console.log(`${lines.filter(reached).length} of ${lines.length} goals reached`)
