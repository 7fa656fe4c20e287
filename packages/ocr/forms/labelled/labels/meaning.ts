/** What a label on a delivery note, a letter or a form says of the value behind it. */
export const meanings = [
  'sender',
  'receiver',
  'carrier',
  'pickup',
  'delivery',
  'pickup_date',
  'delivery_date',
  'issue_date',
  'issue_place',
  'pickup_times',
  'delivery_times',
  'reference',
  'number',
  'goods',
  'packages',
  'packing',
  'weight',
  'volume',
  'marks',
  'hs_code',
  'un_number',
  'adr_class',
  'packing_group',
  'temperature',
  'vehicle',
  'trailer',
  'driver',
  'driver_phone',
  'licence',
  'seals',
  'documents',
  'instructions',
  'notes',
  'agreements',
  'cash_on_delivery',
  'declared_value',
  'article',
  'member',
  'other',
] as const

/** `number` is the paper's own; `member` belongs to a party's address block; `other` is of no interest to us. */
export type Meaning = (typeof meanings)[number]

/** What a language calls them. */
export type Labels = Readonly<Partial<Record<Meaning, readonly string[]>>>
