// The page of a driver: shows what is known of the note, takes what was done into the queue, and has it sent when there is coverage.

import { clearLink, clearPdf, keepForOffline, keepPdf } from './driver-offline.js'
import {
  type ActionName,
  dismissed,
  hasRoom,
  pauseAfter,
  type Queue,
  type Queued,
  resent,
} from './driver-queue.js'
import { sendWaiting } from './driver-sender.js'
import * as store from './driver-store.js'
import { type DriverPage, driverPage, readPage } from './driver-view.js'

/** An open page asks how the note stands. */
const LOOKS_EVERY_MS = 60_000

const main = document.querySelector<HTMLElement>('main[data-token]')
const token = main?.dataset.token ?? ''
if (main && token !== '') void open(driverPage(main, readPage(main)))

async function open(page: DriverPage): Promise<void> {
  const now = Date.now()
  const link = (await store.link(token)) ?? { token, secret: newSecret(), skew: 0, seenAt: now }
  await store.keepLink({ ...link, seenAt: now })
  const channel = new BroadcastChannel('driver')
  let timer: number | undefined
  let isOnline = true

  const show = async (): Promise<void> => {
    const [kept, queue] = [await store.link(token), await store.queue(token)]
    if (kept) page.show(kept, queue, isOnline)
  }

  /** Sends what waits, unless another tab is about to. */
  const send = async (): Promise<void> => {
    window.clearTimeout(timer)
    const sent = await navigator.locks.request(`driver ${token}`, { ifAvailable: true }, (lock) =>
      lock
        ? sendWaiting({ store, fetch: (path, init) => fetch(path, init), now: Date.now }, token)
        : undefined,
    )
    if (sent !== undefined) {
      isOnline = sent !== 'later'
      channel.postMessage(token)
    }
    await show()
    const kept = await store.link(token)
    if (kept?.note) void keepPdf(token, kept.note)
    if (kept?.closed !== undefined) void clearPdf(token)
    const waiting = (await store.queue(token)).filter(({ state }) => state === 'waiting')
    const tries = Math.max(0, ...waiting.map((one) => one.tries))
    const pause = isOnline && waiting.length === 0 ? LOOKS_EVERY_MS : pauseAfter(tries, Math.random())
    if (kept?.closed === undefined) timer = window.setTimeout(() => void send(), pause)
  }

  const change = async (how: (queue: Queue) => Queue): Promise<void> => {
    await store.change(token, how)
    await show()
    void send()
  }

  page.on({
    act: async (action, says, photograph) => {
      if (!(await enqueue(action, says, photograph))) return false
      await show()
      void send()
      void sendWhenConnected()
      return true
    },
    again: (key) => change((queue) => resent(queue, key)),
    dismiss: (key) => change((queue) => dismissed(queue, key)),
    identify: async (code) => {
      const answer = await identify(code)
      if (answer === 'bound') {
        void navigator.storage?.persist?.()
        await send()
      }
      return answer
    },
    sendCode: () => mailCode(),
    clear: async () => {
      await clearLink(token)
      location.replace('/c/')
    },
  })
  channel.addEventListener('message', () => void show())
  window.addEventListener('online', () => void send())
  window.addEventListener('offline', () => {
    isOnline = false
    void show()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void send()
  })
  await show()
  void keepForOffline(token).then((isKept) => page.ready(isKept))
  await send()
}

/** Takes an action into the queue; false when there is no room. */
async function enqueue(action: ActionName, says: Queued['says'], photograph?: Blob): Promise<boolean> {
  const { skew } = (await store.link(token)) ?? { skew: 0 }
  let isTaken = false
  await store.change(token, (queue) => {
    const told = { says, ...(photograph && { photograph }) }
    isTaken = hasRoom(queue, told)
    const order = Math.max(0, ...queue.map((one) => one.order)) + 1
    const one = { key: crypto.randomUUID(), token, order, action, ...told, at: Date.now(), skew, tries: 0 }
    return isTaken ? [...queue, { ...one, state: 'waiting' }] : queue
  })
  return isTaken
}

/** Where browsers can, the worker sends it, even when this page is closed by then. */
async function sendWhenConnected(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/c/')
  if (!registration || !('sync' in registration)) return
  const { sync } = registration as { sync: { register(tag: string): Promise<void> } }
  await sync.register('send').catch(() => undefined)
}

async function identify(code: string): Promise<string | { readonly left: number }> {
  const answer = await post('dispositivo', { code })
  if (answer === undefined) return 'no_answer'
  const said: unknown = await answer.json().catch(() => undefined)
  if (answer.ok) return 'bound'
  if (typeof said !== 'object' || said === null) return 'no_answer'
  if ('left' in said && typeof said.left === 'number') return { left: said.left }
  return 'problem' in said && typeof said.problem === 'string' ? said.problem : 'no_answer'
}

async function mailCode(): Promise<string> {
  const answer = await post('codigo', {})
  const said: unknown = await answer?.json().catch(() => undefined)
  return typeof said === 'object' && said !== null && 'mailed' in said ? String(said.mailed) : 'not_sent'
}

async function post(what: string, body: object): Promise<Response | undefined> {
  const { secret = '' } = (await store.link(token)) ?? {}
  const headers = { 'content-type': 'application/json', 'x-device': secret }
  const init = { method: 'POST', headers, body: JSON.stringify(body), credentials: 'omit' } as const
  return fetch(`/c/${token}/${what}`, init).catch(() => undefined)
}

/** 32 random bytes, base64url: what the service knows this telephone by, for this link. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
