// The service worker of drivers’ pages: shows them without coverage, and sends what waits when there is coverage again. It keeps the
// files of one version, the pages that were opened, and their documents; everything else goes past it.

import { sendWaiting } from './driver-sender.js'
import * as store from './driver-store.js'

/** What a worker’s global object has that a window has not. */
interface WorkerScope {
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void
}

interface WorkerEvent extends Event {
  readonly request: Request
  readonly tag: string
  waitUntil(work: Promise<unknown>): void
  respondWith(answer: Promise<Response>): void
}

interface Files {
  readonly version: string
  readonly files: readonly string[]
}

const PAGES = 'driver-pages'
/** With less coverage than that, the page that was kept is the better one. */
const LONGEST_MS = 5_000

/** Begins to serve. All listeners are there before the worker’s script has ended, as browsers want it. */
export function serve(scope: WorkerScope, { version, files }: Files): void {
  const current = `driver-files-${version}`
  scope.addEventListener('install', (event) => {
    event.waitUntil(install(current, files).then(() => scope.skipWaiting()))
  })
  scope.addEventListener('activate', (event) => {
    event.waitUntil(removeOthers(current).then(() => scope.clients.claim()))
  })
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== location.origin) return
    if (pathname.startsWith('/assets/')) event.respondWith(file(current, request))
    else if (/^\/c\/([\w-]{43}(\/pdf)?)?$/.test(pathname)) event.respondWith(page(request, pathname))
  })
  scope.addEventListener('sync', (event) => event.waitUntil(sendAll()))
}

/** The files of this version, and the pages as they are with it. */
async function install(current: string, files: readonly string[]): Promise<void> {
  const cache = await caches.open(current)
  await cache.addAll(files.map((path) => new Request(path, { cache: 'reload' })))
  const pages = await caches.open(PAGES)
  for (const { url } of await pages.keys())
    if (!url.endsWith('/pdf')) {
      const fresh = await fetch(url, { cache: 'no-store', credentials: 'same-origin' })
      if (fresh.ok) await pages.put(url, fresh)
    }
}

async function removeOthers(current: string): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith('driver-files-') && name !== current) await caches.delete(name)
}

async function file(current: string, request: Request): Promise<Response> {
  const cache = await caches.open(current)
  const kept = await cache.match(request)
  if (kept) return kept
  try {
    return await fetch(request)
  } catch (error) {
    // The page that was kept may be of another version.
    const similar = await cache.match(request, { ignoreSearch: true })
    if (similar) return similar
    throw error
  }
}

/** What the service answers; without an answer, or with a bad one, what was kept. */
async function page(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(PAGES)
  const kept = await cache.match(path)
  try {
    const answer = await (kept ? withinTime(fetch(request)) : fetch(request))
    if (answer.ok) await cache.put(path, answer.clone())
    return answer.ok ? answer : (kept ?? answer)
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

function withinTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('there is too little coverage')), LONGEST_MS)
    work.then(resolve, reject)
  })
}

/** @throws when something is left, so that the browser asks again */
async function sendAll(): Promise<void> {
  const kit = { store, fetch: (path: string, init: RequestInit) => fetch(path, init), now: Date.now }
  let isLeft = false
  for (const { token } of await store.allLinks()) {
    if ((await store.queue(token)).every(({ state }) => state === 'refused')) continue
    const sent = await navigator.locks.request(`driver ${token}`, () => sendWaiting(kit, token))
    isLeft ||= sent === 'later'
    new BroadcastChannel('driver').postMessage(token)
  }
  if (isLeft) throw new Error('something is left to send')
}
