// The consignment notes that were opened on this telephone; what an installed page begins with. What waits is sent from here too.

import { sendWaiting } from './driver-sender.js'
import * as store from './driver-store.js'

const main = document.querySelector<HTMLElement>('main[data-token]')
const list = main?.querySelector<HTMLElement>('[data-notes]')
const none = main?.querySelector<HTMLElement>('[data-none]')
if (list && none) {
  void show(list, none).then(() => sendAll(list, none))
  window.addEventListener('online', () => void sendAll(list, none))
}

async function show(list: HTMLElement, none: HTMLElement): Promise<void> {
  const links = [...(await store.allLinks())].sort((a, b) => b.seenAt - a.seenAt)
  none.hidden = links.length > 0
  const entries = links.map(async ({ token, note }) => {
    const left = (await store.queue(token)).length
    const entry = document.createElement('li')
    const link = document.createElement('a')
    link.className = 'card'
    link.href = `/c/${token}`
    const number = document.createElement('span')
    number.className = 'mono'
    number.textContent = String(note?.number ?? '—')
    link.append(number, left > 0 ? ` · ${left} ⏳` : '')
    entry.append(link)
    return entry
  })
  list.replaceChildren(...(await Promise.all(entries)))
}

async function sendAll(list: HTMLElement, none: HTMLElement): Promise<void> {
  const kit = { store, fetch: (path: string, init: RequestInit) => fetch(path, init), now: Date.now }
  for (const { token } of await store.allLinks())
    if ((await store.queue(token)).some(({ state }) => state !== 'refused'))
      await navigator.locks.request(`driver ${token}`, { ifAvailable: true }, (lock) =>
        lock ? sendWaiting(kit, token) : undefined,
      )
  await show(list, none)
}
