import { type CheckedImage, documentImageInFile, LARGEST_IMAGE } from '@ecmr/ocr'
import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { PanelServer } from '../../../panel-server.js'
import { TOKEN_FIELD } from '../../../plugins/csrf.js'

/** The name of the control for the picture. */
export const PICTURE_FIELD = 'image'

/** Why a form holds no picture that could be read. */
export type FormFault = { readonly code: 'none_chosen' | 'several' | 'not_this_form' }
export type SentPicture = CheckedImage | { readonly ok: false; readonly fault: FormFault }

declare module 'fastify' {
  interface FastifyRequest {
    /** what a form with a picture holds, where one is taken */
    sentPicture: SentPicture
  }
}

/** The token, and a picture from each of both controls, one of which is for the camera; a part more says what is wrong. */
const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 1_000,
  fields: 1,
  files: 2,
  parts: 5,
  fileSize: LARGEST_IMAGE,
  headerPairs: 20,
}

const refused = (code: FormFault['code']): SentPicture => ({ ok: false, fault: { code } })

/** Takes forms with a picture at the addresses of a part of the panel. Its token is checked as that of every form is. */
export function takePictures(app: PanelServer): void {
  app.register(multipart, { limits: LIMITS })
  app.decorateRequest('sentPicture')
  // Where bodies are parsed, so before their tokens are looked at.
  app.addHook('preValidation', async (request) => {
    request.sentPicture = refused('none_chosen')
    if (request.isMultipart()) await receive(request)
  })
}

async function receive(request: FastifyRequest): Promise<void> {
  const files: Buffer[] = []
  try {
    for await (const part of request.parts()) {
      if (isToken(part)) request.body = { [TOKEN_FIELD]: part.value }
      else if (isPicture(part)) files.push(await bytesOf(part))
      else throw new Error('neither the token nor the picture')
    }
    request.sentPicture = chosenOf(files.filter(({ length }) => length > 0))
  } catch (error) {
    // The rest of it is passed over, so that the browser comes to read the answer.
    request.raw.unpipe().resume()
    request.sentPicture = faultOf(error)
  }
}

/** As soon as there are too many it is answered so: the part's own way to collect them waits for its end, which may never come. */
async function bytesOf({ file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) {
    if (file.truncated) throw new TooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

class TooLarge extends Error {
  readonly code = 'FST_REQ_FILE_TOO_LARGE'
}

function chosenOf([first, ...others]: readonly Buffer[]): SentPicture {
  if (first === undefined) return refused('none_chosen')
  return others.length > 0 ? refused('several') : documentImageInFile(first)
}

function faultOf(error: unknown): SentPicture {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return { ok: false, fault: { code: 'too_large' } }
    case 'FST_FILES_LIMIT':
      return refused('several')
    default:
      return refused('not_this_form')
  }
}

type Part = MultipartFile | MultipartValue

function isToken(part: Part): part is MultipartValue<string> {
  return part.type === 'field' && part.fieldname === TOKEN_FIELD && typeof part.value === 'string'
}

function isPicture(part: Part): part is MultipartFile {
  return part.type === 'file' && part.fieldname === PICTURE_FIELD
}
