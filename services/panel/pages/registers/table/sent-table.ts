import { importLimits } from '@ecmr/contract'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { PanelServer } from '../../../panel-server.js'
import { TOKEN_FIELD } from '../../../plugins/csrf.js'

/** The name of the control for the file. */
export const TABLE_FIELD = 'table'

export type SentTable =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly fault: 'none' | 'wrongForm' | 'tooLarge' }

declare module 'fastify' {
  interface FastifyRequest {
    /** what a form with a table holds, where one is taken */
    sentTable: SentTable
  }
}

/** The token, what is to be done, and one file; a part more says what is wrong. */
const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 1_000,
  fields: 3,
  files: 2,
  parts: 5,
  fileSize: importLimits.bytes,
  headerPairs: 20,
}

/** Takes forms with a table at the addresses of a part of the panel. Its token is checked as that of every form is. */
export function takeTables(app: PanelServer): void {
  app.register(multipart, { limits: LIMITS })
  app.decorateRequest('sentTable')
  // Where bodies are parsed, so before their tokens are looked at.
  app.addHook('preValidation', async (request) => {
    request.sentTable = { ok: false, fault: 'none' }
    if (request.isMultipart()) request.sentTable = await receive(request)
  })
}

const KNOWN: readonly string[] = [TOKEN_FIELD, 'do']

async function receive(request: FastifyRequest): Promise<SentTable> {
  const fields: Record<string, string> = {}
  request.body = fields
  let table: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (KNOWN.includes(part.fieldname) && typeof part.value === 'string')
          fields[part.fieldname] = part.value
      } else {
        const bytes = await bytesOf(part.file)
        if (bytes === undefined) return refuse(request, 'tooLarge')
        if (table !== undefined || part.fieldname !== TABLE_FIELD) return refuse(request, 'wrongForm')
        table = bytes
      }
    }
  } catch {
    return refuse(request, 'wrongForm')
  }
  return table === undefined || table.length === 0 ? { ok: false, fault: 'none' } : { ok: true, bytes: table }
}

/** Undefined as soon as there are too many. */
async function bytesOf(
  file: AsyncIterable<Buffer> & { readonly truncated: boolean },
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  for await (const chunk of file) {
    if (file.truncated) return undefined
    chunks.push(chunk)
  }
  return file.truncated ? undefined : Buffer.concat(chunks)
}

/** The rest of it is passed over, so that the browser comes to read the answer. */
function refuse({ raw }: FastifyRequest, fault: Extract<SentTable, { ok: false }>['fault']): SentTable {
  raw.unpipe().resume()
  return { ok: false, fault }
}
