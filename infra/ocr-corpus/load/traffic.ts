import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { median, percentile } from '../../bench/harness/numbers.js'
import { exampleNote } from '../../harness/requests.js'

const EACH_SECOND = 50

/** Where requests go, and with which key. */
export interface Api {
  readonly url: string
  readonly key: string
}

/** How one kind of request was answered, in milliseconds from when it was due. */
export interface Answered {
  readonly what: string
  readonly requests: number
  /** any other answer than a good one, or none */
  readonly failed: number
  readonly p50: number
  readonly p99: number
}

/**
 * What other people do with the service meanwhile: it lists notes and creates them, each 50 times a second whether or not the
 * last ones have been answered, until the signal.
 */
export async function traffic(api: Api, until: AbortSignal): Promise<readonly Answered[]> {
  const headers = { 'x-api-key': api.key, 'content-type': 'application/json' }
  const address = `${api.url}/api/ecmrs`
  const body = JSON.stringify(exampleNote)
  return Promise.all([
    steadily('GET /api/ecmrs', () => fetch(address, { headers }), until),
    steadily('POST /api/ecmrs', () => fetch(address, { method: 'POST', headers, body }), until),
  ])
}

async function steadily(what: string, send: () => Promise<Response>, until: AbortSignal): Promise<Answered> {
  const began = performance.now()
  const times: Promise<number | undefined>[] = []
  while (!until.aborted) {
    const due = began + (times.length * 1000) / EACH_SECOND
    await delay(Math.max(0, due - performance.now()))
    times.push(answered(send, due))
  }
  const good = (await Promise.all(times)).filter((time) => time !== undefined)
  return {
    what,
    requests: times.length,
    failed: times.length - good.length,
    p50: median(good),
    p99: percentile(good, 0.99),
  }
}

async function answered(send: () => Promise<Response>, due: number): Promise<number | undefined> {
  try {
    const answer = await send()
    await answer.arrayBuffer()
    return answer.ok ? performance.now() - due : undefined
  } catch {
    return undefined
  }
}

/** How a page came through the route. */
export interface PageRead {
  /** from sending it first to the answer, waiting included when it was sent again */
  readonly seconds: number
  /** how often the service asked to come back later */
  readonly postponed: number
  /** 200, or how it ended otherwise */
  readonly status: number
}

const MOST_SECONDS = 180

/** Sends a page, and sends it again when the service says that it has too many or cannot read now, after as long as it asks for. */
async function readByRoute(api: Api, body: string): Promise<PageRead> {
  const began = performance.now()
  for (let postponed = 0; ; postponed++) {
    const answer = await fetch(`${api.url}/api/ocr`, {
      method: 'POST',
      headers: { 'x-api-key': api.key, 'content-type': 'application/json' },
      body,
    })
    await answer.arrayBuffer()
    const seconds = (performance.now() - began) / 1000
    const again = answer.status === 429 || answer.status === 503
    if (!again || seconds > MOST_SECONDS) return { seconds, postponed, status: answer.status }
    await delay(Number(answer.headers.get('retry-after') ?? 1) * 1000)
  }
}

/** How a number of pages came through. */
export interface ManyRead {
  readonly pages: number
  readonly medianSeconds: number
  readonly p95Seconds: number
  readonly perMinute: number
  readonly postponed: number
  /** answered otherwise than with what was read */
  readonly failed: number
}

/** Sends pages, as many at once as there are readers; each has its own key and waits for its answer. */
export async function readMany(readers: readonly Api[], bodies: readonly string[]): Promise<ManyRead> {
  const left = [...bodies]
  const read: PageRead[] = []
  const began = performance.now()
  const reader = async (api: Api): Promise<void> => {
    for (let body = left.shift(); body !== undefined; body = left.shift())
      read.push(await readByRoute(api, body))
  }
  await Promise.all(readers.map(reader))
  const minutes = (performance.now() - began) / 60_000
  const seconds = read.map((page) => page.seconds)
  return {
    pages: read.length,
    medianSeconds: median(seconds),
    p95Seconds: percentile(seconds, 0.95),
    perMinute: read.length / minutes,
    postponed: read.reduce((sum, page) => sum + page.postponed, 0),
    failed: read.filter(({ status }) => status !== 200).length,
  }
}

const LOOK_EVERY_MS = 250
const MB = 1024

/** The most that was seen at once, in megabytes of resident memory. */
export interface Peak {
  readonly service: number
  /** its recognition processes together, with the programs that they run */
  readonly recognition: number
  readonly processes: number
}

/** Watches a service and the processes that it starts, until the signal. */
export async function peakMemory(pid: number, until: AbortSignal): Promise<Peak> {
  let peak: Peak = { service: 0, recognition: 0, processes: 0 }
  while (!until.aborted) {
    const all = await everyProcess()
    const children = all.filter(({ parent }) => parent === pid)
    const recognition = children.reduce((sum, child) => sum + withPrograms(child, all), 0)
    peak = {
      service: Math.max(peak.service, (await processOf(pid))?.megabytes ?? 0),
      recognition: Math.max(peak.recognition, recognition),
      processes: Math.max(peak.processes, children.length),
    }
    await delay(LOOK_EVERY_MS, undefined, { signal: until }).catch(() => undefined)
  }
  return peak
}

/** What a process holds and the programs that it runs. */
const withPrograms = (process: Process, all: readonly Process[]): number =>
  all
    .filter(({ parent }) => parent === process.pid)
    .reduce((sum, program) => sum + withPrograms(program, all), process.megabytes)

interface Process {
  readonly pid: number
  readonly parent: number
  readonly megabytes: number
}

async function everyProcess(): Promise<readonly Process[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  return (await Promise.all(pids.map(processOf))).flatMap((one) => one ?? [])
}

/** `undefined` when it has ended meanwhile. */
async function processOf(pid: number): Promise<Process | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  if (status === undefined) return undefined
  const number = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  return { pid, parent: number('PPid'), megabytes: Math.round(number('VmRSS') / MB) }
}
