import { boxCaptions, letterCaptions } from '../captions/boxes.js'
import { vehiclesOf } from '@ecmr/domain'
import { shortFieldName } from '../captions/field-names.js'
import { type Caption, captionOf } from '../captions/caption.js'
import { sentences } from '../captions/sentences.js'
import { words } from '../captions/words.js'
import { chargesTable, noChargesLines } from './charges.js'
import { declaredValueLines, goodsTable, handlingLines } from './goods.js'
import type { Box, Line, Table } from './page-data.js'
import { partyLines, successiveCarrierLines } from './parties.js'
import { deliveryLines, pickupLines, plannedLines, statedTime, takenOverLines } from './places.js'
import { reservationLines, signatureBoxes } from './signatures.js'
import { writtenInstant, writtenMoney } from './values.js'
import { bare, lacking, named, type Writing, written } from './writing.js'

/** The 24 boxes of a consignment note. */
export interface CmrContent {
  /** 1 to 9 and 16 to 21, by number */
  readonly boxes: Readonly<Record<string, Box>>
  /** 10 to 15 */
  readonly goods: Table
  readonly goodsCaption: Caption
  /** dangerous goods and temperature, below the table */
  readonly handling: readonly Line[]
  /** inside box 17 */
  readonly charges: Table
  /** 22 to 24 */
  readonly signatures: readonly Box[]
}

type BoxNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 16 | 17 | 18 | 19 | 20 | 21

/** Fills in the form. */
export function cmrContent(note: Writing): CmrContent {
  const lines: readonly (readonly [BoxNumber, readonly Line[]])[] = [
    [1, partyLines(note, 'sender')],
    [2, partyLines(note, 'receiver')],
    [3, [...pickupLines(note), ...plannedLines(note, 'pickup'), ...takenOverLines(note)]],
    [4, [...deliveryLines(note), ...plannedLines(note, 'delivery')]],
    [5, instructionLines(note)],
    [6, [...partyLines(note, 'carrier'), ...named(note, 'carrier_license_number'), ...vehicleLines(note)]],
    [7, successiveCarrierLines(note)],
    [8, reservationLines(note, 'carrier')],
    [9, documentLines(note)],
    [16, agreementLines(note)],
    [17, noChargesLines(note)],
    [18, otherLines(note)],
    [19, cashOnDeliveryLines(note)],
    [20, regimeLines(note)],
    [21, establishedLines(note)],
  ]
  return {
    boxes: Object.fromEntries(lines.map(([number, said]) => [number, boxOf(number, said, note)])),
    goods: goodsTable(note, true),
    goodsCaption: captionOf(letterCaptions, 'd', note.language),
    handling: handlingLines(note),
    charges: chargesTable(note),
    signatures: signatureBoxes(note, true),
  }
}

function boxOf(number: BoxNumber, lines: readonly Line[], { language }: Writing): Box {
  return { number: String(number), caption: captionOf(boxCaptions, `box_${number}`, language), lines }
}

/** What the sender asks of the carrier. */
export function instructionLines(note: Writing): readonly Line[] {
  return [
    ...bare(note, 'instructions'),
    ...named(note, 'customs_instructions'),
    ...named(note, 'insurance_instructions'),
    ...named(note, 'transhipment_allowed'),
    ...declaredValueLines(note),
  ]
}

/** The plates; beside that of the vehicle the country that gave it. */
export function vehicleLines(note: Writing): readonly Line[] {
  const plates = named(note, 'vehicle_plate')
  const country = written(note, 'vehicle_country')
  const trailer = named(note, 'trailer_plate')
  if (country === undefined || note.record.vehicle_plate === undefined) {
    return [...plates, ...named(note, 'vehicle_country'), ...trailer, ...changedVehicleLines(note)]
  }
  return [
    ...plates.map((plate) => ({ ...plate, text: `${plate.text}, ${country}` })),
    ...trailer,
    ...changedVehicleLines(note),
  ]
}

/** So many vehicles are listed; what changed stands among the modifications, too. */
const MOST_VEHICLES = 8

