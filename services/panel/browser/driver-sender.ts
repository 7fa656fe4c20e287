// Sends what waits, in order, each once. The page does it, and the worker when the page is closed.

import { skewOf, statedAt } from './driver-clock.js'
import { type Answer, answered, next, type Queue, type Queued, released } from './driver-queue.js'

/** What the service says of a note. */
export interface NoteSeen {
  readonly status: string
  readonly progress: string
  /** it knows this telephone */
  readonly knowsDevice: boolean
  readonly [name: string]: unknown
}

/** A link that was opened on this device. */
export interface KeptLink {
  readonly token: string
  /** what the telephone is known by once it is identified */
  readonly secret: string
  /** how far the service’s clock is ahead, as measured last, in ms */
  readonly skew: number
  /** the note as it was seen last; gone with the link */
  readonly note?: NoteSeen
  /** why the link leads nowhere any more */
  readonly closed?: string
  /** by the device’s clock, in ms */
  readonly seenAt: number
}

/** What the sender works with. */
export interface SenderKit {
  readonly store: {
    link(token: string): Promise<KeptLink | undefined>
    keepLink(link: KeptLink): Promise<void>
    queue(token: string): Promise<Queue>
    change(token: string, change: (queue: Queue) => Queue): Promise<Queue>
  }
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
}

const LONGEST_MS = 30_000
const LONGEST_PHOTOGRAPH_MS = 120_000

/** `later`: something waits for coverage or for the service. */
export type Sent = 'done' | 'later' | 'closed' | 'unknown_device'

/**
 * Asks how the note stands, and sends what waits. Only one at a time may do it for a link.
 *
 * @throws nothing that the network does
 */
export async function sendWaiting(kit: SenderKit, token: string): Promise<Sent> {
  const link = await refresh(kit, token)
  if (link === undefined) return 'later'
  if (link.closed !== undefined) return 'closed'
  if (link.note?.knowsDevice !== true) return 'unknown_device'
  let one = next(await kit.store.queue(token))
  if (one === undefined) return 'done'
  for (; one !== undefined; one = next(await kit.store.queue(token))) {
    const { key } = one
    const answer = await send(kit, link, one)
    await kit.store.change(token, (queue) => answered(queue, key, answer))
    if (answer.kind === 'later' || answer.kind === 'unknown_device') return answer.kind
    if (answer.kind === 'closed') {
      await close(kit, link, answer.problem)
      return 'closed'
    }
  }
  // What was sent has changed the note.
  await refresh(kit, token)
  return 'done'
}

/** The link with the note as it is now; undefined when there is no answer. */
async function refresh(kit: SenderKit, token: string): Promise<KeptLink | undefined> {
  const kept = await kit.store.link(token)
  if (kept === undefined) return undefined
  const sentAt = kit.now()
  const response = await ask(kit, `/c/${token}/datos`, kept)
  if (response === undefined) return undefined
  const skew = skewOf(response.headers.get('date'), sentAt, kit.now()) ?? kept.skew
  const said = await bodyOf(response)
  const problem = closedBy(response, said)
  if (problem !== undefined) return close(kit, kept, problem)
  if (!response.ok || !isNote(said)) return undefined
  const { closed: _, ...open } = kept
  const link = { ...open, skew, note: said, seenAt: kit.now() }
  await kit.store.keepLink(link)
  await kit.store.change(token, (queue) => released(queue, said.status))
  return link
}

/** What was kept of the note goes; what could not be done stays, for the driver to see. */
async function close(kit: SenderKit, link: KeptLink, closed: string): Promise<KeptLink> {
  const { note: _, ...rest } = link
  const ended = { ...rest, closed, seenAt: kit.now() }
  await kit.store.keepLink(ended)
  await kit.store.change(link.token, (queue) => answered(queue, '', { kind: 'closed', problem: closed }))
  return ended
}

async function send(kit: SenderKit, link: KeptLink, one: Queued): Promise<Answer> {
  const stated = statedAt(one, { at: kit.now(), skew: link.skew })
  if (!stated.ok) return { kind: 'refused', problem: 'clock_changed', progress: link.note?.progress ?? '' }
  const response = await (one.photograph
    ? sendPhotograph(kit, link, one.photograph, { ...one.says, key: one.key })
    : sendAction(kit, link, one, stated.at))
  return response === undefined ? { kind: 'later' } : answerOf(response, await bodyOf(response))
}

function sendAction(
  kit: SenderKit,
  link: KeptLink,
  { says, action, key }: Queued,
  at: string | undefined,
): Promise<Response | undefined> {
  const body = JSON.stringify({ ...says, ...(at !== undefined && { at }), action, key })
  return ask(kit, `/c/${link.token}/acciones`, link, { body, type: 'application/json' })
}

function sendPhotograph(
  kit: SenderKit,
  link: KeptLink,
  body: Blob,
  says: Queued['says'],
): Promise<Response | undefined> {
  return ask(kit, `/c/${link.token}/fotos?${new URLSearchParams(says)}`, link, { body, type: 'image/jpeg' })
}

/** What an answer of the service means. One that is none of its own, such as a proxy’s, means to try later. */
function answerOf(response: Response, said: Said): Answer {
  const problem = said.problem ?? 'malformed'
  if (response.ok) return said.recorded === true ? { kind: 'recorded' } : { kind: 'later' }
  if (response.status === 401) return { kind: 'unknown_device' }
  const closed = closedBy(response, said)
  if (closed !== undefined) return { kind: 'closed', problem: closed }
  const isFinal = said.problem !== undefined || response.status === 413 || response.status === 400
  if (!isFinal || response.status >= 500 || response.status === 429) return later(response)
  return { kind: 'refused', problem, ...(said.progress !== undefined && { progress: said.progress }) }
}

function later({ headers }: Response): Answer {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return { kind: 'later', ...(seconds > 0 && { afterMs: seconds * 1_000 }) }
}

function closedBy({ status }: Response, { problem }: Said): string | undefined {
  return status === 404 || status === 410 ? problem : undefined
}

async function ask(
  { fetch }: SenderKit,
  path: string,
  { secret }: KeptLink,
  sent?: { readonly body: string | Blob; readonly type: string },
): Promise<Response | undefined> {
  try {
    const init = { headers: { 'x-device': secret }, cache: 'no-store', credentials: 'omit' } as const
    const signal = AbortSignal.timeout(typeof sent?.body === 'object' ? LONGEST_PHOTOGRAPH_MS : LONGEST_MS)
    if (sent === undefined) return await fetch(path, { ...init, signal })
    const headers = { ...init.headers, 'content-type': sent.type }
    return await fetch(path, { ...init, method: 'POST', headers, body: sent.body, signal })
  } catch {
    return undefined
  }
}

interface Said {
  readonly recorded?: boolean
  readonly problem?: string
  readonly progress?: string
}

/** What an answer says; nothing when it is cut off, or no JSON. */
async function bodyOf(response: Response): Promise<Said> {
  try {
    const said: unknown = await response.json()
    return typeof said === 'object' && said !== null ? said : {}
  } catch {
    return {}
  }
}

function isNote(said: object): said is NoteSeen {
  return 'status' in said && 'progress' in said && 'knowsDevice' in said
}
