import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { accepted, exampleNote, send } from '../../harness/requests.js'
import { atMost, compared, inTurn, type Row } from '../harness/bench.js'
import { median, percentile } from '../harness/numbers.js'
import { upload } from '../harness/uploads.js'
import { watchMemory } from '../harness/watched-children.js'
import type { Customer } from './creates.js'

const FILES = 200
const FILE_BYTES = 5_000_000
/** A company has eight uploads under way at most. */
const [COMPANIES, AT_ONCE_EACH] = [2, 8]
const NOTES = 1_000
const READ_EVERY_MS = 10
/** What was needed for the start alone is collected within so long. */
const SETTLED_MS = 30_000

const note = Type.Object({ id: Type.String() })

// 200 uploads of 5 MB, 16 at a time, and what another company's reads take meanwhile, against the same reads without.
export const attachments: Row = async (bench) => {
  const database = await bench.database('bench_attachments')
  const service = await bench.service(database)
  const keys: string[] = []
  while (keys.length < COMPANIES) keys.push(await bench.key(database, `Uploader ${keys.length + 1}`))
  const other = { url: service.url, key: await bench.key(database, 'Other') }
  await bench.seed(database, 'Other', NOTES)
  const { id } = await accepted(await send(`${other.url}/api/ecmrs`, other.key, { body: exampleNote }), note)
  const paths = { list: '/api/ecmrs?limit=20', record: `/api/ecmrs/${id}` }
  const addAll = () =>
    upload({ url: service.url, keys, files: FILES, bytes: FILE_BYTES, atOnceEach: AT_ONCE_EACH })

  await delay(SETTLED_MS)
  const memory = watchMemory(service)
  const alone = await addAll()
  const megabytes = memory.stop()
  const seconds: number[] = []
  const { ours, baseline } = await inTurn(bench, {
    baseline: () => readUntil(other, paths, delay(bench.seconds * 1_000)),
    async ours() {
      const uploading = addAll()
      const times = await readUntil(other, paths, uploading)
      seconds.push(await uploading)
      return times
    },
  })
  await service.stop()
  bench.note(
    `attachments: ${FILES} files in ${alone.toFixed(1)} s, beside reads in ${median(seconds).toFixed(1)} s`,
  )
  return [
    atMost(300, {
      what: 'memory while 200 files of 5 MB are added, 16 at a time',
      unit: 'MB',
      ours: megabytes,
    }),
    ...(['list', 'record'] as const).map((kind) =>
      compared({
        what: `p99 of another company's ${kind} meanwhile, 50 a second`,
        unit: 'ms',
        ours: ours.map((times) => percentile(times[kind], 0.99)),
        baseline: baseline.map((times) => percentile(times[kind], 0.99)),
        goal: { at: 'most', value: 1.2 },
        remark: `${(FILES / median(seconds)).toFixed(0)} files a second`,
      }),
    ),
  ]
}

interface Times {
  /** ms */
  readonly list: readonly number[]
  /** ms */
  readonly record: readonly number[]
}

/** Reads a list and a record in turn, each when it is due, whether the one before was answered or not. */
async function readUntil(
  { url, key }: Customer,
  paths: Readonly<Record<keyof Times, string>>,
  ended: Promise<unknown>,
): Promise<Times> {
  const times = { list: [] as number[], record: [] as number[] }
  const read = async (kind: keyof Times, due: number): Promise<void> => {
    await accepted(await send(url + paths[kind], key), Type.Object({}))
    times[kind].push(performance.now() - due)
  }
  const over = new AbortController()
  const isOver = ended.finally(() => over.abort())
  const reads: Promise<void>[] = []
  const began = performance.now()
  for (let n = 0; !over.signal.aborted; n++) {
    const due = began + n * READ_EVERY_MS
    if (due > performance.now()) await delay(due - performance.now())
    reads.push(read(n % 2 === 0 ? 'list' : 'record', due))
  }
  await Promise.all([isOver, ...reads])
  return times
}
