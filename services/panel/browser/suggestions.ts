// Suggests parties, drivers and vehicles of the company's registers while one types in a note's form. Choosing one fills in what the register knows of it.
// As the combobox of the ARIA Authoring Practices: the focus stays in the field, arrows go through the list, Enter takes, Escape closes.

interface Suggestion {
  readonly title: string
  readonly detail: string
  readonly warnings: readonly string[]
  readonly values: readonly (readonly [name: string, value: string])[]
}

const ADDRESS = '/fichas/sugerencias'
const FIELDS = [
  'sender_company_name',
  'receiver_company_name',
  'carrier_company_name',
  'contractual_shipper_company_name',
  'driver_name',
  'vehicle_plate',
  'trailer_plate',
]
const FEWEST_LETTERS = 2
const PAUSE_MS = 200

const parts = document.querySelector<HTMLElement>('.note-form [data-suggestions]')
const form = parts?.closest('form')
if (parts && form) {
  const said = announcer(parts)
  for (const name of FIELDS) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement) suggestAt(field, form, said)
  }
}

/** Tells those who do not see the list how long it is. */
function announcer({ dataset }: HTMLElement) {
  const status = document.createElement('p')
  status.className = 'unseen'
  status.role = 'status'
  document.querySelector('main')?.append(status)
  const { suggestions = '', found = '', foundOne = '' } = dataset
  return {
    label: suggestions,
    count(count: number): void {
      status.textContent = count === 0 ? '' : count === 1 ? foundOne : found.replace('#', String(count))
    },
  }
}

function suggestAt(field: HTMLInputElement, form: HTMLFormElement, said: ReturnType<typeof announcer>): void {
  const list = document.createElement('ul')
  list.id = `${field.id}-suggestions`
  list.className = 'suggestions'
  list.role = 'listbox'
  list.ariaLabel = said.label
  list.hidden = true
  field.after(list)
  field.role = 'combobox'
  field.autocomplete = 'off'
  field.ariaAutoComplete = 'list'
  field.ariaExpanded = 'false'
  field.setAttribute('aria-controls', list.id)
  let shown: readonly Suggestion[] = []
  let active = -1
  let timer: number | undefined
  let asking: AbortController | undefined

  const close = (): void => {
    window.clearTimeout(timer)
    asking?.abort()
    shown = []
    list.hidden = true
    list.replaceChildren()
    field.ariaExpanded = 'false'
    activate(-1)
  }
  const activate = (place: number): void => {
    active = place
    for (const [index, option] of [...list.children].entries()) option.ariaSelected = String(index === place)
    const option = list.children[place]
    if (option) {
      field.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    } else field.removeAttribute('aria-activedescendant')
  }
  const show = (found: readonly Suggestion[]): void => {
    shown = found
    list.replaceChildren(...found.map((one, place) => optionOf(one, `${list.id}-${place}`)))
    list.hidden = found.length === 0
    field.ariaExpanded = String(found.length > 0)
    said.count(found.length)
    activate(-1)
  }
  const choose = (place: number): void => {
    const chosen = shown[place]
    close()
    if (chosen === undefined) return
    fill(form, chosen)
    warn(field, chosen.warnings)
    field.focus()
  }
  const ask = async (): Promise<void> => {
    asking?.abort()
    const typed = field.value.trim()
    if (typed.length < FEWEST_LETTERS) return close()
    asking = new AbortController()
    const found = await suggestions(field.name, typed, asking.signal)
    // A person who has left the field meanwhile does not need them any more.
    if (found !== undefined && document.activeElement === field) show(found)
  }

  field.addEventListener('input', (event) => {
    // What a choice has filled in, or a draft has brought back, is not typed.
    if (!event.isTrusted) return
    warn(field, [])
    window.clearTimeout(timer)
    timer = window.setTimeout(() => void ask(), PAUSE_MS)
  })
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown' && list.hidden && !event.altKey) return void ask()
    if (list.hidden) return
    const last = shown.length - 1
    if (event.key === 'ArrowDown') activate(active === last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') activate(active <= 0 ? last : active - 1)
    else if (event.key === 'Enter' && active >= 0) choose(active)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  })
  field.addEventListener('blur', close)
  // The field keeps the focus while one presses on the list.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('li') : null
    if (option) choose([...list.children].indexOf(option))
  })
}

/** What the registers suggest; undefined when that is not known. */
async function suggestions(
  name: string,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[] | undefined> {
  try {
    const query = new URLSearchParams({ campo: name, q: typed })
    const answer = await fetch(`${ADDRESS}?${query}`, { signal, redirect: 'error' })
    const said: unknown = answer.ok ? await answer.json() : undefined
    return isAnswer(said) ? said.items : undefined
  } catch {
    // Overtaken by the next letter, or the service is away: the field is a plain one.
    return undefined
  }
}

function isAnswer(said: unknown): said is { readonly items: readonly Suggestion[] } {
  return typeof said === 'object' && said !== null && 'items' in said && Array.isArray(said.items)
}

function optionOf({ title, detail, warnings }: Suggestion, id: string): HTMLLIElement {
  const option = document.createElement('li')
  option.id = id
  option.role = 'option'
  option.ariaSelected = 'false'
  option.append(title)
  if (detail !== '') option.append(small(detail))
  if (warnings.length > 0) option.append(small(warnings.join(' · '), 'warns'))
  return option
}

function small(text: string, look = ''): HTMLElement {
  const element = document.createElement('small')
  element.className = look
  element.textContent = text
  return element
}

function fill(form: HTMLFormElement, { values }: Suggestion): void {
  for (const [name, value] of values) {
    const control = form.elements.namedItem(name)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue
    control.value = value
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** What has expired is said below the field; it does not stand in the way. */
function warn(field: HTMLInputElement, warnings: readonly string[]): void {
  const before = field.parentElement?.querySelector('.suggested-warning')
  before?.remove()
  if (warnings.length === 0) return
  const said = document.createElement('p')
  said.className = 'suggested-warning'
  said.role = 'status'
  said.textContent = warnings.join(' · ')
  field.after(said)
}

export {}
