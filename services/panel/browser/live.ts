// Says on a page what has changed since it was made, while the user looks at it. Nothing moves until they ask for it.

const ADDRESS = '/cambios'
/** A stream says something at once, and every 20 seconds. One that does not is kept back by a proxy, or is dead. */
const FIRST_WORD_WITHIN_MS = 5_000
const WORD_WITHIN_MS = 50_000
/** Pages without a stream ask by themselves, and look now and then whether they can have one. */
const ASK_EVERY_MS = 30_000
const ASKS_BEFORE_STREAM = 10

interface News {
  readonly changes: readonly { readonly id: string; readonly version: number }[]
  readonly more: boolean
  readonly position: string
}

const bar = document.querySelector<HTMLElement>('[data-live]')
if (bar) follow(bar)

function follow(bar: HTMLElement): void {
  const changed = new Map<string, number>()
  const asked = new URLSearchParams(bar.dataset.live)
  let stream: EventSource | undefined
  let timer: number | undefined
  let asks = 0
  let isOver = false

  const later = (what: () => void, ms: number): void => {
    window.clearTimeout(timer)
    timer = window.setTimeout(what, ms)
  }
  const stop = (): void => {
    window.clearTimeout(timer)
    stream?.close()
    stream = undefined
  }

  function listen(): void {
    stop()
    if (isOver || document.hidden) return
    stream = new EventSource(`${ADDRESS}?${asked}`)
    const isAlive = (): void => later(askInstead, WORD_WITHIN_MS)
    later(askInstead, FIRST_WORD_WITHIN_MS)
    stream.addEventListener('ready', isAlive)
    stream.addEventListener('beat', isAlive)
    stream.addEventListener('changes', ({ data }) => {
      isAlive()
      tell(data)
    })
    stream.addEventListener('end', ({ data }) => over(isSwitch(data) ? 'switched' : 'ended'))
    stream.addEventListener('error', () => {
      // While it is connecting again, the browser does what there is to do.
      if (stream?.readyState === EventSource.CLOSED) askInstead()
    })
  }

  function askInstead(): void {
    stop()
    asks = 0
    void ask()
  }

  async function ask(): Promise<void> {
    if (isOver || document.hidden) return
    asks += 1
    later(asks > ASKS_BEFORE_STREAM ? listen : () => void ask(), ASK_EVERY_MS)
    try {
      const answer = await fetch(`${ADDRESS}?${asked}`, {
        headers: { accept: 'application/json' },
        redirect: 'manual',
      })
      // Without a session every address leads to the login.
      if (answer.type === 'opaqueredirect') over('ended')
      else if (answer.status === 409) over('switched')
      else if (answer.ok) tell(await answer.text())
    } catch {
      // Away for a moment; it asks again.
    }
  }

  function tell(text: string): void {
    const news = read(text)
    if (news === undefined) return
    for (const { id, version } of news.changes) changed.set(id, Math.max(version, changed.get(id) ?? 0))
    if (asked.has('desde') && news.position !== '') asked.set('desde', news.position)
    if (news.more) bar.dataset.isMore = ''
    if (changed.size === 0) return
    const { one = '', many = '', more = '' } = bar.dataset
    const said = 'isMore' in bar.dataset ? more : changed.size === 1 ? one : many
    show('news', said.replace('{count}', String(changed.size)))
  }

  function over(why: 'ended' | 'switched'): void {
    isOver = true
    stop()
    show(why)
  }

  function show(part: 'news' | 'ended' | 'switched', text?: string): void {
    for (const other of bar.querySelectorAll<HTMLElement>('p')) other.hidden = !(`${part}` in other.dataset)
    const place = bar.querySelector('[data-news] span')
    if (text !== undefined && place) place.textContent = text
  }

  // A hidden page keeps no connection: over HTTP/1.1 a browser has six for all its tabs.
  document.addEventListener('visibilitychange', () => (document.hidden ? stop() : listen()))
  window.addEventListener('pagehide', stop)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listen()
  })
  listen()
}

/** Whether a stream has ended because the session acts for another company. */
function isSwitch(text: string): boolean {
  const said: unknown = JSON.parse(text)
  return typeof said === 'object' && said !== null && 'reason' in said && said.reason === 'company'
}

/** What the service said; undefined for what it did not. */
function read(text: string): News | undefined {
  const said: unknown = JSON.parse(text)
  return isNews(said) ? said : undefined
}

function isNews(said: unknown): said is News {
  return typeof said === 'object' && said !== null && 'changes' in said && Array.isArray(said.changes)
}
