import { closed, fieldsToShow, list, oneOf } from '@ecmr/contract'
import { roles, statuses, statusLabel } from '@ecmr/domain'
import type { ListItem } from '@ecmr/read-models'
import { Type } from '@sinclair/typebox'
import { cut } from './answer-size.js'
import { panelUrl, panelUrlSchema } from './panel-url.js'
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

/** Longer texts are cut: a page of a hundred notes has to fit into a conversation. */
const LONGEST_TEXT = 200

const places = {
  id: Type.String({ description: 'Identificador, para ver_ecmr' }),
  ecmr_number: Type.String({ description: 'Número, para consultar_tracking' }),
  status: oneOf(statuses, 'Estado'),
  status_label: Type.String({ description: 'El estado en palabras' }),
  created_at: Type.String(),
  updated_at: Type.String(),
  taken_over_at: Type.Optional(Type.String({ description: 'Recogida, hora declarada' })),
  delivered_at: Type.Optional(Type.String({ description: 'Entrega, hora declarada' })),
  signed_by: list(oneOf(roles, 'Firmó lo actual')),
  outdated_signatures: Type.Optional(list(oneOf(roles, 'Firmó antes de un cambio'))),
  open_incidents: Type.Integer(),
  panel_url: panelUrlSchema,
}

/** What an assistant needs in order to talk about a note; the rest is in its record. What was never given is undefined. */
export type ShortNote = ReturnType<typeof shortNote>

// Written out, because V8 makes slow objects of what is filled by computed names, and a page has twenty notes.
export function shortNote(item: ListItem, siteUrl: string) {
  return {
    id: item.id,
    ecmr_number: item.ecmr_number,
    status: item.status,
    created_at: item.created_at,
    updated_at: item.updated_at,
    taken_over_at: item.taken_over_at,
    delivered_at: item.delivered_at,
    signed_by: item.signed_by,
    outdated_signatures: item.outdated_signatures,
    open_incidents: item.open_incidents,
    reference: short(item.reference),
    sender_company_name: short(item.sender_company_name),
    sender_city: short(item.sender_city),
    sender_country: short(item.sender_country),
    receiver_company_name: short(item.receiver_company_name),
    receiver_city: short(item.receiver_city),
    receiver_country: short(item.receiver_country),
    carrier_company_name: short(item.carrier_company_name),
    pickup_city: short(item.pickup_city),
    pickup_country: short(item.pickup_country),
    pickup_date: item.pickup_date,
    delivery_city: short(item.delivery_city),
    delivery_country: short(item.delivery_country),
    delivery_date: item.delivery_date,
    goods_description: short(item.goods_description),
    goods_packages: item.goods_packages,
    goods_weight_kg: item.goods_weight_kg,
    vehicle_plate: short(item.vehicle_plate),
    trailer_plate: short(item.trailer_plate),
    status_label: statusLabel(item.status, 'es'),
    panel_url: panelUrl(siteUrl, item.id),
  } satisfies Readonly<Record<keyof typeof places | (typeof shownFields)[number], unknown>>
}

function short(text: string | undefined): string | undefined {
  return text === undefined ? text : cut(text, LONGEST_TEXT)
}

export const shortNoteSchema = Type.Unsafe<ShortNote>(
  closed(
    {
      ...places,
      ...Object.fromEntries(shownFields.map((name) => [name, shapeOf(fieldsToShow[name])])),
    },
    { description: `Los textos de más de ${LONGEST_TEXT} caracteres acaban en …; completos, en ver_ecmr` },
  ),
)
