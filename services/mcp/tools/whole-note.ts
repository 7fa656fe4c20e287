import { createHash } from 'node:crypto'
import { recordOf } from '@ecmr/application'
import { closed, ecmrRecord, type HistoryEntry, historyEntry, list, signatureView } from '@ecmr/contract'
import type { Note, Signature } from '@ecmr/domain'
import { type TSchema, Type } from '@sinclair/typebox'
import { shapeOf, shapesOf } from './shape-of.js'
import type { ToolContext } from './tool.js'

/** A note as the REST interface shows it, without pictures: those would fill a conversation, and cannot be viewed there. */
export async function wholeNote(
  note: Note,
  { siteUrl, documentUrlOf }: Pick<ToolContext, 'siteUrl' | 'documentUrlOf'>,
) {
  const documentUrl = await documentUrlOf?.(note)
  // Not a spread, for the reason that recordOf gives.
  return Object.assign(recordOf(note, 'es', siteUrl, documentUrl), {
    signatures: note.signatures.map(withoutImage),
  })
}

function withoutImage({ signature_image, ...rest }: Signature) {
  if (signature_image === undefined) return rest
  return { ...rest, signature_image_sha256: createHash('sha256').update(signature_image).digest('hex') }
}

const record: Readonly<Record<string, TSchema>> = shapesOf(ecmrRecord.properties)

const signature = closed({
  ...shapesOf(Type.Omit(signatureView, ['signature_image']).properties),
  signature_image_sha256: Type.Optional(
    Type.String({ description: 'De la firma dibujada: SHA-256 (hex) de su data URL' }),
  ),
})

export const wholeNoteSchema = closed(
  {
    ...record,
    status_label: Type.String({ description: 'El estado en palabras' }),
    signatures: list(signature),
    en_fecha: Type.Optional(Type.String({ description: 'De cuándo son estos datos (RFC 3339, UTC)' })),
    historial: Type.Optional(
      list(shapeOf(historyEntry), { description: 'Lo que ha pasado, lo más antiguo primero' }),
    ),
    historial_total: Type.Optional(Type.Integer({ description: 'Cuántas entradas hay' })),
    historial_recortado: Type.Optional(Type.Boolean({ description: 'true: faltan las más antiguas' })),
  },
  { description: 'La carta de porte' },
)

/** So many characters of a history fit into a conversation together with the note itself. */
const MOST_CHARACTERS = 60_000

/**
 * The newest entries of a note's history that fit, oldest first; at least one.
 *
 * @param total how many there are, of which `entries` are the newest
 */
export function shownHistory(entries: readonly HistoryEntry[], total: number) {
  let left = MOST_CHARACTERS
  const first = entries.findLastIndex((entry) => {
    left -= JSON.stringify(entry).length
    return left < 0
  })
  const historial = entries.slice(Math.min(first + 1, entries.length - 1))
  return { historial, historial_total: total, historial_recortado: historial.length < total }
}
