// Photographs are made small before they wait: coverage is weak where they are taken.

/** The longer side, in pixels: enough to read a delivery note. */
const LONGEST_SIDE = 1_600
const LARGEST = 700_000

/** A picture as a small JPEG, upright and without what cameras add; undefined when the browser cannot read it. */
export async function smallPhotograph(file: Blob): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (picture === undefined) return undefined
  for (let side = LONGEST_SIDE; side >= LONGEST_SIDE / 4; side /= 2) {
    const small = await drawn(picture, side)
    if (small && small.size <= LARGEST) return small
  }
  return undefined
}

function drawn(picture: ImageBitmap, side: number): Promise<Blob | undefined> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.8))
}
