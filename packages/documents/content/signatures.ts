import type { Role } from '@ecmr/domain'
import { boxCaptions } from '../captions/boxes.js'
import { shortFieldName } from '../captions/field-names.js'
import { captionOf } from '../captions/caption.js'
import { identificationNames, methodNames, roleNames } from '../captions/names.js'
import { words } from '../captions/words.js'
import type { RenderImage } from '../render-job.js'
import type { Box, Line, Picture } from './page-data.js'
import { deliveredLines, revertedLines, statedTime } from './places.js'
import type { PublicRecord } from './redaction.js'
import { writtenInstant } from './values.js'
import type { Writing } from './writing.js'

type Signature = PublicRecord['signatures'][number]

const boxes = { sender: 22, carrier: 23, receiver: 24 } as const satisfies Readonly<Record<Role, number>>

/** Boxes 22 to 24: the last signature of each party, and what the party remarked. */
export function signatureBoxes(note: Writing, hasNumbers: boolean): readonly Box[] {
  return (['sender', 'carrier', 'receiver'] as const).map((role) => {
    const signature = note.record.signatures.findLast((one) => one.role === role)
    return signatureBox(note, role, hasNumbers ? String(boxes[role]) : '', signature, [
      ...(role === 'receiver' ? receiptLines(note) : []),
      ...(role === 'carrier' ? [] : reservationLines(note, role)),
    ])
  })
}

/** Signatures that a later one of the same party follows. */
export function earlierSignatures(note: Writing): readonly Box[] {
  const { signatures } = note.record
  return signatures
    .filter((one, i) => signatures.findLastIndex(({ role }) => role === one.role) > i)
    .map((one) => signatureBox(note, one.role, '', one, []))
}

function signatureBox(
  note: Writing,
  role: Role,
  number: string,
  signature: Signature | undefined,
  others: readonly Line[],
): Box {
  const { language } = note
  const picture = signature && pictureOf(signature, language)
  return {
    number,
    caption: captionOf(boxCaptions, `box_${boxes[role]}`, language),
    lines: [...(signature ? signatureLines(signature, language) : []), ...others],
    ...(picture && { picture }),
  }
}

function signatureLines(signature: Signature, language: Writing['language']): readonly Line[] {
  const said = words[language]
  const { signer_name, signer_tax_id, signed_at, recorded_at, place, method, remarks } = signature
  const { identified_by: by } = signature
  const how = [
    methodNames[language][method],
    ...(by === undefined ? [] : [identificationNames[language][by]]),
  ]
  return [
    { text: signer_name, tone: 'strong' },
    ...(signer_tax_id === undefined
      ? []
      : [{ label: shortFieldName('sender_tax_id', language), text: signer_tax_id }]),
    {
      text: [
        writtenInstant(signed_at),
        ...(place === undefined ? [] : [place]),
        ...statedTime(signed_at, recorded_at, language),
      ].join(', '),
    },
    { text: `${said.simpleSignature} (${how.join('; ')})`, tone: 'quiet' },
    coverLine(signature, language),
    ...(remarks === undefined ? [] : [{ label: said.remarks, text: remarks }]),
  ]
}

function coverLine(
  { covers_current_version, delivery_reverted_at }: Signature,
  language: Writing['language'],
): Line {
  const said = words[language]
  if (delivery_reverted_at !== undefined) return { text: said.receiptReverted, tone: 'warning' }
  return covers_current_version
    ? { text: said.covers, tone: 'quiet' }
    : { text: said.coversNot, tone: 'warning' }
}

function receiptLines(note: Writing): readonly Line[] {
  const { unsigned_reason } = note.record
  return [
    ...revertedLines(note),
    ...deliveredLines(note),
    ...(unsigned_reason === undefined
      ? []
      : [{ label: words[note.language].unsigned, text: unsigned_reason }]),
  ]
}

/** The reservations of a party, oldest first. */
export function reservationLines({ record, language }: Writing, by: Role): readonly Line[] {
  return record.reservations
    .filter((one) => one.by === by)
    .map(({ grounds, recorded_at }) => ({
      label: `${words[language].reservation}, ${writtenInstant(recorded_at)}`,
      text: grounds,
    }))
}

/** The drawn signatures of a note as files; `signatureBoxes` names them. */
export function signatureImages({ signatures }: PublicRecord): readonly RenderImage[] {
  return signatures.flatMap((signature) => {
    const name = imageName(signature)
    const data = signature.signature_image?.split(',')[1] ?? ''
    return name === undefined ? [] : [{ name, bytes: Buffer.from(data, 'base64') }]
  })
}

function pictureOf(signature: Signature, language: Writing['language']): Picture | undefined {
  const name = imageName(signature)
  if (name === undefined) return undefined
  const alt = words[language].signatureOf.replace('{name}', () => signature.signer_name)
  return { name, alt: `${alt} (${roleNames[language][signature.role]})` }
}

function imageName({ signature_image, signature_hash }: Signature): string | undefined {
  return signature_image && `signature-${signature_hash.slice(0, 16)}`
}
