import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MEASURED_CHECKOUT, onMeasured, root } from '../../harness/child.js'
import type { BenchOptions } from '../harness/bench.js'
import type { Entry } from '../rows/index.js'
import { type Compared, printComparison, type Result } from './comparison.js'
import { type Waiting, sideToMeasure } from './turns.js'

interface Side {
  readonly name: 'before' | 'after'
  readonly child: ChildProcess
  /** what it waits for; undefined while it measures and when it has ended */
  waiting: Waiting | undefined
  readonly results: Map<string, Result>
}

type Message = { readonly waiting: Waiting } | ({ readonly row: string } & Result)

/**
 * Measures rows of another checkout and of this one, one round of each in turn, and prints what has changed.
 *
 * @param checkout where the other is, built
 * @throws when it is not built
 */
export async function compare(
  checkout: string | undefined,
  rows: readonly Entry[],
  options: BenchOptions,
): Promise<void> {
  const other = await builtCheckout(checkout)
  const names = rows.map(({ name }) => name)
  const before = start('before', other, names, options)
  const after = start('after', root, names, options)
  await untilEnded(before, after, names)
  const compared = names.map(
    (row): Compared => ({ row, before: before.results.get(row), after: after.results.get(row) }),
  )
  const { rounds, seconds, quick } = options
  console.log(
    `Before: ${other}\nAfter: ${root}\nNode ${process.version}, ${availableParallelism()} cores, ${rounds} rounds of ${seconds} s in turn, medians${quick ? ', QUICK: little data' : ''}`,
  )
  printComparison(compared)
}

async function builtCheckout(checkout: string | undefined): Promise<string> {
  if (checkout === undefined) throw new Error('Which checkout? npm run bench -- compare <checkout> [row ...]')
  const path = resolve(checkout)
  const parts = ['services/all-in-one/dist/main.js', 'services/cli/dist/main.js', 'node_modules/@ecmr']
  try {
    for (const part of parts) await access(join(path, part))
  } catch {
    throw new Error(`${path} is not a built checkout. Build it first: npm ci --prefix ${path}`)
  }
  return path
}

function start(name: Side['name'], checkout: string, names: readonly string[], options: BenchOptions): Side {
  const child = fork(
    fileURLToPath(new URL('side.js', import.meta.url)),
    [JSON.stringify(options), ...names],
    {
      execArgv: [...onMeasured(checkout)],
      env: { ...process.env, [MEASURED_CHECKOUT]: checkout },
    },
  )
  return { name, child, waiting: undefined, results: new Map() }
}

/** Gives turns until both sides have ended. */
async function untilEnded(before: Side, after: Side, names: readonly string[]): Promise<void> {
  const giveTurn = (): void => {
    const side = nextSide(before, after)
    if (!side?.waiting) return
    const { row, round } = side.waiting
    side.waiting = undefined
    const name = names[row] ?? ''
    if (round === 0) process.stderr.write(`${side.name}: ${name}\n`)
    const other = side === before ? after : before
    side.child.send(round === 0 && other.results.get(name)?.problem !== undefined ? 'skip' : 'go')
  }
  const ended = [before, after].map(async (side) => {
    side.child.on('message', (message: Message) => {
      if ('waiting' in message) side.waiting = message.waiting
      else side.results.set(message.row, message)
      giveTurn()
    })
    await once(side.child, 'exit')
    giveTurn()
  })
  await Promise.all(ended)
}

function nextSide(before: Side, after: Side): Side | undefined {
  const [first, second] = [before, after]
  if (first.waiting && second.waiting)
    return sideToMeasure(first.waiting, second.waiting) === 'before' ? first : second
  if (first.waiting) return hasEnded(second) ? first : undefined
  return hasEnded(first) ? second : undefined
}

const hasEnded = ({ child }: Side): boolean => child.exitCode !== null || child.signalCode !== null
