import { Type } from '@sinclair/typebox'
import { degradePage, drawPage } from '#ocr-corpus'
import { accepted, send } from '../../harness/requests.js'

const reading = Type.Object({
  document_type: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
  engine: Type.Object({ version: Type.String() }),
})

const SEED = 1
// Of some thirty that stand on the form; how well papers are read is measured elsewhere.
const LEAST_RIGHT = 10

/** Has a photograph of a CMR note read by the container that reads pages. Returns what came of it, in words. */
export async function photograph(site: string, key: string): Promise<string> {
  const drawn = drawPage({ layout: 'cmr', language: 'es', seed: SEED })
  const { mediaType, bytes } = degradePage(drawn, 'photographed', SEED)
  const image = `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
  const answer = await accepted(await send(`${site}/api/ocr`, key, { body: { image } }), reading)
  const printed = Object.entries(drawn.truth)
  const right = printed.filter(([name, value]) => answer.data[name] === value).length
  if (right < LEAST_RIGHT) throw new Error(`only ${right} of ${printed.length} values were read right`)
  // The image of the reader has the native program.
  if (!/^\d/.test(answer.engine.version)) throw new Error(`it was read by ${answer.engine.version}`)
  return `${right} of ${printed.length} values right, by Tesseract ${answer.engine.version}`
}
