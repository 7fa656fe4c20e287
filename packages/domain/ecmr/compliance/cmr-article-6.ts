import { everyItemHas, isMeasured, type Particular } from './particular.js'

/**
 * The particulars of article 6(1) of the CMR Convention, letter by letter. Letter (k), the statement that the carriage
 * is subject to the Convention, is printed on every note. Who is responsible follows article 7(1); for (c) and (i),
 * which it leaves open, it is the party that knows. Pickup and delivery are at the sender's and the receiver's unless an
 * address of their own is given.
 */
export const cmrArticle6: readonly Particular[] = [
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
    unless: isMeasured,
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
