import { trackingUrl } from '@ecmr/application'
import { closed, fieldsToShow, list, oneOf } from '@ecmr/contract'
import { roles, statuses, statusLabel } from '@ecmr/domain'
import type { ListItem } from '@ecmr/read-models'
import { Type } from '@sinclair/typebox'
import { shapeOf } from './shape-of.js'

const shownFields = [
  'reference',
  'sender_company_name',
  'sender_city',
  'sender_country',
  'receiver_company_name',
  'receiver_city',
  'receiver_country',
  'carrier_company_name',
  'pickup_city',
  'pickup_country',
  'pickup_date',
  'delivery_city',
  'delivery_country',
  'delivery_date',
  'goods_description',
  'goods_packages',
  'goods_weight_kg',
  'vehicle_plate',
  'trailer_plate',
] as const satisfies readonly (keyof ListItem)[]

const shownPlaces = [
  'id',
  'ecmr_number',
  'status',
  'created_at',
  'updated_at',
  'taken_over_at',
  'delivered_at',
  'signed_by',
  'open_incidents',
] as const satisfies readonly (keyof ListItem)[]

const shown = [...shownPlaces, ...shownFields]

/** What an assistant needs in order to talk about a note; the rest is in its record. */
export type ShortNote = Pick<ListItem, (typeof shown)[number]> & {
  readonly status_label: string
  readonly tracking_url: string
}

/** Longer texts are cut: a page of a hundred notes has to fit into a conversation. */
const LONGEST_TEXT = 200

export function shortNote(item: ListItem, siteUrl: string): ShortNote {
  const note: Record<string, unknown> = {}
  for (const name of shown) {
    const value = item[name]
    if (value !== undefined) note[name] = typeof value === 'string' ? cut(value) : value
  }
  return Object.assign(note as Pick<ListItem, (typeof shown)[number]>, {
    status_label: statusLabel(item.status, 'es'),
    tracking_url: trackingUrl(siteUrl, item.ecmr_number),
  })
}

// Not between the halves of a surrogate pair.
function cut(text: string): string {
  return text.length <= LONGEST_TEXT
    ? text
    : `${text.slice(0, LONGEST_TEXT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

export const shortNoteSchema = Type.Unsafe<ShortNote>(
  closed(
    {
      id: Type.String({ description: 'Identificador, para ver_ecmr' }),
      ecmr_number: Type.String({ description: 'Número, para ver_ecmr y consultar_tracking' }),
      status: oneOf(statuses, 'Estado'),
      status_label: Type.String({ description: 'El estado en palabras' }),
      created_at: Type.String(),
      updated_at: Type.String(),
      taken_over_at: Type.Optional(Type.String({ description: 'Cuándo se recogió la mercancía' })),
      delivered_at: Type.Optional(Type.String({ description: 'Cuándo se entregó' })),
      signed_by: list(oneOf(roles, 'Quién ha firmado'), { description: 'Quiénes han firmado' }),
      open_incidents: Type.Integer({ description: 'Incidencias abiertas' }),
      tracking_url: Type.String({ description: 'Seguimiento público, para personas' }),
      ...Object.fromEntries(shownFields.map((name) => [name, shapeOf(fieldsToShow[name])])),
    },
    { description: `Los textos de más de ${LONGEST_TEXT} caracteres acaban en …; completos, en ver_ecmr` },
  ),
)
