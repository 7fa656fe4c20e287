import type { EcmrFields } from './fields.js'
import { everyItemHas, type Particular } from './particular.js'

/**
 * The contents of the Spanish control document, letter by letter (Orden FOM/2861/2012, art. 6), which is digital only
 * as the DeCA. The contracting shipper answers for the data of the consignment, the carrier for its own and its
 * vehicle's. A trailer's plate is part of it only where there is a trailer, which only the carrier knows, so it
 * is never reported as missing.
 */
export const decaContents: readonly Particular[] = [
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
