import { createCanvas, Image } from '@napi-rs/canvas'

// As large as pictures of signatures may be when they are recorded.
const MOST_PIXELS = 4000 * 4000
/** More bytes of a picture stand in no document: 100 KB. */
const LARGEST = 100 * 1024
// Longest sides, from the best to the last: the first is 300 dots per inch on 7 cm, and even noise fits at the last.
const SIDES = [800, 500, 350, 250]
const QUALITY = 85

/** A picture as a JPEG of at most 100 KB, on white, with nothing in it but pixels; `undefined` when it cannot be decoded. */
export async function smallPicture(bytes: Uint8Array): Promise<Buffer | undefined> {
  const image = await decoded(bytes)
  if (image === undefined) return undefined
  for (const side of SIDES) {
    const jpeg = await drawn(image, side)
    if (jpeg.length <= LARGEST) return jpeg
  }
  return undefined
}

async function decoded(bytes: Uint8Array): Promise<Image | undefined> {
  const image = new Image()
  try {
    // This looks at the head of the picture only.
    image.src = Buffer.from(bytes)
    const pixels = image.width * image.height
    if (pixels === 0 || pixels > MOST_PIXELS) return undefined
    await image.decode()
    return image
  } catch {
    return undefined
  }
}

function drawn(image: Image, longestSide: number): Promise<Buffer> {
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height))
  const width = Math.max(1, Math.round(image.width * scale))
  const height = Math.max(1, Math.round(image.height * scale))
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  // In the lowest quality, thin strokes get lost between pixels.
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width, height)
  return canvas.encode('jpeg', QUALITY)
}
