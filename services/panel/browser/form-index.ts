// Keeps the index beside a note's form up to date while it is filled in.

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const index = document.querySelector<HTMLElement>('[data-index]')
const form = index?.closest('form')
if (index && form) {
  form.addEventListener('input', ({ target }) => {
    const part = target instanceof Element ? target.closest<HTMLElement>('[data-part]') : null
    if (part) show(index, part)
  })
  // A folded part that the index leads to is opened first.
  index.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    const part = link && document.getElementById(link.hash.slice(1))?.closest('details')
    if (part) part.open = true
  })
}

function show(index: HTMLElement, part: HTMLElement): void {
  const said = index.querySelector<HTMLElement>(`[data-state-of="${part.dataset.part}"]`)
  if (!said) return
  const controls = [...part.querySelectorAll<Control>('input:not([type=hidden]), select, textarea')]
  const isFilled = (control: Control): boolean =>
    control instanceof HTMLInputElement && control.type === 'checkbox'
      ? control.checked
      : control.value.trim() !== ''
  const required = controls.filter(({ ariaRequired }) => ariaRequired === 'true')
  const missing = required.filter((control) => !isFilled(control)).length
  // The lines of a list count as one.
  const filled = new Set(controls.filter(isFilled).map(({ name }) => name.split('/')[0])).size
  const state = missing > 0 ? 'missing' : filled === 0 ? 'blank' : required.length > 0 ? 'complete' : 'filled'
  const { dataset } = index
  const texts = {
    missing: missing === 1 ? dataset.missingOne : dataset.missing?.replace('#', String(missing)),
    filled: filled === 1 ? dataset.filledOne : dataset.filled?.replace('#', String(filled)),
    complete: dataset.complete,
    blank: '',
  }
  said.className = `form-state form-state-${state}`
  said.textContent = texts[state] ?? ''
}
