// What the device keeps of the links that were opened on it, and what waits to be sent: in IndexedDB, so that it is there when the browser
// has been closed. Each change of a queue is one transaction, whichever tab makes it.

import type { Queue, Queued } from './driver-queue.js'
import { inOrder } from './driver-queue.js'
import type { KeptLink } from './driver-sender.js'

const DATABASE = 'driver'
const VERSION = 1

let opened: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('links', { keyPath: 'token' })
      request.result.createObjectStore('queue', { keyPath: 'key' }).createIndex('token', 'token')
    }
    request.onsuccess = () => {
      // Another tab brings a newer version.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  return opened
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}

export async function allLinks(): Promise<readonly KeptLink[]> {
  const found: KeptLink[] = await done((await database()).transaction('links').objectStore('links').getAll())
  return found
}

export async function link(token: string): Promise<KeptLink | undefined> {
  const found: KeptLink | undefined = await done(
    (await database()).transaction('links').objectStore('links').get(token),
  )
  return found
}

export async function keepLink(kept: KeptLink): Promise<void> {
  const transaction = (await database()).transaction('links', 'readwrite', { durability: 'strict' })
  transaction.objectStore('links').put(kept)
  await committed(transaction)
}

export async function queue(token: string): Promise<Queue> {
  const store = (await database()).transaction('queue').objectStore('queue')
  const found: Queued[] = await done(store.index('token').getAll(token))
  return inOrder(found)
}

/** Changes the queue of a link, and says what it is now. */
export async function change(token: string, how: (queue: Queue) => Queue): Promise<Queue> {
  const transaction = (await database()).transaction('queue', 'readwrite', { durability: 'strict' })
  const store = transaction.objectStore('queue')
  const before: Queued[] = await done(store.index('token').getAll(token))
  const after = how(inOrder(before))
  const left = new Set(after.map(({ key }) => key))
  for (const { key } of before) if (!left.has(key)) store.delete(key)
  for (const one of after) if (!before.includes(one)) store.put(one)
  await committed(transaction)
  return after
}

/** Forgets a link and what waits for it. */
export async function forget(token: string): Promise<void> {
  await change(token, () => [])
  const transaction = (await database()).transaction('links', 'readwrite')
  transaction.objectStore('links').delete(token)
  await committed(transaction)
}
