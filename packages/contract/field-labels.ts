import { type EcmrFields, type FieldName, fieldNames } from '@ecmr/domain'
import type { Language } from './language.js'
import { inBoth, type Texts, type TextTable, textTable } from './texts.js'

// The name of every field that a note can have, for people. A table that lacks something does not compile.

/** The parts of a note, in the order of a printed one. */
export const fieldGroups = [
  'particulars',
  'sender',
  'receiver',
  'shipper',
  'carrier',
  'successive',
  'vehicle',
  'pickup',
  'delivery',
  'goods',
  'dangerous',
  'instructions',
  'agreements',
  'charges',
  'documents',
] as const
export type FieldGroup = (typeof fieldGroups)[number]

export const groupLabels = textTable({
  particulars: ['Documento', 'Document'],
  sender: ['Remitente', 'Sender'],
  receiver: ['Destinatario', 'Receiver'],
  shipper: ['Cargador contractual', 'Contractual shipper'],
  carrier: ['Transportista', 'Carrier'],
  successive: ['Transportistas sucesivos', 'Successive carriers'],
  vehicle: ['Vehículo y conductor', 'Vehicle and driver'],
  pickup: ['Recogida', 'Pickup'],
  delivery: ['Entrega', 'Delivery'],
  goods: ['Mercancía', 'Goods'],
  dangerous: ['Mercancía peligrosa (ADR)', 'Dangerous goods (ADR)'],
  instructions: ['Instrucciones', 'Instructions'],
  agreements: ['Pactos especiales', 'Special agreements'],
  charges: ['Gastos y reembolso', 'Charges and cash on delivery'],
  documents: ['Documentos adjuntos', 'Documents attached'],
} satisfies TextTable<FieldGroup>)

interface FieldLabel extends Texts<string> {
  readonly group: FieldGroup
  /** of the CMR form, where it has one for this */
  readonly box?: string
}

type PartyMember = 'company_name' | 'address' | 'city' | 'postal_code' | 'country' | 'tax_id'

const party: Readonly<Record<PartyMember | 'contact_name' | 'email' | 'phone', Texts<string>>> = {
  company_name: inBoth('Nombre o razón social', 'Company name'),
  address: inBoth('Dirección', 'Address'),
  city: inBoth('Población', 'City'),
  postal_code: inBoth('Código postal', 'Postal code'),
  country: inBoth('País', 'Country'),
  tax_id: inBoth('NIF', 'Tax ID'),
  contact_name: inBoth('Persona de contacto', 'Contact person'),
  email: inBoth('Correo electrónico', 'Email'),
  phone: inBoth('Teléfono', 'Telephone'),
}

const time = {
  from: inBoth('Desde las', 'Not before'),
  to: inBoth('Hasta las', 'Not after'),
}

