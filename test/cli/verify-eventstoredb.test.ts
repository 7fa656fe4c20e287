import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { startEventStoreDb } from '../eventstoredb-wire/server.js'
import { openCli } from './ground.js'

interface Found {
  readonly problem: string
  readonly stream: string | null
}

const isNote = (line: string): boolean => line.startsWith('["ecmr-')
const streamOf = (line: string): string => JSON.parse(line)[0]

/** What an attacker with the server's files could do to its log, append by append. */
const manipulations: Readonly<
  Record<string, (lines: readonly string[], notes: readonly number[]) => readonly string[]>
> = {
  'a whole note removed': (lines, [first = 0]) => {
    const gone = streamOf(lines[first] ?? '')
    return lines.filter((line) => streamOf(line) !== gone)
  },
  'two notes’ beginnings exchanged': (lines, [first = 0, second = 0]) =>
    lines.map((line, i) => (i === first ? lines[second] : i === second ? lines[first] : line) ?? ''),
  'the newest appends removed': (lines) => lines.slice(0, -3),
}

t.test('on EventStoreDB what was removed or moved is named by what the history has seen', async (t) => {
  const file = join(t.testdir(), 'events')
  let server = await startEventStoreDb({ file })
  t.teardown(() => server.stop())
  const { port, url } = server
  const { ecmr, json } = await openCli(t, { env: { EVENTSTOREDB_URL: url, EVENT_STORE: 'eventstoredb' } })
  for (const line of ['demo seed --notes 8 --seed 7', 'projections rebuild all', 'audit verify'])
    await json(line)
  const pristine = await readFile(file, 'utf8')
  const lines = pristine.split('\n').slice(0, -1)
  const begins = new Map<string, number>()
  for (const [i, line] of lines.entries())
    if (isNote(line) && !begins.has(streamOf(line))) begins.set(streamOf(line), i)

  for (const [what, manipulate] of Object.entries(manipulations)) {
    await t.test(what, async (t) => {
      await server.stop()
      const after = manipulate(lines, [...begins.values()])
      await writeFile(file, after.map((line) => `${line}\n`).join(''))
      server = await startEventStoreDb({ file, port })
      const { code, stdout } = await ecmr('audit verify --json')
      t.equal(code, 1)
      const { problems }: { problems: readonly Found[] } = JSON.parse(stdout)
      const moved = lines.filter((line, i) => isNote(line) && after[i] !== line).map(streamOf)
      t.ok(
        problems.some(
          ({ problem, stream }) => problem !== 'read_model_differs' && moved.includes(stream ?? ''),
        ),
        JSON.stringify(problems.slice(0, 5)),
      )
    })
  }
})
