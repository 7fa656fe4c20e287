// How a driver’s page looks: fills in what the template has left open. Texts are in the page, in the language of its reader.

import { queueEntries } from './driver-entries.js'
import { element, type Texts } from './driver-elements.js'
import { smallPhotograph } from './driver-photograph.js'
import type { ActionName, Queue, Queued } from './driver-queue.js'
import { inOrder } from './driver-queue.js'
import type { KeptLink } from './driver-sender.js'

/** What a driver does on the page. */
interface Hands {
  /** false: there is no room for it */
  act(action: ActionName, says: Queued['says'], photograph?: Blob): Promise<boolean>
  again(key: string): Promise<void>
  dismiss(key: string): Promise<void>
  identify(code: string): Promise<string | { readonly left: number }>
  sendCode(): Promise<string>
  clear(): Promise<void>
}

export interface DriverPage {
  show(link: KeptLink, queue: Queue, isOnline: boolean): void
  /** it works without coverage from now on, or not */
  ready(isKept: boolean): void
  on(hands: Hands): void
}

/** What the service says of a note, as far as the page shows it. */
interface Shown {
  readonly number: string
  readonly company: string
  readonly status: string
  readonly progress: string
  readonly isTest: boolean
  readonly knowsDevice: boolean
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly plates: readonly string[]
  readonly trailer: string
  readonly qr: string
  readonly document: object | null
  readonly sign: string | null
  readonly mailsTo: string | null
}

/** What the page holds for its script. */
export function readPage(main: HTMLElement): Texts {
  const texts: Texts = JSON.parse(main.dataset.texts ?? '{}')
  return texts
}

/** Which actions make sense, by how far the goods are. */
const offered: Readonly<Record<string, readonly ActionName[]>> = {
  draft: ['take_over', 'report_incident', 'photograph'],
  assigned: ['take_over', 'report_incident', 'photograph'],
  in_transit: ['change_vehicle', 'report_incident', 'photograph', 'deliver'],
  delivered: ['photograph'],
}

/** How far the goods are once what waits is done. */
function progressAfter(progress: string, queue: Queue): string {
  const isTaken = queue.some(({ action, state }) => action === 'take_over' && state !== 'refused')
  if (queue.some(({ action, state }) => action === 'deliver' && state !== 'refused')) return 'delivered'
  return isTaken && progress !== 'delivered' ? 'in_transit' : progress
}

