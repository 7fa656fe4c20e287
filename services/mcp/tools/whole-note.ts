import { createHash } from 'node:crypto'
import { recordOf } from '@ecmr/application'
import { type ComplianceView, closed, ecmrRecord, list, signatureView } from '@ecmr/contract'
import type { EcmrFields, Note, Signature } from '@ecmr/domain'
import { type TSchema, Type } from '@sinclair/typebox'
import { goesOn } from './cursors.js'
import { panelUrl, panelUrlSchema } from './panel-url.js'
import type { Members } from './record-parts.js'
import { shapesOf } from './shape-of.js'
import { shownHistorySchema } from './shown-history.js'
import type { ToolContext } from './tool.js'

/**
 * A note as the REST interface shows it, without pictures and metadata: those would fill a conversation, and are for people to
 * see or for programs.
 */
export async function wholeNote(
  note: Note,
  { siteUrl, documentUrlOf }: Pick<ToolContext, 'siteUrl' | 'documentUrlOf'>,
): Promise<Members> {
  const documentUrl = await documentUrlOf?.(note)
  const { metadata: _, ...record } = recordOf(note, 'es', siteUrl, documentUrl)
  return Object.assign(record, {
    signatures: note.signatures.map(withoutImage),
    panel_url: panelUrl(siteUrl, note.id),
  })
}

/** Nor by which invitation it was signed: `identified_by` says how. */
function withoutImage({ signature_image, invitation_id: _, ...rest }: Signature) {
  if (signature_image === undefined) return rest
  return { ...rest, signature_image_sha256: createHash('sha256').update(signature_image).digest('hex') }
}

/** What the lines of goods of a note come to, for when not all of them are shown. */
export function goodsTotals({ goods_items = [] }: Pick<EcmrFields, 'goods_items'>) {
  const sum = (of: (line: (typeof goods_items)[number]) => number | undefined): number =>
    Math.round(goods_items.reduce((total, line) => total + (of(line) ?? 0), 0) * 1_000) / 1_000
  return {
    lines: goods_items.length,
    packages: sum(({ packages }) => packages),
    weight_kg: sum(({ weight_kg }) => weight_kg),
  }
}

const needed = new Set(['id', 'ecmr_number', 'version'])

const record: Readonly<Record<string, TSchema>> = Object.fromEntries(
  Object.entries<TSchema>(shapesOf(Type.Omit(ecmrRecord, ['metadata']).properties)).map(([name, schema]) => [
    name,
    needed.has(name) ? schema : Type.Optional(schema),
  ]),
)

const signature = closed({
  ...shapesOf(Type.Omit(signatureView, ['signature_image', 'invitation_id']).properties),
  signature_image_sha256: Type.Optional(Type.String()),
})

/** The findings say in sentences what they are, and their members' names would be a tenth of all that tools are listed with. */
const compliance = Type.Unsafe<ComplianceView>({
  type: 'object',
  description: 'Qué le falta según el convenio CMR y el DeCA, en frases',
})

/** Their members' names say enough when there are some, which is rare. */
const revertedDeliveries = Type.Unsafe<NonNullable<Note['reverted_deliveries']>>({ type: 'array' })

export const wholeNoteSchema = goesOn({
  ...record,
  reverted_deliveries: Type.Optional(revertedDeliveries),
  status_label: Type.Optional(Type.String({ description: 'El estado en palabras' })),
  signatures: Type.Optional(list(signature)),
  compliance: Type.Optional(compliance),
  panel_url: Type.Optional(panelUrlSchema),
  as_of: Type.Optional(Type.String({ description: 'De cuándo son estos datos (RFC 3339, UTC)' })),
  goods_totals: Type.Optional(
    closed({ lines: Type.Integer(), packages: Type.Integer(), weight_kg: Type.Number() }),
  ),
  lists: Type.Optional(
    list(
      closed({
        member: Type.String(),
        total: Type.Integer(),
        from: Type.Integer({ description: 'Desde qué entrada, desde 1' }),
        shown: Type.Integer(),
      }),
      { description: 'Listas que no están enteras aquí' },
    ),
  ),
  history: Type.Optional(shownHistorySchema),
})
