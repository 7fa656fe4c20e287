// The keyboard: a search over everything, and single keys for what is done most. All of it can be reached without them too.

const find = <E extends HTMLElement>(id: string): E | null => document.querySelector<E>(`#${id}`)

const help = find<HTMLDialogElement>('shortcuts')
const search = find<HTMLDialogElement>('search-all')
const question = find<HTMLInputElement>('search-all-q')
const hits = search?.querySelector('ul')
const singleKeys = find<HTMLInputElement>('single-keys')

/** Whether keys without Ctrl count. Some people speak to their browser, or press keys by accident: they switch them off. */
const OFF = 'single-keys-off'
const kept = (): string | null => {
  try {
    return window.localStorage.getItem(OFF)
  } catch {
    return null
  }
}
if (singleKeys) {
  singleKeys.checked = kept() === null
  singleKeys.addEventListener('change', () => {
    try {
      if (singleKeys.checked) window.localStorage.removeItem(OFF)
      else window.localStorage.setItem(OFF, '')
    } catch {
      // A browser that keeps nothing forgets it with the page.
    }
  })
}

for (const opener of document.querySelectorAll<HTMLElement>('[data-opens]')) {
  opener.hidden = false
  opener.addEventListener('click', (event) => {
    event.preventDefault()
    find<HTMLDialogElement>(opener.dataset.opens ?? '')?.showModal()
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), select, textarea'))

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) {
    if (key !== 'k' || event.shiftKey || !search) return
    event.preventDefault()
    if (!search.open) search.showModal()
    question?.select()
    return
  }
  if (isTyping(event.target) || document.querySelector('dialog[open]') || singleKeys?.checked === false)
    return
  if (actions[key]?.()) event.preventDefault()
})

/** What a key does; false: nothing here. */
const actions: Readonly<Record<string, () => boolean>> = {
  '/': () => {
    const field = find<HTMLInputElement>('f-search')
    if (field) field.select()
    else search?.showModal()
    return true
  },
  n: () => {
    window.location.assign('/ecmrs/nueva')
    return true
  },
  j: () => move(1),
  k: () => move(-1),
  x: () => {
    const box = document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('input[type=checkbox]')
    box?.click()
    return box !== undefined && box !== null
  },
  '?': () => {
    help?.showModal()
    return help !== null
  },
}

/** Puts the focus on the next or previous note of a list. */
function move(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>('.note-list tbody th a')]
  const here = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement))
  const next = rows[here === -1 ? (by === 1 ? 0 : rows.length - 1) : here + by]
  next?.focus()
  return next !== undefined
}

interface Hit {
  readonly href: string
  readonly text: string
  readonly detail: string
}

const QUIET_MS = 150
let waiting = 0
let asking: AbortController | undefined

async function show(asked: string): Promise<void> {
  asking?.abort()
  asking = new AbortController()
  const { signal } = asking
  try {
    const answer = await fetch(`/buscar?${new URLSearchParams({ q: asked })}`, {
      headers: { accept: 'application/json' },
      signal,
    })
    if (!answer.ok) return
    const { hits: found }: { readonly hits: readonly Hit[] } = await answer.json()
    hits?.replaceChildren(...(found.length > 0 ? found.map(lineOf) : [saying(search?.dataset.none ?? '')]))
  } catch {
    // The next letter asks again; Enter opens the page of the search.
  }
}

function lineOf({ href, text, detail }: Hit): HTMLLIElement {
  const [line, link, more] = [
    document.createElement('li'),
    document.createElement('a'),
    saying(detail, 'span'),
  ]
  link.href = href
  link.textContent = text
  more.className = 'quiet'
  line.append(link, ' ', more)
  return line
}

function saying<Name extends 'li' | 'span'>(text: string, name?: Name): HTMLElement {
  const element = document.createElement(name ?? 'li')
  element.textContent = text
  return element
}

question?.addEventListener('input', () => {
  window.clearTimeout(waiting)
  waiting = window.setTimeout(() => void show(question.value), QUIET_MS)
})

// The arrows lead through what was found; Enter in the field opens the page of the search.
search?.addEventListener('keydown', (event) => {
  const links = [...search.querySelectorAll('a')]
  const here = links.findIndex((link) => link.matches(':focus'))
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    const next = links[here + (event.key === 'ArrowDown' ? 1 : -1)]
    if (next) next.focus()
    else if (here === 0) question?.focus()
  }
})

/** How many notes are selected, and a box that selects all. */
const selection = document.querySelector<HTMLFormElement>('form.selection')
if (selection) {
  const boxes = [...selection.querySelectorAll<HTMLInputElement>('input[name=id]')]
  const all = selection.querySelector<HTMLInputElement>('input[data-all]')
  const count = selection.querySelector<HTMLElement>('[data-count]')
  const tell = (): void => {
    const chosen = boxes.filter(({ checked }) => checked).length
    selection.dataset.chosen = String(chosen)
    if (count) count.textContent = String(chosen)
    if (!all) return
    all.checked = chosen === boxes.length
    all.indeterminate = chosen > 0 && chosen < boxes.length
  }
  if (all) {
    all.hidden = false
    all.addEventListener('change', () => {
      for (const box of boxes) box.checked = all.checked
      tell()
    })
  }
  selection.addEventListener('change', tell)
  // A page that comes back by the browser's back button keeps its boxes.
  window.addEventListener('pageshow', tell)
  tell()
}
