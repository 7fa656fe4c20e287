// Shows the first picture of a paper note before it is sent, takes pictures where they are dropped, says at once what cannot be read, and
// that reading goes on.

const form = document.querySelector<HTMLFormElement>('form[data-chooses]')
const drop = form?.querySelector<HTMLElement>('[data-drop]')
const main = form?.querySelector<HTMLInputElement>('#f-image')
const shown = form?.querySelector<HTMLImageElement>('[data-chosen]')
const said = form?.querySelector<HTMLElement>('#f-image-fault')
const progress = form?.querySelector<HTMLElement>('[data-progress]')
if (form && drop && main && shown && said && progress) letChoose({ form, drop, main, shown, said, progress })

interface Parts {
  readonly form: HTMLFormElement
  readonly drop: HTMLElement
  readonly main: HTMLInputElement
  readonly shown: HTMLImageElement
  readonly said: HTMLElement
  readonly progress: HTMLElement
}

function letChoose({ form, drop, main, shown, said, progress }: Parts): void {
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[type=file]')]
  const button = form.querySelector<HTMLButtonElement>('button')
  let patience: number | undefined

  function show(file: File | undefined, fault: string | undefined): void {
    said.textContent = fault ?? ''
    said.hidden = fault === undefined
    main.ariaInvalid = fault === undefined ? null : 'true'
    shown.hidden = true
    if (fault !== undefined || !file?.type.startsWith('image/')) return
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      shown.src = String(reader.result)
    })
    reader.readAsDataURL(file)
  }
  shown.addEventListener('load', () => {
    shown.hidden = false
  })

  for (const input of inputs) {
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])]
      const [file] = files
      // What was chosen last counts.
      for (const other of inputs) if (other !== input && file) other.value = ''
      const fault = faultOf(files, form.dataset)
      if (fault !== undefined) input.value = ''
      show(file, fault)
    })
  }

  for (const name of ['dragenter', 'dragover'] as const) {
    drop.addEventListener(name, (event) => {
      event.preventDefault()
      drop.dataset.over = ''
    })
  }
  for (const name of ['dragleave', 'drop'] as const) {
    drop.addEventListener(name, () => delete drop.dataset.over)
  }
  drop.addEventListener('drop', (event) => {
    event.preventDefault()
    const files = event.dataTransfer?.files
    if (!files || files.length === 0) return
    main.files = files
    main.dispatchEvent(new Event('change'))
  })
  for (const hint of form.querySelectorAll<HTMLElement>('[data-drop-hint]')) hint.hidden = false

  form.addEventListener('submit', () => {
    if (button) button.disabled = true
    progress.textContent = form.dataset.reading ?? ''
    patience = window.setTimeout(() => {
      progress.textContent = form.dataset.stillReading ?? ''
    }, 12_000)
  })
  // A page that comes back by the browser's back button may be sent again.
  window.addEventListener('pageshow', () => {
    window.clearTimeout(patience)
    progress.textContent = ''
    if (button) button.disabled = false
  })
}

/** What the service would say of files, as far as their number, names and sizes tell. */
function faultOf(files: readonly File[], texts: DOMStringMap): string | undefined {
  if (files.length > Number(texts.most)) return texts.tooMany
  if (files.some(({ size }) => size > Number(texts.largest))) return texts.tooLarge
  const together = files.reduce((sum, { size }) => sum + size, 0)
  if (together > Number(texts.largestTogether)) return texts.tooLargeTogether
  const isTaken = ({ type }: File): boolean => type === '' || (texts.accepted ?? '').split(',').includes(type)
  return files.every(isTaken) ? undefined : texts.wrongType
}