/** Every field as it is called among the others of its part. */
const fields: Readonly<Record<FieldName, FieldLabel>> = {
  reference: { group: 'particulars', es: 'Su referencia', en: 'Your reference' },
  transport_type: { group: 'particulars', es: 'Tipo de transporte', en: 'Type of carriage' },
  issue_date: { group: 'particulars', box: '21', es: 'Fecha de emisión', en: 'Date of issue' },
  issue_place: { group: 'particulars', box: '21', es: 'Lugar de emisión', en: 'Place of issue' },
  language: { group: 'particulars', es: 'Idioma del documento', en: 'Language of the note' },
  efti_uil: { group: 'particulars', es: 'Enlace único eFTI', en: 'eFTI unique link' },
  notes: { group: 'particulars', es: 'Observaciones', en: 'Remarks' },

  sender_company_name: { group: 'sender', box: '1', ...party.company_name },
  sender_tax_id: { group: 'sender', box: '1', ...party.tax_id },
  sender_address: { group: 'sender', box: '1', ...party.address },
  sender_city: { group: 'sender', box: '1', ...party.city },
  sender_postal_code: { group: 'sender', box: '1', ...party.postal_code },
  sender_country: { group: 'sender', box: '1', ...party.country },
  sender_contact_name: { group: 'sender', box: '1', ...party.contact_name },
  sender_email: { group: 'sender', box: '1', ...party.email },
  sender_phone: { group: 'sender', box: '1', ...party.phone },

  receiver_company_name: { group: 'receiver', box: '2', ...party.company_name },
  receiver_tax_id: { group: 'receiver', box: '2', ...party.tax_id },
  receiver_address: { group: 'receiver', box: '2', ...party.address },
  receiver_city: { group: 'receiver', box: '2', ...party.city },
  receiver_postal_code: { group: 'receiver', box: '2', ...party.postal_code },
  receiver_country: { group: 'receiver', box: '2', ...party.country },
  receiver_contact_name: { group: 'receiver', box: '2', ...party.contact_name },
  receiver_email: { group: 'receiver', box: '2', ...party.email },
  receiver_phone: { group: 'receiver', box: '2', ...party.phone },

  contractual_shipper_company_name: { group: 'shipper', ...party.company_name },
  contractual_shipper_tax_id: { group: 'shipper', ...party.tax_id },
  contractual_shipper_address: { group: 'shipper', ...party.address },
  contractual_shipper_city: { group: 'shipper', ...party.city },
  contractual_shipper_postal_code: { group: 'shipper', ...party.postal_code },
  contractual_shipper_country: { group: 'shipper', ...party.country },

  carrier_company_name: { group: 'carrier', box: '16', ...party.company_name },
  carrier_tax_id: { group: 'carrier', box: '16', ...party.tax_id },
  carrier_address: { group: 'carrier', box: '16', ...party.address },
  carrier_city: { group: 'carrier', box: '16', ...party.city },
  carrier_postal_code: { group: 'carrier', box: '16', ...party.postal_code },
  carrier_country: { group: 'carrier', box: '16', ...party.country },
  carrier_email: { group: 'carrier', box: '16', ...party.email },
  carrier_phone: { group: 'carrier', box: '16', ...party.phone },
  carrier_license_number: {
    group: 'carrier',
    box: '16',
    es: 'Número de autorización de transporte',
    en: 'Transport licence number',
  },

  successive_carriers: {
    group: 'successive',
    box: '17',
    es: 'Transportistas sucesivos',
    en: 'Successive carriers',
  },

  driver_name: { group: 'vehicle', es: 'Conductor', en: 'Driver' },
  driver_phone: { group: 'vehicle', es: 'Teléfono del conductor', en: 'Driver’s telephone' },
  vehicle_plate: { group: 'vehicle', es: 'Matrícula del vehículo', en: 'Vehicle plate' },
  trailer_plate: { group: 'vehicle', es: 'Matrícula del remolque', en: 'Trailer plate' },
  vehicle_country: { group: 'vehicle', es: 'País de matriculación', en: 'Country of registration' },
  special_permit_number: {
    group: 'vehicle',
    es: 'Autorización especial de circulación',
    en: 'Special circulation permit',
  },
  seal_numbers: { group: 'vehicle', es: 'Precintos', en: 'Seals' },

  pickup_address: { group: 'pickup', box: '4', ...party.address },
  pickup_city: { group: 'pickup', box: '4', ...party.city },
  pickup_postal_code: { group: 'pickup', box: '4', ...party.postal_code },
  pickup_country: { group: 'pickup', box: '4', ...party.country },
  pickup_date: { group: 'pickup', box: '4', es: 'Fecha prevista', en: 'Planned date' },
  pickup_time_from: { group: 'pickup', box: '4', ...time.from },
  pickup_time_to: { group: 'pickup', box: '4', ...time.to },

  delivery_address: { group: 'delivery', box: '3', ...party.address },
  delivery_city: { group: 'delivery', box: '3', ...party.city },
  delivery_postal_code: { group: 'delivery', box: '3', ...party.postal_code },
  delivery_country: { group: 'delivery', box: '3', ...party.country },
  delivery_date: { group: 'delivery', box: '3', es: 'Fecha prevista', en: 'Planned date' },
  delivery_time_from: { group: 'delivery', box: '3', ...time.from },
  delivery_time_to: { group: 'delivery', box: '3', ...time.to },
  delivery_time_limit: { group: 'delivery', es: 'Plazo pactado', en: 'Agreed time limit' },

  goods_description: {
    group: 'goods',
    box: '9',
    es: 'Naturaleza de la mercancía',
    en: 'Nature of the goods',
  },
  goods_marks: { group: 'goods', box: '6', es: 'Marcas y números', en: 'Marks and numbers' },
  goods_packages: { group: 'goods', box: '7', es: 'Número de bultos', en: 'Number of packages' },
  goods_packaging: { group: 'goods', box: '8', es: 'Clase de embalaje', en: 'Method of packing' },
  goods_hs_code: { group: 'goods', box: '10', es: 'Código SA (estadístico)', en: 'HS code (statistical)' },
  goods_weight_kg: { group: 'goods', box: '11', es: 'Peso bruto (kg)', en: 'Gross weight (kg)' },
  goods_volume_m3: { group: 'goods', box: '12', es: 'Volumen (m³)', en: 'Volume (m³)' },
  goods_quantity_other: {
    group: 'goods',
    box: '11',
    es: 'Cantidad expresada de otro modo',
    en: 'Quantity expressed otherwise',
  },
  goods_temperature: { group: 'goods', es: 'Temperatura', en: 'Temperature' },
  declared_value: { group: 'goods', es: 'Valor declarado', en: 'Declared value' },
  declared_value_currency: {
    group: 'goods',
    es: 'Moneda del valor declarado',
    en: 'Currency of the declared value',
  },
  goods_items: { group: 'goods', es: 'Partidas', en: 'Items' },

  goods_dangerous: { group: 'dangerous', es: 'Es mercancía peligrosa', en: 'The goods are dangerous' },
  goods_un_number: { group: 'dangerous', es: 'Número ONU', en: 'UN number' },
  goods_adr_class: { group: 'dangerous', es: 'Clase ADR', en: 'ADR class' },
  goods_packing_group: { group: 'dangerous', es: 'Grupo de embalaje', en: 'Packing group' },

  instructions: {
    group: 'instructions',
    box: '13',
    es: 'Instrucciones del remitente',
    en: 'Sender’s instructions',
  },
  customs_instructions: {
    group: 'instructions',
    box: '13',
    es: 'Aduanas y otras formalidades',
    en: 'Customs and other formalities',
  },
  insurance_instructions: { group: 'instructions', box: '13', es: 'Seguro', en: 'Insurance' },
  transhipment_allowed: {
    group: 'instructions',
    es: 'Transbordo permitido',
    en: 'Transhipment allowed',
  },

  special_agreements: { group: 'agreements', box: '19', es: 'Pactos especiales', en: 'Special agreements' },

  charges: { group: 'charges', box: '20', es: 'Gastos del transporte', en: 'Carriage charges' },
  cod_amount: { group: 'charges', box: '15', es: 'Reembolso', en: 'Cash on delivery' },
  cod_currency: {
    group: 'charges',
    box: '15',
    es: 'Moneda del reembolso',
    en: 'Currency of the cash on delivery',
  },

  documents: { group: 'documents', box: '5', es: 'Documentos adjuntos', en: 'Documents attached' },
}

