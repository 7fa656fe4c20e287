import { deflateSync } from 'node:zlib'
import type { RenderImage, RenderJob } from '../../render-job.js'
import { type DocumentPart, LARGEST_DOCUMENT } from '../port.js'
import type { RenderAnswer } from './messages.js'
import { setBackCreation } from './stated-instants.js'
import type { Typst } from './typst.js'

/** Renders a document with those of its pictures that can be decoded; what it answers is small enough to be kept. */
export async function renderDocument(typst: Typst, job: RenderJob): Promise<RenderAnswer> {
  const images = await smallPictures(job.images)
  const { pdf, pages, replacedCharacters } = typst.render({ ...job, images })
  setBackCreation(pdf, new Date(job.modifiedAt), new Date(job.createdAt))
  if (pdf.length > LARGEST_DOCUMENT)
    return { ok: false, bytes: pdf.length, parts: partsOf({ ...job, images }, pdf) }
  const shown = new Set(images.map(({ name }) => name))
  const omittedPictures = job.images.map(({ name }) => name).filter((name) => !shown.has(name))
  return { ok: true, bytes: pdf, pages, replacedCharacters, omittedPictures }
}

async function smallPictures(images: readonly RenderImage[]): Promise<readonly RenderImage[]> {
  if (images.length === 0) return []
  // Most documents have none, and what decodes them takes a tenth of a second to load.
  const { smallPicture } = await import('./small-picture.js')
  const small: RenderImage[] = []
  for (const { name, bytes } of images) {
    const jpeg = await smallPicture(bytes)
    if (jpeg !== undefined) small.push({ name, bytes: jpeg })
  }
  return small
}

/** Largest parts: attachments are packed in a PDF. */
function partsOf({ attachments, images }: RenderJob, pdf: Buffer): readonly DocumentPart[] {
  const parts = attachments.map(({ name, bytes }) => ({ name, bytes: deflateSync(bytes).length }))
  parts.push({ name: 'pictures', bytes: images.reduce((sum, { bytes }) => sum + bytes.length, 0) })
  const pages = pdf.length - parts.reduce((sum, { bytes }) => sum + bytes, 0)
  return [...parts, { name: 'pages', bytes: Math.max(0, pages) }]
    .filter(({ bytes }) => bytes > 0)
    .toSorted((one, other) => other.bytes - one.bytes)
}