/** The vehicles that carried the goods, each with since when; nothing when it was one only. */
function changedVehicleLines({ history, language }: Writing): readonly Line[] {
  const said = words[language]
  const vehicles = vehiclesOf(history)
  if (vehicles.length < 2) return []
  const left = vehicles.length - MOST_VEHICLES
  return [
    ...vehicles
      .slice(-MOST_VEHICLES)
      .map(({ vehicle_plate, trailer_plate, since, recorded_at }, at): Line => {
        const plates = [vehicle_plate, trailer_plate].filter((plate) => plate !== undefined)
        const text = [
          plates.join(' + ') || said.notGiven,
          `${said.since} ${writtenInstant(since)}`,
          ...statedTime(since, recorded_at, language),
        ].join(', ')
        return at === 0 ? { label: said.vehicles, text } : { text }
      }),
    ...(left > 0 ? [{ text: said.earlierVehicles.replace('{n}', String(left)) }] : []),
  ]
}

/** The documents handed to the carrier, one a line. */
export function documentLines({ record }: Writing): readonly Line[] {
  return (record.documents ?? []).map((text) => ({ text }))
}

/** What the parties agreed besides. */
export function agreementLines(note: Writing): readonly Line[] {
  return [...bare(note, 'special_agreements'), ...named(note, 'delivery_time_limit')]
}

/** Cash on delivery, with its currency. */
export function cashOnDeliveryLines({ record, language }: Writing): readonly Line[] {
  const { cod_amount, cod_currency } = record
  const text = cod_amount === undefined ? cod_currency : writtenMoney(cod_amount, cod_currency, language)
  return text === undefined ? [] : [{ text, tone: 'strong' }]
}

/** What has no box of its own. */
function otherLines(note: Writing): readonly Line[] {
  return [
    ...referenceLines(note),
    ...named(note, 'special_permit_number'),
    ...otherShipperLines(note),
    ...named(note, 'notes'),
  ]
}

/** A contracting shipper other than the sender, in one line. */
export function otherShipperLines(note: Writing): readonly Line[] {
  const said = partyLines(note, 'contractual_shipper').filter(({ tone }) => tone !== 'missing')
  const text = said.map((line) => (line.label === undefined ? line.text : `${line.label}: ${line.text}`))
  return text.length === 0 ? [] : [{ label: letterCaptions[note.language].a, text: text.join(', ') }]
}

/** References, seals and what kind of carriage it is. */
export function referenceLines(note: Writing): readonly Line[] {
  const seals = note.record.seal_numbers ?? []
  return [
    ...named(note, 'reference'),
    ...named(note, 'transport_type'),
    ...(seals.length === 0
      ? []
      : [{ label: shortFieldName('seal_numbers', note.language), text: seals.join(', ') }]),
    ...named(note, 'efti_uil'),
  ]
}

const regimeSentences = {
  yes: 'subject_to_cmr',
  no: 'not_subject_to_cmr',
  unknown: 'subject_to_cmr_abroad',
} as const

/** Box 20: the statement of CMR art. 6.1.k, under a condition where the note does not say whether it crosses a border. */
function regimeLines({ record, language }: Writing): readonly Line[] {
  const sentence = regimeSentences[record.compliance.cmr.applies]
  const english: readonly Line[] = language === 'en' ? [] : [{ text: sentences.en[sentence], tone: 'quiet' }]
  return [{ text: sentences[language][sentence] }, ...english]
}

function establishedLines(note: Writing): readonly Line[] {
  const said = (['issue_place', 'issue_date'] as const).flatMap((field) => written(note, field) ?? [])
  return [
    ...(said.length === 0 ? [] : [{ text: said.join(', ') }]),
    ...lackingUnlessGiven(note, 'issue_place'),
    ...lackingUnlessGiven(note, 'issue_date'),
  ]
}

function lackingUnlessGiven(note: Writing, field: 'issue_place' | 'issue_date'): readonly Line[] {
  return note.record[field] === undefined ? lacking(note, field) : []
}
