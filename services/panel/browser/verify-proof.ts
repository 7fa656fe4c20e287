import { type Facts, MOST_BYTES, type Refused, verifyProof } from './verify.js'

// Verifies the chosen or dropped proof in this browser. The page may connect to nothing, so nothing of it can leave.

const section = document.querySelector<HTMLElement>('[data-verifies]')
const drop = section?.querySelector<HTMLElement>('[data-drop]')
const input = section?.querySelector<HTMLInputElement>('input[type=file]')
const keys = section?.querySelector<HTMLTextAreaElement>('textarea')
const place = section?.querySelector<HTMLElement>('[data-verdict]')
if (section && drop && input && keys && place) {
  const texts: Readonly<Record<string, string>> = JSON.parse(section.dataset.verifies ?? '{}')
  const show = (parts: readonly HTMLElement[]) => place.replaceChildren(...parts)
  const verify = async () => {
    const [file] = input.files ?? []
    if (!file) return show([])
    show([element('p', texts.working)])
    show(verdictOf(await verdictOn(file, keys.value), texts))
  }
  section.hidden = false
  input.addEventListener('change', () => void verify())
  keys.addEventListener('change', () => void verify())
  for (const name of ['dragenter', 'dragover'] as const)
    drop.addEventListener(name, (event) => {
      event.preventDefault()
      drop.dataset.over = ''
    })
  for (const name of ['dragleave', 'drop'] as const)
    drop.addEventListener(name, () => delete drop.dataset.over)
  drop.addEventListener('drop', (event) => {
    event.preventDefault()
    input.files = event.dataTransfer?.files ?? null
    void verify()
  })
}

async function verdictOn(file: File, keys: string): Promise<Facts | Refused> {
  if (file.size > MOST_BYTES) return { ok: false, exit: 2, sentence: 'It is larger than 500 MB.' }
  const given = keys.split(/\s+/).filter(Boolean)
  // A witness's key has type 4 (c2sp.org/signed-note), which in base64 begins so.
  const isWitness = (vkey: string) => /\+B[A-P][A-Za-z0-9+/]{42}$/.test(vkey)
  const trust = { keys: given.filter((vkey) => !isWitness(vkey)), witnesses: given.filter(isWitness) }
  return verifyProof(new Uint8Array(await file.arrayBuffer()), trust)
}

function verdictOf(
  verdict: Facts | Refused,
  texts: Readonly<Record<string, string>>,
): readonly HTMLElement[] {
  if (verdict.ok)
    return [notice('good', element('h2', texts.holds)), factsOf(verdict, texts), warningsOf(verdict, texts)]
  const sentence = element('p', verdict.sentence)
  sentence.lang = 'en'
  const title = element('h2', verdict.exit === 1 ? texts.fails : texts.unreadable)
  return [notice('bad', title, element('p', texts.sentence), sentence)]
}

function factsOf(
  { note, events, files, checkpoint, keys, witnesses }: Facts,
  texts: Readonly<Record<string, string>>,
): HTMLElement {
  const source = (given: boolean) => (given ? texts.given : texts.taken)
  const facts: readonly (readonly [string | undefined, string])[] = [
    [texts.note, `${note.number}, ${texts.version} ${note.version}`],
    [texts.events, String(events.count)],
    [texts.recorded, `${events.first} – ${events.last}`],
    [texts.files, String(files)],
    [texts.checkpoint, `${checkpoint.origin}, ${checkpoint.size}, ${checkpoint.at}, ${checkpoint.root}`],
    ...keys.map(({ vkey, given }) => [texts.key, `${vkey} (${source(given)})`] as const),
    ...witnesses.map(({ vkey, given, at }) => [texts.witness, `${vkey} (${source(given)}), ${at}`] as const),
  ]
  const list = element('dl')
  list.className = 'facts'
  list.append(...facts.flatMap(([name, value]) => [element('dt', name), element('dd', value)]))
  return list
}

function warningsOf({ warnings }: Facts, texts: Readonly<Record<string, string>>): HTMLElement {
  const list = element('ul')
  list.append(...warnings.map((warning) => element('li', texts[warning])))
  return notice('warn', element('h2', texts.mind), list)
}

function notice(kind: string, ...parts: readonly HTMLElement[]): HTMLElement {
  const box = element('div')
  box.className = `notice notice-${kind}`
  box.append(...parts)
  return box
}

function element(name: string, text = ''): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
