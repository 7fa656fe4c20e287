import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { accepted, exampleNote, send } from '../../harness/requests.js'
import { atMost, compared, inTurn, type Row } from '../harness/bench.js'
import { median, percentile } from '../harness/numbers.js'
import { sendUntil } from '../harness/steady-load.js'
import { upload } from '../harness/uploads.js'
import { watchMemory } from '../harness/watched-children.js'

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
  const other = await bench.key(database, 'Other')
  await bench.seed(database, 'Other', NOTES)
  const { id } = await accepted(await send(`${service.url}/api/ecmrs`, other, { body: exampleNote }), note)
  const reads = ['/api/ecmrs?limit=20', `/api/ecmrs/${id}`].map(
    (path) => async () => accepted(await send(service.url + path, other), Type.Object({})),
  )
  const addAll = () =>
    upload({ url: service.url, keys, files: FILES, bytes: FILE_BYTES, atOnceEach: AT_ONCE_EACH })

  await delay(SETTLED_MS)
  const memory = watchMemory(service)
  const alone = await addAll()
  const megabytes = memory.stop()
  const seconds: number[] = []
  const { ours, baseline } = await inTurn(bench, {
    baseline: () => sendUntil(delay(bench.seconds * 1_000), reads, READ_EVERY_MS),
    async ours() {
      const uploading = addAll()
      const times = await sendUntil(uploading, reads, READ_EVERY_MS)
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
    ...['list', 'record'].map((kind, index) =>
      compared({
        what: `p99 of another company's ${kind} meanwhile, 50 a second`,
        unit: 'ms',
        ours: ours.map((times) => percentile(times[index] ?? [], 0.99)),
        baseline: baseline.map((times) => percentile(times[index] ?? [], 0.99)),
        goal: { at: 'most', value: 1.2 },
        remark: `${(FILES / median(seconds)).toFixed(0)} files a second`,
      }),
    ),
  ]
}
