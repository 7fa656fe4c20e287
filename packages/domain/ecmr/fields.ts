import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { JsonObject } from '../json.js'
import { PRINTABLE } from '../text.js'

// Every field a consignment note can carry, described once. The static types, the validation of requests, the
// OpenAPI document and the MCP schemas are all made from these tables.

const text = (description: string, maxLength = 500): ReturnType<typeof Type.String> =>
  Type.String({ description, minLength: 1, maxLength, pattern: PRINTABLE })
const country = (description: string) =>
  Type.String({ description: `${description} (ISO 3166-1 alpha-2)`, format: 'country' })
const date = (description: string) => Type.String({ description, format: 'date' })
const time = (description: string) =>
  Type.String({ description: `${description}, HH:MM`, format: 'clock-time' })
const email = (description: string) => Type.String({ description, format: 'email', maxLength: 254 })
const money = (description: string) =>
  Type.String({
    description: `${description}, a decimal string such as "1250.00"`,
    format: 'decimal',
    maxLength: 20,
  })
const currency = (description: string) =>
  Type.String({ description: `${description} (ISO 4217)`, format: 'currency' })
const amount = (description: string, maximum = 1e9) => Type.Number({ description, minimum: 0, maximum })

const successiveCarrier = Type.Object(
  {
    company_name: text('Name of the successive carrier'),
    tax_id: Type.Optional(text('Tax identification', 50)),
    address: Type.Optional(text('Address')),
    city: Type.Optional(text('City')),
    postal_code: Type.Optional(text('Postal code', 20)),
    country: Type.Optional(country('Country')),
    vehicle_plate: Type.Optional(text('Plate of its vehicle', 20)),
    remarks: Type.Optional(text('Reservations and observations on taking over')),
  },
  { additionalProperties: false },
)

const goodsItem = Type.Object(
  {
    description: text('What it is', 1000),
    packages: Type.Optional(Type.Integer({ description: 'Number of packages', minimum: 0, maximum: 1e6 })),
    packaging: Type.Optional(text('Method of packing', 200)),
    marks: Type.Optional(text('Marks and numbers', 500)),
    weight_kg: Type.Optional(amount('Gross weight in kilograms')),
    volume_m3: Type.Optional(amount('Volume in cubic metres')),
    hs_code: Type.Optional(text('Harmonised System code', 20)),
  },
  { additionalProperties: false },
)

const charge = Type.Object(
  {
    kind: text('What is charged for', 200),
    amount: money('Amount'),
    currency: currency('Currency'),
    payer: Type.Union([Type.Literal('sender'), Type.Literal('receiver')], { description: 'Who pays it' }),
  },
  { additionalProperties: false },
)

/** The eight fields of the published interface: required at creation. */
export const requiredFields = {
  sender_company_name: text('Name of the sending company'),
  sender_address: text('Address of the sender'),
  sender_city: text('City of the sender'),
  receiver_company_name: text('Name of the receiving company'),
  receiver_address: text('Address of the receiver'),
  receiver_city: text('City of the receiver'),
  goods_description: text('Free-text description of the goods', 5000),
  pickup_date: date('Planned pickup date, YYYY-MM-DD'),
} as const

const party = <P extends string>(prefix: P, who: string) =>
  ({
    [`${prefix}_postal_code`]: text(`Postal code of the ${who}`, 20),
    [`${prefix}_country`]: country(`Country of the ${who}`),
    [`${prefix}_tax_id`]: text(`Tax identification of the ${who}`, 50),
    [`${prefix}_contact_name`]: text(`Contact person of the ${who}`, 200),
    [`${prefix}_email`]: email(`Electronic mail of the ${who}`),
    [`${prefix}_phone`]: text(`Telephone of the ${who}`, 50),
  }) as {
    readonly [K in `${P}_${'postal_code' | 'country' | 'tax_id' | 'contact_name' | 'email' | 'phone'}`]: ReturnType<
      typeof Type.String
    >
  }