/** The fields of a part, in the order of a printed note. */
export function fieldsIn(group: FieldGroup): readonly FieldName[] {
  return fieldNames.filter((name) => fields[name].group === group)
}

/** The part in which a field stands. */
export function groupOf(field: FieldName): FieldGroup {
  return fields[field].group
}

/** The box of the CMR form in which a field stands. */
export function boxOf(field: FieldName): string | undefined {
  return fields[field].box
}

/** What a field is called among the others of its part. */
export function fieldLabel(field: FieldName, language: Language): string {
  return fields[field][language]
}

// Only what other parts have too needs the part's name to be understood.
const shared: ReadonlySet<FieldGroup> = new Set([
  'sender',
  'receiver',
  'shipper',
  'carrier',
  'pickup',
  'delivery',
])

/** What a field is called where it stands alone: "Remitente: población". */
export function fullFieldLabel(field: FieldName, language: Language): string {
  const label = fieldLabel(field, language)
  const group = groupOf(field)
  return shared.has(group) ? `${groupLabels[language][group]}: ${uncapitalised(label)}` : label
}

/** Words of capitals, as NIF, stay as they are. */
export function uncapitalised(label: string): string {
  return /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

type MemberOf<List extends 'goods_items' | 'successive_carriers' | 'charges'> = keyof NonNullable<
  EcmrFields[List]
>[number]

/** What lists in a note hold, member by member. */
export const memberLabels = {
  goods_items: {
    description: inBoth('Descripción', 'Description'),
    packages: inBoth('Bultos', 'Packages'),
    packaging: inBoth('Embalaje', 'Packing'),
    marks: inBoth('Marcas y números', 'Marks and numbers'),
    weight_kg: inBoth('Peso bruto (kg)', 'Gross weight (kg)'),
    volume_m3: inBoth('Volumen (m³)', 'Volume (m³)'),
    hs_code: inBoth('Código SA', 'HS code'),
  } satisfies Readonly<Record<MemberOf<'goods_items'>, Texts<string>>>,
  successive_carriers: {
    company_name: party.company_name,
    tax_id: party.tax_id,
    address: party.address,
    city: party.city,
    postal_code: party.postal_code,
    country: party.country,
    vehicle_plate: inBoth('Matrícula', 'Plate'),
    remarks: inBoth('Reservas y observaciones', 'Reservations and observations'),
  } satisfies Readonly<Record<MemberOf<'successive_carriers'>, Texts<string>>>,
  charges: {
    kind: inBoth('Concepto', 'Kind'),
    amount: inBoth('Importe', 'Amount'),
    currency: inBoth('Moneda', 'Currency'),
    payer: inBoth('A pagar por', 'Payer'),
  } satisfies Readonly<Record<MemberOf<'charges'>, Texts<string>>>,
} as const

/** What a place in a note is called by its JSON pointer, without the first slash: `goods_items/0/weight_kg`. */
export function placeLabel(pointer: string, language: Language): string {
  const [name = '', index, member = ''] = pointer.split('/')
  const field = fieldNames.find((known) => known === name)
  if (field === undefined) return pointer
  const label = fullFieldLabel(field, language)
  if (index === undefined) return label
  const members: Readonly<Record<string, Readonly<Record<string, Texts<string>>>>> = memberLabels
  const said = members[field]?.[member]?.[language]
  return `${label} ${Number(index) + 1}${said === undefined ? '' : `: ${uncapitalised(said)}`}`
}
