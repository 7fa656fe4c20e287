import type { DecaLetter } from '@ecmr/domain'
import { boxCaptions, letterCaptions } from '../captions/boxes.js'
import { type Caption, captionOf } from '../captions/caption.js'
import { words } from '../captions/words.js'
import { chargesTable, noChargesLines } from './charges.js'
import {
  agreementLines,
  cashOnDeliveryLines,
  documentLines,
  instructionLines,
  otherShipperLines,
  referenceLines,
  vehicleLines,
} from './cmr-content.js'
import { goodsTable, handlingLines } from './goods.js'
import type { Box, Line, Table } from './page-data.js'
import { partyLines, successiveCarrierLines } from './parties.js'
import {
  deliveredLines,
  deliveryLines,
  hoursOf,
  pickupLines,
  plannedLines,
  revertedLines,
  takenOverLines,
} from './places.js'
import { reservationLines, signatureBoxes } from './signatures.js'
import { bare, lacking, named, type Writing, written } from './writing.js'

/** A consignment of a control document: letters c to h, and what else its note says. */
export interface Consignment {
  /** of its note */
  readonly number: string
  /** of what the order does not ask for */
  readonly caption: Caption
  readonly origin: Box
  readonly destination: Box
  readonly goods: Table
  readonly letterD: Box
  /** e, f, g */
  readonly letters: readonly Box[]
  readonly letterH: Box
  readonly others: readonly Box[]
  readonly chargesBox: Box
  readonly charges: Table
  readonly signatures: readonly Box[]
}

/** A control document: its two parties and what they move. */
export interface DecaContent {
  /** a and b */
  readonly parties: readonly Box[]
  readonly consignments: readonly Consignment[]
}

/** Fills in the letters. Shipper and carrier are those of the first note; another may write them in another way. */
export function decaContent(notes: readonly Writing[]): DecaContent {
  const parties = notes.slice(0, 1).flatMap(partyBoxes)
  return { parties, consignments: notes.map((note) => consignment(note, parties)) }
}

function partyBoxes(note: Writing): readonly Box[] {
  return [letterBox('a', shipperLines(note), note), letterBox('b', carrierLines(note), note)]
}

/** Those boxes that say something else than the ones at the head of the document. */
function otherwise(boxes: readonly Box[], head: readonly Box[]): readonly Box[] {
  return boxes.filter((box, at) => JSON.stringify(box) !== JSON.stringify(head[at]))
}

function consignment(note: Writing, parties: readonly Box[]): Consignment {
  const { record, language } = note
  return {
    number: record.ecmr_number,
    caption: captionOf(words, 'otherParticulars', language),
    origin: placeBox('origin', pickupLines(note), note),
    destination: placeBox('destination', deliveryLines(note), note),
    letterD: letterBox('d', handlingLines(note), note),
    goods: goodsTable(note, false),
    letters: [
      letterBox('e', unlessStated(note, bare(note, 'special_permit_number')), note),
      letterBox('f', dateLines(note), note),
      letterBox('g', plateLines(note), note),
    ],
    letterH: letterBox('h', [...bare(note, 'notes'), ...referenceLines(note)], note),
    others: [...otherwise(partyBoxes(note), parties), ...otherBoxes(note)],
    chargesBox: { number: '', caption: captionOf(boxCaptions, 'box_17', language), lines: [] },
    charges: chargesTable(note),
    signatures: isSigned(record) ? signatureBoxes(note, false) : [],
  }
}

/** Whether there is anything to say where a consignment note is signed. */
function isSigned({ signatures, reservations, delivered_at }: Writing['record']): boolean {
  return signatures.length > 0 || reservations.length > 0 || delivered_at !== undefined
}

function letterBox(letter: DecaLetter, lines: readonly Line[], note: Writing): Box {
  const { language } = note
  const answers = letter === 'h' ? 'both' : letter <= 'd' ? 'shipper' : 'carrier'
  return {
    number: letter,
    caption: captionOf(letterCaptions, letter, language),
    answers: `${words[language].answers}: ${words[language][answers]}`,
    lines,
  }
}

/** The sender is the contracting shipper unless another one is named. */
function shipperLines(note: Writing): readonly Line[] {
  const { contractual_shipper_company_name, contractual_shipper_tax_id, sender_tax_id } = note.record
  if (contractual_shipper_company_name !== undefined) return partyLines(note, 'contractual_shipper')
  const isTaxIdAsked = sender_tax_id === undefined && contractual_shipper_tax_id === undefined
  return [
    ...partyLines(note, 'sender'),
    ...(isTaxIdAsked ? lacking(note, 'contractual_shipper_tax_id') : []),
    ...otherShipperLines(note),
  ]
}

function carrierLines(note: Writing): readonly Line[] {
  return [...partyLines(note, 'carrier'), ...named(note, 'carrier_license_number')]
}

/** Letter c has two places, each in a box of its own. */
function placeBox(place: 'origin' | 'destination', lines: readonly Line[], note: Writing): Box {
  return { ...letterBox('c', lines, note), caption: captionOf(words, place, note.language) }
}

function unlessStated({ language }: Writing, lines: readonly Line[]): readonly Line[] {
  return lines.length > 0 ? lines : [{ text: words[language].notUsed, tone: 'quiet' }]
}

function dateLines(note: Writing): readonly Line[] {
  const said = [written(note, 'pickup_date'), hoursOf(note, 'pickup')].filter((part) => part !== undefined)
  return [
    ...(said.length === 0
      ? lacking(note, 'pickup_date')
      : [{ text: said.join(', '), tone: 'strong' as const }]),
    ...takenOverLines(note),
    ...plannedLines(note, 'delivery'),
    ...revertedLines(note),
    ...deliveredLines(note),
  ]
}

function plateLines(note: Writing): readonly Line[] {
  return unlessStated(note, vehicleLines(note))
}

/** What the order does not ask for and the note says: boxes of the consignment note without their numbers. */
function otherBoxes(note: Writing): readonly Box[] {
  const boxes = [
    [1, note.record.contractual_shipper_company_name === undefined ? [] : partyLines(note, 'sender')],
    [2, partyLines(note, 'receiver')],
    [5, instructionLines(note)],
    [7, successiveCarrierLines(note)],
    [8, reservationLines(note, 'carrier')],
    [9, documentLines(note)],
    [16, agreementLines(note)],
    [17, noChargesLines(note)],
    [19, cashOnDeliveryLines(note)],
    [21, [...bare(note, 'issue_place'), ...bare(note, 'issue_date')]],
  ] as const
  return boxes
    .filter(([, lines]) => lines.length > 0)
    .map(([box, lines]) => ({
      number: '',
      caption: captionOf(boxCaptions, `box_${box}`, note.language),
      lines,
    }))
}
