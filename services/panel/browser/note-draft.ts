// Keeps what is typed into a note's form in this tab until it is saved: when the session ends meanwhile, or the page is left by mistake,
// it stands in the form again afterwards. Other users of the browser, other tabs and the service do not see it.

interface Draft {
  readonly user: string
  /** of the form, with its query */
  readonly address: string
  /** where the form is sent */
  readonly action: string
  readonly values: readonly (readonly [name: string, value: string])[]
  /** sent, and no answer seen that says it was not taken */
  readonly isSent: boolean
}

// `panel.ts` takes it out when the user logs out.
const KEPT = 'draft'
const PAUSE_MS = 400

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const form = document.querySelector<HTMLFormElement>('form.note-form')
const problem = document.querySelector<HTMLElement>('[data-not-taken]')
if (form) keepDraft(form)
else if (problem) notTaken(problem)
else if (read()?.isSent) write(undefined)

function keepDraft(form: HTMLFormElement): void {
  const { user = '', fresh } = form.dataset
  const action = new URL(form.action).pathname
  const kept = read()
  // Of another user, or saved: what follows a form is the note, or the form for its next lines.
  if (kept && (kept.user !== user || (kept.isSent && kept.action !== action))) write(undefined)
  const own = kept?.user === user && kept.action === action ? kept : undefined
  const here =
    location.pathname === action || fresh !== undefined ? location.pathname + location.search : action
  // A form that was sent and is shown again has lost its query.
  const address = fresh === undefined && own ? own.address : here
  if (fresh !== undefined && own?.address === address && isWorthRestoring(own, form)) restore(own, form)

  let timer: number | undefined
  const keep = (isSent: boolean): void => {
    window.clearTimeout(timer)
    timer = undefined
    write({ user, address, action, values: valuesOf(form), isSent })
  }
  if (fresh === undefined) keep(false)
  form.addEventListener('input', () => {
    timer ??= window.setTimeout(() => keep(false), PAUSE_MS)
  })
  form.addEventListener('submit', () => keep(true))
  window.addEventListener('pagehide', () => {
    if (timer !== undefined) keep(false)
  })
  const discard = (): void => {
    window.clearTimeout(timer)
    timer = undefined
    write(undefined)
  }
  form.querySelector('[data-discard]')?.addEventListener('click', discard)
  document.querySelector('form[action="/salir"]')?.addEventListener('submit', discard)
}

/** What was sent and saved is not typed anew: the note has another version by then. */
function isWorthRestoring({ isSent, values }: Draft, form: HTMLFormElement): boolean {
  const shown = new Map(valuesOf(form))
  const isSame = values.every(([name, value]) => (shown.get(name) ?? '') === value)
  return !isSame && !(isSent && new Map(values).get('version') !== shown.get('version'))
}

function restore({ values }: Draft, form: HTMLFormElement): void {
  const typed = new Set(values.map(([name]) => name))
  // Lines that others have added since are none of the version that this was typed for.
  for (const [name] of valuesOf(form)) {
    const control = typed.has(name) || !/^\w+\/\d+\//.test(name) ? undefined : controlOf(form, name)
    if (control) control.value = ''
  }
  for (const [name, value] of values) {
    const control = controlOf(form, name)
    if (control === undefined) continue
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value !== ''
    else control.value = value
    // What is restored is in sight.
    if (value !== '')
      for (let part = control.closest('details'); part; part = part.parentElement?.closest('details') ?? null)
        part.open = true
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const notice = document.querySelector<HTMLElement>('[data-restored]')
  if (notice) notice.hidden = false
  notice?.querySelector('button')?.addEventListener('click', () => {
    write(undefined)
    location.reload()
  })
}

/** The control of a name; lines of a list are added until there is one. */
function controlOf(form: HTMLFormElement, name: string): Control | undefined {
  const [list = '', row] = name.split('/')
  const add =
    row === undefined ? null : form.querySelector<HTMLButtonElement>(`[data-rows="${list}"] button[data-add]`)
  for (;;) {
    const found = form.elements.namedItem(name)
    if (isControl(found)) return found
    if (!add || add.hidden) return undefined
    add.click()
  }
}

function isControl(element: unknown): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  )
}

/** What is typed and chosen, and what it was typed for: the version of the note, and which lines of its lists. */
function valuesOf(form: HTMLFormElement): Draft['values'] {
  return [...form.elements].flatMap((element): Draft['values'] => {
    if (!isControl(element) || element.name === '') return []
    if (element.type === 'hidden' && !/^(version$|lines\/)/.test(element.name)) return []
    const isOff = element instanceof HTMLInputElement && element.type === 'checkbox' && !element.checked
    return [[element.name, isOff ? '' : element.value]]
  })
}

/** A page that says that a form was not taken: after logging in, its user goes on where they were. */
function notTaken(problem: HTMLElement): void {
  const kept = read()
  if (!kept) return
  write({ ...kept, isSent: false })
  const again = problem.querySelector('form')
  if (!again || new URL(again.action).pathname !== kept.action) return
  again.addEventListener('submit', () => write({ ...kept, isSent: true }))
  const onwards = problem.querySelector<HTMLAnchorElement>('[data-log-in-here] a')
  if (!onwards) return
  onwards.href = `/entrar?siguiente=${encodeURIComponent(kept.address)}`
  for (const way of problem.querySelectorAll<HTMLElement>('[data-log-in-here], [data-log-in-elsewhere]'))
    way.hidden = !way.hidden
}

function read(): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null')
    return isDraft(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Only this script writes it; what an earlier version wrote may look different. */
function isDraft(kept: unknown): kept is Draft {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'action' in kept &&
    'values' in kept &&
    Array.isArray(kept.values)
  )
}

function write(draft: Draft | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(KEPT)
    else sessionStorage.setItem(KEPT, JSON.stringify(draft))
  } catch {
    // No room, or not allowed: the form does without.
  }
}

export {}
