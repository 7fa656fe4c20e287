// What the page needs without coverage: the worker with our files, the page itself, and the note’s document.

import type { NoteSeen } from './driver-sender.js'
import * as store from './driver-store.js'

const PAGES = 'driver-pages'
/** After that a link that nothing waits for is forgotten, in ms: 45 days. */
const KEPT_MS = 45 * 24 * 3_600_000

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string
  }
}

/** Has the browser keep what the page consists of. False where it cannot. */
export async function keepForOffline(token: string): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  try {
    await navigator.serviceWorker.register(workerUrl(), {
      scope: '/c/',
      type: 'module',
      updateViaCache: 'none',
    })
    await navigator.serviceWorker.ready
    const pages = await caches.open(PAGES)
    if (!(await pages.match(`/c/${token}`))) await pages.add(`/c/${token}`)
    if (!(await pages.match('/c/'))) await pages.add('/c/')
    await forgetOld()
    return true
  } catch {
    // Without coverage it is as it was: kept before, or not.
    return (await caches.match(`/c/${token}`)) !== undefined
  }
}

/** The policy of our pages lets scripts name no other script than this one. */
function workerUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const url = '/c/sw.js'
  return (
    trustedTypes?.createPolicy('driver-worker', { createScriptURL: () => url }).createScriptURL(url) ?? url
  )
}

/** Keeps the document as it is now; the worker does it as the file passes by. */
export async function keepPdf(token: string, { document }: NoteSeen): Promise<void> {
  const path = `/c/${token}/pdf`
  if (!isDocument(document) || !('caches' in window) || !navigator.serviceWorker?.controller) return
  const kept = await caches.match(path)
  if (kept?.headers.get('etag') === `"${document.sha256}"`) return
  await fetch(path, { credentials: 'omit' }).catch(() => undefined)
}

function isDocument(document: unknown): document is { readonly sha256: string } {
  return typeof document === 'object' && document !== null && 'sha256' in document
}

/** Removes everything of a link from this device. */
export async function clearLink(token: string): Promise<void> {
  await store.forget(token)
  await clearPages(token)
}

async function clearPages(token: string): Promise<void> {
  const pages = await caches.open(PAGES)
  await Promise.all([`/c/${token}`, `/c/${token}/pdf`].map((path) => pages.delete(path)))
}

/** The document of a link that has ended does not stay. */
export async function clearPdf(token: string): Promise<void> {
  await (await caches.open(PAGES)).delete(`/c/${token}/pdf`)
}

async function forgetOld(): Promise<void> {
  for (const { token, seenAt } of await store.allLinks())
    if (seenAt < Date.now() - KEPT_MS && (await store.queue(token)).length === 0) await clearLink(token)
}
