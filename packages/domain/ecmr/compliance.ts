import type { Role } from './events.js'
import type { EcmrFields, FieldName } from './fields.js'

/** A particular that a legal regime asks for and the note does not have. */
export interface MissingItem {
  /** the field to fill in */
  readonly field: FieldName
  /** where the regime asks for it */
  readonly article: string
  /** who has to provide it */
  readonly responsible: Role
}

/** A line of a regime's table. */
interface Particular extends MissingItem {
  /** other ways to fulfil it than its field, or not to need it at all */
  readonly unless?: (fields: EcmrFields) => boolean
}

type GoodsItem = NonNullable<EcmrFields['goods_items']>[number]

/** Whether the goods are listed item by item and each item says this of itself. */
function everyItemHas(member: keyof GoodsItem): (fields: EcmrFields) => boolean {
  return ({ goods_items = [] }) =>
    goods_items.length > 0 && goods_items.every((item) => item[member] !== undefined)
}

/**
 * The particulars of article 6(1) of the CMR Convention, letter by letter. Letter (k), the statement that the carriage
 * is subject to the Convention, is printed on every note. Who is responsible follows article 7(1); for (c) and (i),
 * which it leaves open, it is the party that knows. Pickup and delivery are at the sender's and the receiver's unless an
 * address of their own is given.
 */
const cmrArticle6: readonly Particular[] = [
  { field: 'issue_date', article: 'CMR 6.1.a', responsible: 'sender' },
  { field: 'issue_place', article: 'CMR 6.1.a', responsible: 'sender' },
  { field: 'sender_company_name', article: 'CMR 6.1.b', responsible: 'sender' },
  { field: 'sender_address', article: 'CMR 6.1.b', responsible: 'sender' },
  { field: 'sender_city', article: 'CMR 6.1.b', responsible: 'sender' },
  { field: 'carrier_company_name', article: 'CMR 6.1.c', responsible: 'carrier' },
  { field: 'carrier_address', article: 'CMR 6.1.c', responsible: 'carrier' },
  { field: 'carrier_city', article: 'CMR 6.1.c', responsible: 'carrier' },
  {
    field: 'pickup_city',
    article: 'CMR 6.1.d',
    responsible: 'sender',
    unless: ({ pickup_address }) => pickup_address === undefined,
  },
  { field: 'pickup_date', article: 'CMR 6.1.d', responsible: 'sender' },
  {
    field: 'delivery_city',
    article: 'CMR 6.1.d',
    responsible: 'sender',
    unless: ({ delivery_address }) => delivery_address === undefined,
  },
  { field: 'receiver_company_name', article: 'CMR 6.1.e', responsible: 'sender' },
  { field: 'receiver_address', article: 'CMR 6.1.e', responsible: 'sender' },
  { field: 'receiver_city', article: 'CMR 6.1.e', responsible: 'sender' },
  { field: 'goods_description', article: 'CMR 6.1.f', responsible: 'sender' },
  {
    field: 'goods_packaging',
    article: 'CMR 6.1.f',
    responsible: 'sender',
    unless: everyItemHas('packaging'),
  },
  {
    field: 'goods_un_number',
    article: 'CMR 6.1.f',
    responsible: 'sender',
    unless: ({ goods_dangerous }) => goods_dangerous !== true,
  },
  { field: 'goods_packages', article: 'CMR 6.1.g', responsible: 'sender', unless: everyItemHas('packages') },
  { field: 'goods_marks', article: 'CMR 6.1.g', responsible: 'sender', unless: everyItemHas('marks') },
  {
    field: 'goods_weight_kg',
    article: 'CMR 6.1.h',
    responsible: 'sender',
    unless: (fields) => fields.goods_quantity_other !== undefined || everyItemHas('weight_kg')(fields),
  },
  // An empty list states that there are none.
  { field: 'charges', article: 'CMR 6.1.i', responsible: 'carrier' },
  {
    field: 'customs_instructions',
    article: 'CMR 6.1.j',
    responsible: 'sender',
    unless: ({ transport_type }) => transport_type === 'national',
  },
]

/**
 * The contents of the Spanish control document, letter by letter (Orden FOM/2861/2012, art. 6), which is digital only
 * as the DeCA. The contracting shipper answers for the data of the consignment, the carrier for its own and its
 * vehicle's. A trailer's plate is part of it only where there is a trailer, which only the carrier knows, so it
 * is never reported as missing.
 */
const decaContents: readonly Particular[] = [
  {
    field: 'contractual_shipper_company_name',
    article: 'FOM/2861/2012 6.a',
    responsible: 'sender',
    unless: senderIsShipper,
  },
  {
    field: 'contractual_shipper_tax_id',
    article: 'FOM/2861/2012 6.a',
    responsible: 'sender',
    unless: (fields) => senderIsShipper(fields) && fields.sender_tax_id !== undefined,
  },
  {
    field: 'contractual_shipper_address',
    article: 'FOM/2861/2012 6.a',
    responsible: 'sender',
    unless: senderIsShipper,
  },
  { field: 'carrier_company_name', article: 'FOM/2861/2012 6.b', responsible: 'carrier' },
  { field: 'carrier_tax_id', article: 'FOM/2861/2012 6.b', responsible: 'carrier' },
  {
    field: 'pickup_city',
    article: 'FOM/2861/2012 6.c',
    responsible: 'sender',
    unless: ({ pickup_address }) => pickup_address === undefined,
  },
  {
    field: 'delivery_city',
    article: 'FOM/2861/2012 6.c',
    responsible: 'sender',
    unless: ({ delivery_address }) => delivery_address === undefined,
  },
  { field: 'goods_description', article: 'FOM/2861/2012 6.d', responsible: 'sender' },
  {
    field: 'goods_weight_kg',
    article: 'FOM/2861/2012 6.d',
    responsible: 'sender',
    unless: (fields) => fields.goods_quantity_other !== undefined || everyItemHas('weight_kg')(fields),
  },
  { field: 'pickup_date', article: 'FOM/2861/2012 6.e', responsible: 'sender' },
  { field: 'vehicle_plate', article: 'FOM/2861/2012 6.f', responsible: 'carrier' },
]

/** Unless another one is named, the sender is the contracting shipper, with its name and address. */
function senderIsShipper({ contractual_shipper_company_name }: EcmrFields): boolean {
  return contractual_shipper_company_name === undefined
}

export interface RegimeCompliance {
  readonly complete: boolean
  readonly missing: readonly MissingItem[]
}

/** How far a note fulfils the regimes; information, not legal advice. CMR art. 4 keeps the contract valid regardless. */
export interface Compliance {
  readonly cmr: RegimeCompliance
  readonly deca: RegimeCompliance
}

/** What the note lacks under CMR art. 6 and as a Spanish DeCA. */
export function compliance(fields: EcmrFields): Compliance {
  return { cmr: judge(cmrArticle6, fields), deca: judge(decaContents, fields) }
}

function judge(particulars: readonly Particular[], fields: EcmrFields): RegimeCompliance {
  const missing = particulars
    .filter(({ field, unless }) => fields[field] === undefined && unless?.(fields) !== true)
    .map(({ field, article, responsible }) => ({ field, article, responsible }))
  return { complete: missing.length === 0, missing }
}
