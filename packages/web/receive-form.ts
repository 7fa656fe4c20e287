import type { Received, SentFile, Uploads } from '@ecmr/attachments'
import type { FastifyRequest } from 'fastify'
import type {} from '@fastify/multipart'

/** What a form with files may have at most. A file is measured as it is written; here it is only cut off behind that. */
export const FORM_LIMITS = {
  fieldNameSize: 100,
  fieldSize: 1024 * 1024,
  fields: 40,
  files: 20,
  parts: 50,
  fileSize: 11 * 1024 * 1024,
  headerPairs: 20,
}

/** A form that was sent with files; those that are not asked for were not kept. */
export interface SentForm {
  readonly fields: Readonly<Record<string, string>>
  /** in the order in which they were sent; a control that was left empty sends none */
  readonly files: readonly SentFile[]
  /** what is wrong with it as a whole */
  readonly fault?: FormFault
  /** Removes its files from the disk. */
  discard(): Promise<void>
}

export type FormFault =
  /** a file has too many bytes */
  | 'too_large'
  | 'too_many_files'
  /** it cannot be read as a form, or has fields twice */
  | 'malformed'

/**
 * Takes a form with files off a request, each file straight to the disk. Whatever is wrong with it, the rest is passed over, so that the
 * sender comes to read the answer.
 *
 * @param form.file the name of the controls for files; others are passed over
 * @throws Error when the disk is full, or the connection breaks off
 */
export async function receiveForm(
  request: FastifyRequest,
  uploads: Uploads,
  form: { readonly file: string; readonly most: number },
): Promise<SentForm> {
  const fields: Record<string, string> = {}
  const files: SentFile[] = []
  const discard = async (): Promise<void> => {
    await Promise.all(files.map((file) => file.discard()))
  }
  let fault: FormFault | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (typeof part.value !== 'string' || part.fieldname in fields) fault ??= 'malformed'
        else fields[part.fieldname] = part.value
        continue
      }
      const isWanted = part.fieldname === form.file && fault === undefined
      // A control that was left empty sends a file without a name and without bytes.
      const received = isWanted ? await uploads.receive(part.file, part.filename) : undefined
      if (received === undefined) part.file.resume()
      else fault = taken(received, files, form.most)
    }
  } catch (error) {
    await discard()
    if (!isOfForm(error)) throw error
    request.raw.unpipe().resume()
    return {
      fields,
      files: [],
      fault: error.code === 'FST_FILES_LIMIT' ? 'too_many_files' : 'malformed',
      discard,
    }
  }
  return { fields, files, ...(fault && { fault }), discard }
}

function taken(received: Received, files: SentFile[], most: number): FormFault | undefined {
  if (!received.ok) return received.fault === 'empty' ? undefined : 'too_large'
  files.push(received.file)
  return files.length > most ? 'too_many_files' : undefined
}

/** Faults of what was sent, and not ours. */
function isOfForm(error: unknown): error is Error & { readonly code: string } {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string') return error.code.startsWith('FST_')
  return /unexpected end|malformed|boundary/i.test(error.message)
}
