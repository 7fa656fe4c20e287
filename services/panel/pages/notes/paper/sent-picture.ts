import {
  type CheckedFiles,
  documentFileOf,
  documentFiles,
  LARGEST_IMAGE,
  LARGEST_TOGETHER,
  MOST_PAGES,
} from '@ecmr/ocr'
import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { PanelServer } from '../../../panel-server.js'
import { TOKEN_FIELD } from '../../../plugins/csrf.js'

/** The name of the control for the pictures. */
export const PICTURE_FIELD = 'image'

/** Why a form holds no picture that could be read. */
export type FormFault = { readonly code: 'none_chosen' | 'not_this_form' }
/** several: whether there was more than one file */
export type SentPictures = (CheckedFiles | { readonly ok: false; readonly fault: FormFault }) & {
  readonly several?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** what a form with pictures holds, where one is taken */
    sentPictures: SentPictures
  }
}

/** The token, and pictures from both controls, one of which is for the camera and mostly empty; a part more says what is wrong. */
const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 1_000,
  fields: 1,
  files: MOST_PAGES + 2,
  parts: MOST_PAGES + 5,
  fileSize: LARGEST_IMAGE,
  headerPairs: 20,
}

const refused = (code: FormFault['code']): SentPictures => ({ ok: false, fault: { code } })

/** Takes forms with pictures at the addresses of a part of the panel. Its token is checked as that of every form is. */
export function takePictures(app: PanelServer): void {
  app.register(multipart, { limits: LIMITS })
  app.decorateRequest('sentPictures')
  // Where bodies are parsed, so before their tokens are looked at.
  app.addHook('preValidation', async (request) => {
    request.sentPictures = refused('none_chosen')
    if (request.isMultipart()) await receive(request)
  })
}

async function receive(request: FastifyRequest): Promise<void> {
  const files: Buffer[] = []
  let room = LARGEST_TOGETHER
  try {
    for await (const part of request.parts()) {
      if (isToken(part)) request.body = { [TOKEN_FIELD]: part.value }
      else if (isPicture(part)) {
        const bytes = await bytesOf(part, room)
        room -= bytes.length
        files.push(bytes)
      } else throw new Error('neither the token nor the picture')
    }
    request.sentPictures = chosenOf(files.filter(({ length }) => length > 0))
  } catch (error) {
    // The rest of it is passed over, so that the browser comes to read the answer.
    request.raw.unpipe().resume()
    request.sentPictures = faultOf(error)
  }
}

/** As soon as there are too many it is answered so: the part's own way to collect them waits for its end, which may never come. */
async function bytesOf({ file }: MultipartFile, room: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of file) {
    bytes += chunk.length
    if (file.truncated) throw new TooLarge('FST_REQ_FILE_TOO_LARGE')
    if (bytes > room) throw new TooLarge('too_large_together')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

class TooLarge extends Error {
  constructor(readonly code: 'FST_REQ_FILE_TOO_LARGE' | 'too_large_together') {
    super(code)
  }
}

function chosenOf(files: readonly Buffer[]): SentPictures {
  if (files.length === 0) return refused('none_chosen')
  return { ...documentFiles(files, documentFileOf), several: files.length > 1 }
}

function faultOf(error: unknown): SentPictures {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return { ok: false, fault: { code: 'too_large' } }
    case 'too_large_together':
      return { ok: false, fault: { code: 'too_large_together' } }
    case 'FST_FILES_LIMIT':
      return { ok: false, fault: { code: 'too_many_pages', pages: MOST_PAGES + 1 } }
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
