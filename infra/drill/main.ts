import { parseArgs } from 'node:util'
import { allInOne } from './all-in-one.js'

const drills = { 'all-in-one': allInOne } as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '20' }, help: { type: 'boolean', default: false } },
})
const name = positionals[0] ?? 'all-in-one'

if (values.help || !(name in drills)) {
  console.log(`npm run drill -- [${Object.keys(drills).join('|')}] [--rounds 20]

all-in-one   kills the whole service with SIGKILL under load, again and again, and counts what was lost
             (odd rounds: our process alone; even rounds: PostgreSQL with it)`)
  process.exit(values.help ? 0 : 1)
}

const sound = await allInOne({ rounds: Number(values.rounds) })
process.exit(sound ? 0 : 1)