/** Every other field, all optional. */
export const optionalFields = {
  reference: text('Your own reference', 200),
  transport_type: Type.Union([Type.Literal('national'), Type.Literal('international')], {
    description: 'National or international carriage',
  }),
  issue_date: date('Date on which the note is made out'),
  issue_place: text('Place at which the note is made out', 200),
  language: Type.String({
    description: 'Language of the note (BCP 47)',
    maxLength: 35,
    pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
  }),
  notes: text('Remarks for the parties', 5000),
  efti_uil: text('Unique identifying link of the eFTI platform (Regulation (EU) 2020/1056)', 500),
  ...party('sender', 'sender'),
  ...party('receiver', 'receiver'),
  contractual_shipper_company_name: text('Name of the contractual shipper; the sender when absent'),
  contractual_shipper_tax_id: text('Tax identification of the contractual shipper', 50),
  contractual_shipper_address: text('Address of the contractual shipper'),
  contractual_shipper_city: text('City of the contractual shipper'),
  contractual_shipper_postal_code: text('Postal code of the contractual shipper', 20),
  contractual_shipper_country: country('Country of the contractual shipper'),
  carrier_company_name: text('Name of the carrier; with one the note is assigned, without it a draft'),
  carrier_tax_id: text('Tax identification of the carrier', 50),
  carrier_address: text('Address of the carrier'),
  carrier_city: text('City of the carrier'),
  carrier_postal_code: text('Postal code of the carrier', 20),
  carrier_country: country('Country of the carrier'),
  carrier_email: email('Electronic mail of the carrier'),
  carrier_phone: text('Telephone of the carrier', 50),
  carrier_license_number: text('Transport licence number of the carrier', 100),
  successive_carriers: Type.Array(successiveCarrier, {
    description: 'Carriers that take over on the way',
    maxItems: 20,
  }),
  driver_name: text('Name of the driver', 200),
  driver_phone: text('Telephone of the driver', 50),
  vehicle_plate: text('Plate of the vehicle', 20),
  trailer_plate: text('Plate of the trailer', 20),
  vehicle_country: country('Country of registration of the vehicle'),
  special_permit_number: text('Number of the special circulation permit', 100),
  seal_numbers: Type.Array(text('Seal number', 50), { description: 'Seals on the load', maxItems: 50 }),
  pickup_address: text('Address of the pickup; the sender’s when absent'),
  pickup_city: text('City of the pickup'),
  pickup_postal_code: text('Postal code of the pickup', 20),
  pickup_country: country('Country of the pickup'),
  pickup_time_from: time('Pickup not before'),
  pickup_time_to: time('Pickup not after'),
  delivery_address: text('Address of the delivery; the receiver’s when absent'),
  delivery_city: text('City of the delivery'),
  delivery_postal_code: text('Postal code of the delivery', 20),
  delivery_country: country('Country of the delivery'),
  delivery_date: date('Planned delivery date'),
  delivery_time_from: time('Delivery not before'),
  delivery_time_to: time('Delivery not after'),
  goods_packages: Type.Integer({ description: 'Number of packages', minimum: 0, maximum: 1e6 }),
  goods_packaging: text('Method of packing', 200),
  goods_marks: text('Marks and numbers of the packages', 1000),
  goods_weight_kg: amount('Gross weight in kilograms'),
  goods_quantity_other: text('Quantity expressed otherwise than by weight', 200),
  goods_volume_m3: amount('Volume in cubic metres'),
  goods_hs_code: text('Harmonised System code', 20),
  goods_dangerous: Type.Boolean({ description: 'Dangerous goods (ADR)' }),
  goods_un_number: Type.String({
    description: 'UN number of the dangerous goods',
    pattern: '^(UN ?)?[0-9]{4}$',
  }),
  goods_adr_class: text('ADR class', 10),
  goods_packing_group: Type.Union([Type.Literal('I'), Type.Literal('II'), Type.Literal('III')], {
    description: 'ADR packing group',
  }),
  goods_temperature: text('Temperature regime', 100),
  goods_items: Type.Array(goodsItem, { description: 'The goods, item by item', maxItems: 200 }),
  charges: Type.Array(charge, { description: 'Charges relating to the carriage', maxItems: 50 }),
  customs_instructions: text('Instructions for customs and other formalities', 2000),
  instructions: text('Instructions of the sender to the carrier', 2000),
  special_agreements: text('Special agreements between the parties', 2000),
  transhipment_allowed: Type.Boolean({ description: 'Whether the goods may be transhipped' }),
  cod_amount: money('Cash on delivery'),
  cod_currency: currency('Currency of the cash on delivery'),
  declared_value: money('Declared value of the goods'),
  declared_value_currency: currency('Currency of the declared value'),
  insurance_instructions: text('Instructions on insurance', 2000),
  delivery_time_limit: text('Agreed time limit of the carriage', 200),
  documents: Type.Array(text('Document', 200), {
    description: 'Documents handed to the carrier',
    maxItems: 50,
  }),
} as const

/** All fields that a person may write, required ones first. */
export const ecmrFields = { ...requiredFields, ...optionalFields } as const satisfies Record<string, TSchema>

/** The name of a writable field. */
export type FieldName = keyof typeof ecmrFields

/** Every writable field name, in the order of a printed note. */
export const fieldNames = Object.keys(ecmrFields) as readonly FieldName[]

/** The fields of a note at one moment; absent means never given or cleared. */
export type EcmrFields = {
  readonly [K in keyof typeof requiredFields]: Static<(typeof requiredFields)[K]>
} & {
  readonly [K in keyof typeof optionalFields]?: Static<(typeof optionalFields)[K]>
}

/** A partial update; `null` clears an optional field. */
export type FieldChanges = {
  readonly [K in keyof typeof requiredFields]?: Static<(typeof requiredFields)[K]>
} & {
  readonly [K in keyof typeof optionalFields]?: Static<(typeof optionalFields)[K]> | null
}

/**
 * What a party signs: every field of the note that is filled in, so that no later change of any of them can hide. The
 * content hash of a signature is SHA-256 over the RFC 8785 form of this, with commitments in the place of personal values. Absent fields are left out, hence a field that
 * a later version adds does not disturb the signatures of today.
 */
export function signedContent(fields: EcmrFields): JsonObject {
  return Object.fromEntries(
    fieldNames.map((name) => [name, fields[name]]).filter(([, value]) => value !== undefined),
  )
}
