import { availableParallelism } from 'node:os'
import { tableOf } from '../../harness/table.js'
import type { Peak } from './process-memory.js'
import type { ManyRead } from './read-many.js'
import type { Answered } from './traffic.js'

/** Pages read in one way, and what else was to be seen then. */
export interface Reading {
  readonly what: string
  readonly read: ManyRead
  readonly memory: Peak
  readonly meanwhile: readonly Answered[]
}

const PAGES = [
  'pages read',
  'pages',
  's median',
  's p95',
  'a minute',
  'postponed',
  'failed',
  'service MB',
  'recognition MB',
  'processes',
]
const OTHERS = [
  '50 requests a second',
  'meanwhile',
  'requests',
  'failed',
  'p50 ms',
  'p99 ms',
  'p50 ×',
  'p99 ×',
]

/** Two tables: what reading takes, and what others notice of it beside the same without reading. */
export function loadReport(quiet: readonly Answered[], readings: readonly Reading[]): string {
  const others = quiet.flatMap((before) => [
    othersRow('nothing is read', before, before),
    ...readings.flatMap(({ what, meanwhile }) =>
      meanwhile.filter((now) => now.what === before.what).map((now) => othersRow(what, now, before)),
    ),
  ])
  return [
    `Node ${process.version}, ${availableParallelism()} cores`,
    tableOf(PAGES, readings.map(pagesRow), 1),
    'postponed: the service asked to come back later (429 or 503), and the page was sent again; memory is resident, the most seen',
    tableOf(OTHERS, others, 2),
    '×: as a multiple of what it takes when nothing is read',
  ].join('\n\n')
}

function pagesRow({ what, read, memory }: Reading): readonly string[] {
  return [
    what,
    String(read.pages),
    read.medianSeconds.toFixed(2),
    read.p95Seconds.toFixed(2),
    read.perMinute.toFixed(1),
    ...[read.postponed, read.failed, memory.service, memory.recognition, memory.processes].map(String),
  ]
}

function othersRow(what: string, now: Answered, before: Answered): readonly string[] {
  return [
    now.what,
    what,
    String(now.requests),
    String(now.failed),
    now.p50.toFixed(1),
    now.p99.toFixed(1),
    (now.p50 / before.p50).toFixed(2),
    (now.p99 / before.p99).toFixed(2),
  ]
}
