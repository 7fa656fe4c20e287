// The pictures of a paper note beside the form that was filled from it: keeps them while the form goes to and fro, shows where a field was
// read, and takes the mark off a field that the user has reviewed.

// `panel.ts` takes it out again on every page that has no such form.
const KEPT = 'paper'

const paper = document.querySelector<HTMLElement>('[data-paper]')
const form = document.querySelector<HTMLFormElement>('form.note-form')
const view = paper?.querySelector<HTMLElement>('.paper-view')
const sheet = paper?.querySelector<HTMLElement>('.paper-sheet')
const zoom = paper?.querySelector<HTMLButtonElement>('[data-zoom]')
if (paper && form && view && sheet && zoom) {
  keepPictures(paper, sheet)
  if (!paper.hidden) letLook({ paper, form, view, sheet, zoom })
}
if (form) letConfirm(form)

/** The service does not keep them, so the browser does: in this tab, until their form is left. */
function keepPictures(paper: HTMLElement, sheet: HTMLElement): void {
  const key = paper.dataset.paper ?? ''
  try {
    const shown = [...sheet.querySelectorAll('img')].flatMap((image) =>
      image.hasAttribute('src') ? image.src : [],
    )
    if (shown.length > 0) sessionStorage.setItem(KEPT, [key, ...shown].join(' '))
    const [of, ...urls] = (sessionStorage.getItem(KEPT) ?? '').split(' ')
    const first = sheet.querySelector('.paper-page')
    if (of !== key || urls.length === 0 || !paper.hidden || !first) return
    const pages = urls.map((url) => {
      const page = first.cloneNode(true)
      if (page instanceof HTMLElement) page.querySelector('img')?.setAttribute('src', url)
      return page
    })
    sheet.replaceChildren(...pages)
    paper.hidden = false
  } catch {
    // No room, or not allowed: the form does without them.
  }
}

interface Parts {
  readonly paper: HTMLElement
  readonly form: HTMLFormElement
  readonly view: HTMLElement
  readonly sheet: HTMLElement
  readonly zoom: HTMLButtonElement
}

function letLook({ paper, form, view, sheet, zoom }: Parts): void {
  const words = [zoom.textContent, paper.dataset.unzoom ?? '']
  let isChosen = false
  zoom.hidden = false

  function enlarged(isEnlarged: boolean): void {
    paper.toggleAttribute('data-enlarged', isEnlarged)
    zoom.textContent = words[isEnlarged ? 1 : 0] ?? ''
  }

  /** Brings a part of all pictures, 0 to 1, into the middle of what is seen of them. */
  function moveTo(across: number, down: number): void {
    view.scrollTo({
      left: across * sheet.offsetWidth - view.clientWidth / 2,
      top: down * sheet.offsetHeight - view.clientHeight / 2,
    })
  }

  function turnOver(): void {
    isChosen = true
    enlarged(!paper.hasAttribute('data-enlarged'))
  }

  zoom.addEventListener('click', turnOver)
  sheet.addEventListener('click', (event) => {
    const { left, top, width, height } = sheet.getBoundingClientRect()
    const [across, down] = [(event.clientX - left) / width, (event.clientY - top) / height]
    turnOver()
    moveTo(across, down)
  })
  form.addEventListener('focusin', ({ target }) => {
    const field = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
    const [x, y, width, height, number = 1] = (field?.dataset.place ?? '').split(' ').map(Number)
    const pages = [...sheet.querySelectorAll<HTMLElement>('.paper-page')]
    for (const each of sheet.querySelectorAll<HTMLElement>('.paper-place')) each.hidden = true
    const page = pages[number - 1]
    const place = page?.querySelector<HTMLElement>('.paper-place')
    if (!page || !place || x === undefined || y === undefined || width === undefined || height === undefined)
      return
    place.hidden = false
    Object.assign(place.style, {
      left: `${100 * x}%`,
      top: `${100 * y}%`,
      width: `${100 * width}%`,
      height: `${100 * height}%`,
    })
    // As a whole it is too small to be read, but a user who has chosen that once keeps it.
    if (!isChosen) enlarged(true)
    const [own, all] = [page.getBoundingClientRect(), sheet.getBoundingClientRect()]
    moveTo(x + width / 2, (own.top - all.top + (y + height / 2) * own.height) / all.height)
  })
}

function letConfirm(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLElement>('.field-doubtful')) {
    const control = field.querySelector<HTMLInputElement>('input:not([type=hidden]), select, textarea')
    const button = field.querySelector<HTMLButtonElement>('[data-right]')
    if (!control || !button) continue
    button.hidden = false
    button.addEventListener('click', () => {
      looked(field, control)
      control.focus()
    })
    control.addEventListener('input', () => looked(field, control), { once: true })
  }
}

/** The user has reviewed a field: it loses its mark, here and in what is sent. */
function looked(field: HTMLElement, control: HTMLElement): void {
  const sent = field.querySelector<HTMLInputElement>('input[type=hidden]')
  if (sent) sent.value = JSON.stringify({ ...JSON.parse(sent.value), isDoubtful: false })
  const described = control.getAttribute('aria-describedby')?.split(' ') ?? []
  const others = described.filter((id) => id !== `${control.id}-read`)
  if (others.length > 0) control.setAttribute('aria-describedby', others.join(' '))
  else control.removeAttribute('aria-describedby')
  field.classList.remove('field-doubtful')
  field.querySelector('[data-doubt]')?.remove()
  document.querySelector(`[data-doubt-of="${control.id.slice(2)}"]`)?.remove()
  const [list, none] = ['[data-doubts]', '[data-no-doubts]'].map((each) =>
    document.querySelector<HTMLElement>(each),
  )
  if (list) list.hidden = !list.querySelector('[data-doubt-of]')
  if (none) none.hidden = document.querySelector('.field-doubtful') !== null
}
