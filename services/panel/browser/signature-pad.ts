// A pad to draw a signature on; without it, and with a keyboard, people sign with their typed name.

interface Point {
  readonly x: number
  readonly y: number
}

// In the drawing's own measure, whatever the size of the pad on the screen and the density of its pixels.
const WIDTH = 800
const HEIGHT = 320
const LINE = 5
/** what the service takes */
const LONGEST_IMAGE = 300_000

const form = document.querySelector<HTMLFormElement>('form[data-signing]')
const pad = form?.querySelector<HTMLElement>('[data-pad]')
const canvas = pad?.querySelector('canvas')
const image = pad?.querySelector<HTMLInputElement>('input[name=signature_image]')
const choice = form?.querySelector<HTMLElement>('[data-method]')
if (form && pad && canvas && image && choice) letDraw(form, pad, canvas, image, choice)

function letDraw(
  form: HTMLFormElement,
  pad: HTMLElement,
  canvas: HTMLCanvasElement,
  image: HTMLInputElement,
  choice: HTMLElement,
): void {
  const strokes: Point[][] = []
  let drawing: { readonly pointer: number; readonly points: Point[] } | undefined
  let earlier = image.value === '' ? undefined : loaded(image.value, redraw)

  function redraw(): void {
    const density = window.devicePixelRatio || 1
    canvas.width = Math.round(canvas.clientWidth * density)
    canvas.height = Math.round(canvas.clientHeight * density)
    draw(canvas, strokes, earlier)
  }

  function keep(): void {
    image.value = strokes.length > 0 || earlier ? drawn(strokes, earlier) : ''
  }

  function at(event: PointerEvent): Point {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    return { x: ((event.clientX - left) / width) * WIDTH, y: ((event.clientY - top) / height) * HEIGHT }
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (drawing || event.button !== 0) return
    event.preventDefault()
    canvas.setPointerCapture(event.pointerId)
    drawing = { pointer: event.pointerId, points: [at(event)] }
    strokes.push(drawing.points)
    redraw()
  })
  canvas.addEventListener('pointermove', (event) => {
    if (drawing?.pointer !== event.pointerId) return
    const events = event.getCoalescedEvents?.() ?? []
    drawing.points.push(...(events.length > 0 ? events : [event]).map(at))
    redraw()
  })
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
    canvas.addEventListener(end, (event) => {
      if (drawing?.pointer !== event.pointerId) return
      drawing = undefined
      keep()
    })
  }

  pad.querySelector('[data-clear]')?.addEventListener('click', () => {
    strokes.length = 0
    earlier = undefined
    keep()
    redraw()
  })
  pad.querySelector('[data-undo]')?.addEventListener('click', () => {
    if (strokes.pop() === undefined) earlier = undefined
    keep()
    redraw()
  })

  function showPad(): void {
    pad.hidden = new FormData(form).get('method') !== 'drawn'
    if (!pad.hidden) redraw()
  }
  choice.hidden = false
  const isTouched = window.matchMedia('(pointer: coarse)').matches
  const byDrawing = choice.querySelector<HTMLInputElement>('input[value=drawn]')
  if (byDrawing && isTouched && !document.querySelector('.fault')) byDrawing.checked = true
  choice.addEventListener('change', showPad)
  window.addEventListener('resize', showPad)
  showPad()
}

function draw(canvas: HTMLCanvasElement, strokes: readonly Point[][], earlier?: HTMLImageElement): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.setTransform(canvas.width / WIDTH, 0, 0, canvas.height / HEIGHT, 0, 0)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, WIDTH, HEIGHT)
  if (earlier?.complete) context.drawImage(earlier, 0, 0, WIDTH, HEIGHT)
  context.strokeStyle = '#10243a'
  context.lineWidth = LINE
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const points of strokes) {
    context.beginPath()
    for (const { x, y } of points) context.lineTo(x, y)
    // A point alone is a dot.
    if (points.length === 1) context.lineTo((points[0]?.x ?? 0) + 0.1, points[0]?.y ?? 0)
    context.stroke()
  }
}

/** The drawing as the service takes it: smaller, if it would be too long. */
function drawn(strokes: readonly Point[][], earlier?: HTMLImageElement): string {
  const copy = document.createElement('canvas')
  for (let scale = 1; ; scale /= 2) {
    copy.width = WIDTH * scale
    copy.height = HEIGHT * scale
    draw(copy, strokes, earlier)
    const url = copy.toDataURL('image/png')
    if (url.length <= LONGEST_IMAGE || scale < 0.2) return url
  }
}

function loaded(url: string, then: () => void): HTMLImageElement {
  const picture = new Image()
  picture.addEventListener('load', then)
  picture.src = url
  return picture
}