export function driverPage(main: HTMLElement, texts: Texts): DriverPage {
  const { t, problems, statuses, language } = texts
  const part = <E extends HTMLElement = HTMLElement>(name: string): E => {
    const found = main.querySelector<E>(`[data-${name}]`)
    if (found === null) throw new Error(`the page has no ${name}`)
    return found
  }
  const instant = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'short',
    timeStyle: 'short',
  })
  let hands: Hands | undefined
  let status = ''
  let drawn = ''
  const entries = queueEntries(main, texts, { instant, status: () => status, hands: () => hands })

  function show(link: KeptLink, queue: Queue, isOnline: boolean): void {
    const note = link.note as Shown | undefined
    part('open').hidden = note === undefined
    if (note) showNote(note, queue)
    const closed = link.closed === undefined ? undefined : (problems[link.closed] ?? problems.unknown)
    say(part('news'), closed ?? (isOnline ? '' : t.offline), 'warn')
    showQueue(inOrder(queue))
  }

  /** What is the same is not drawn anew: it would be read out again, and lose the focus. */
  function showQueue(queue: Queue): void {
    const now = JSON.stringify([status, queue.map(({ key, state, problem }) => [key, state, problem])])
    if (now === drawn) return
    drawn = now
    const refused = queue.filter(({ state }) => state === 'refused')
    const waiting = queue.filter(({ state }) => state !== 'refused')
    part('refused').replaceChildren(...refused.map(entries.problem))
    part('waiting').hidden = waiting.length === 0
    part('queue').replaceChildren(...waiting.map(entries.waiting))
    main.dataset.left = String(waiting.length)
  }

  function showNote(note: Shown, queue: Queue): void {
    status = note.status
    part('number').textContent = note.number
    document.title = note.number
    part('status').hidden = false
    part('status').textContent = statuses[note.status] ?? note.status
    part('company').textContent = note.company
    part('test').hidden = !note.isTest
    part('pdf').hidden = note.document === null
    part('identify').hidden = note.knowsDevice
    const sign = part<HTMLAnchorElement>('sign')
    sign.hidden = note.sign === null
    if (note.sign !== null) sign.href = note.sign
    const sendCode = part('send-code')
    sendCode.hidden = note.mailsTo === null
    sendCode.textContent = filled('sendCode', note.mailsTo ?? '')
    const askCode = part('ask-code')
    askCode.hidden = note.mailsTo !== null
    askCode.textContent = filled('askCode', note.company)
    const facts = note.facts.flatMap(([name, value]) => [element('dt', t[name]), element('dd', shown(value))])
    part('facts').replaceChildren(...facts)
    const actions = note.knowsDevice ? (offered[progressAfter(note.progress, queue)] ?? []) : []
    for (const details of main.querySelectorAll<HTMLDetailsElement>('[data-action]'))
      details.hidden = !actions.some((action) => action === details.dataset.action)
    part<HTMLImageElement>('qr-image').src = `data:image/svg+xml,${encodeURIComponent(note.qr)}`
    part('qr-number').textContent = note.number
    part('qr-plates').textContent = note.plates.join(' · ')
    part('qr-tracking').hidden = note.document !== null
    presetTrailer(note.trailer)
  }

  /** Instants in the reader’s way; everything else as it is. */
  function shown(value: string): string {
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? instant.format(new Date(value)) : value
  }

  /** The form for another vehicle begins with the trailer, which often stays. */
  function presetTrailer(plate: string): void {
    const form = main.querySelector<HTMLFormElement>('[data-action=change_vehicle] form')
    const trailer = form?.elements.namedItem('trailer_plate')
    if (!(trailer instanceof HTMLInputElement) || trailer.dataset.touched !== undefined) return
    trailer.value = plate
    trailer.addEventListener('input', () => trailer.setAttribute('data-touched', ''), { once: true })
  }

  function on(given: Hands): void {
    hands = given
    for (const form of main.querySelectorAll<HTMLFormElement>('[data-action] form'))
      form.addEventListener('submit', (event) => {
        event.preventDefault()
        if (form.reportValidity()) void take(form, given)
      })
    part<HTMLFormElement>('code-form').addEventListener('submit', (event) => {
      event.preventDefault()
      void identify(given)
    })
    part('send-code').addEventListener('click', async () => {
      const said = await given.sendCode()
      say(part('code-news'), t[`code_${said}`] ?? t.code_not_sent, said === 'sent' ? 'good' : 'warn')
    })
    part('show-qr').addEventListener('click', () => void showQr(part<HTMLDialogElement>('qr')))
    part('clear').addEventListener('click', () => {
      const left = Number(main.dataset.left ?? 0)
      if (left === 0 || window.confirm(filled('clearSure', String(left)))) void given.clear()
    })
  }

  async function take(form: HTMLFormElement, given: Hands): Promise<void> {
    const details = form.closest<HTMLDetailsElement>('[data-action]')
    const action = details?.dataset.action
    if (!details || !isAction(action)) return
    const sent = [...new FormData(form)]
    const file = sent.map(([, value]) => value).find((value) => value instanceof File)
    const photograph = file && (await smallPhotograph(file))
    if (file && !photograph) {
      say(part('news'), t.noPicture, 'bad')
      return
    }
    const typed = sent.flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
    )
    if (!(await given.act(action, Object.fromEntries(typed), photograph))) {
      say(part('news'), t.full, 'bad')
      return
    }
    form.reset()
    details.open = false
    main.focus()
  }

  async function identify(given: Hands): Promise<void> {
    const input = part<HTMLFormElement>('code-form').elements.namedItem('code')
    if (!(input instanceof HTMLInputElement)) return
    const code = input.value.replaceAll(/\s/g, '')
    const answer = /^\d{6}$/.test(code) ? await given.identify(code) : 'six_digits'
    const fault = typeof answer === 'string' ? t[`identify_${answer}`] : leftTries(answer.left)
    const shownFault = part('code-fault')
    shownFault.hidden = answer === 'bound'
    shownFault.textContent = answer === 'bound' ? '' : (fault ?? t.noAnswer ?? '')
    if (answer === 'bound') input.value = ''
    else input.focus()
  }

  function leftTries(left: number): string | undefined {
    return left > 0 ? filled('wrongCode', String(left)) : t.noCode
  }

  /** A text with what its braces stand for. */
  function filled(name: string, value: string): string {
    return (t[name] ?? '').replace(/\{\w+\}/, () => value)
  }

  return {
    show,
    ready: (isKept) => part('ready').toggleAttribute('hidden', !isKept),
    on,
  }
}

function isAction(name: string | undefined): name is ActionName {
  return ['take_over', 'deliver', 'change_vehicle', 'report_incident', 'photograph'].some(
    (known) => known === name,
  )
}

function say(place: HTMLElement, text: string | undefined, tone: 'good' | 'warn' | 'bad'): void {
  if (place.textContent === (text ?? '')) return
  place.textContent = text ?? ''
  place.className = text ? `notice notice-${tone}` : ''
}

/** The screen stays on while the code is shown, where the browser can. */
async function showQr(dialog: HTMLDialogElement): Promise<void> {
  dialog.showModal()
  const lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
  dialog.addEventListener('close', () => void lock?.release(), { once: true })
}
