import { createCanvas } from '@napi-rs/canvas'

const [WIDTH, HEIGHT] = [64, 48]

/** A picture of two colours, as a camera would make it but for its metadata. */
export async function photograph(
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
  colour = '#c03020',
): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const drawing = canvas.getContext('2d')
  drawing.fillStyle = '#ffffff'
  drawing.fillRect(0, 0, WIDTH, HEIGHT)
  drawing.fillStyle = colour
  drawing.fillRect(0, 0, WIDTH / 2, HEIGHT)
  return format === 'jpeg'
    ? canvas.encode('jpeg', 90)
    : format === 'png'
      ? canvas.encode('png')
      : canvas.encode('webp', 90)
}

/** What a telephone writes beside the pixels: how it was held, where it was, and what it is called. */
export function exif({ orientation = 6, at = [37.7749, -3.7903] as readonly [number, number] } = {}): Buffer {
  const entry = (tag: number, type: number, count: number, value: number | Buffer): Buffer => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16BE(tag, 0)
    bytes.writeUInt16BE(type, 2)
    bytes.writeUInt32BE(count, 4)
    if (typeof value === 'number') bytes.writeUInt32BE(value, 8)
    else value.copy(bytes, 8)
    return bytes
  }
  const degrees = (value: number): Buffer => {
    const bytes = Buffer.alloc(24)
    const all = Math.abs(value)
    const parts = [Math.floor(all), Math.floor((all % 1) * 60), Math.round(((all * 60) % 1) * 60 * 1000)]
    parts.forEach((part, index) => {
      bytes.writeUInt32BE(part, index * 8)
      bytes.writeUInt32BE(index === 2 ? 1000 : 1, index * 8 + 4)
    })
    return bytes
  }
  const directory = (entries: readonly Buffer[]): Buffer => {
    const count = Buffer.alloc(2)
    count.writeUInt16BE(entries.length)
    return Buffer.concat([count, ...entries, Buffer.alloc(4)])
  }
  const short = Buffer.alloc(4)
  short.writeUInt16BE(orientation)
  const firstLength = 2 + 3 * 12 + 4
  const gps = 8 + firstLength
  const values = gps + 2 + 4 * 12 + 4
  const model = Buffer.from('SecretPhone 12\0')
  const head = Buffer.from('4d4d002a00000008', 'hex')
  return Buffer.concat([
    head,
    directory([
      entry(0x0110, 2, model.length, values + 48),
      entry(0x0112, 3, 1, short),
      entry(0x8825, 4, 1, gps),
    ]),
    directory([
      entry(1, 2, 2, Buffer.from(at[0] < 0 ? 'S\0' : 'N\0')),
      entry(2, 5, 3, values),
      entry(3, 2, 2, Buffer.from(at[1] < 0 ? 'W\0' : 'E\0')),
      entry(4, 5, 3, values + 24),
    ]),
    degrees(at[0]),
    degrees(at[1]),
    model,
  ])
}

/** A JPEG with a segment behind its beginning. */
export function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

/** A JPEG as a telephone makes it. */
export async function telephonePhotograph(colour?: string): Promise<Buffer> {
  const jpeg = await photograph('jpeg', colour)
  return withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif()]))
}

/** A file and fields as a form. */
export function form(
  fields: Readonly<Record<string, string>>,
  ...files: readonly { readonly name?: string; readonly bytes: Uint8Array; readonly control?: string }[]
): { readonly payload: Buffer; readonly headers: { readonly 'content-type': string } } {
  const boundary = 'boundary-of-a-test-form'
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const sent = files.map(({ name = 'IMG_0001.jpg', bytes, control = 'file' }) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${control}"; filename="${name}"\r\nContent-Type: image/jpeg\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
  )
  return {
    payload: Buffer.concat([...parts, ...sent, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
