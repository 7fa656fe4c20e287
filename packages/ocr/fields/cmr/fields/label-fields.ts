import type { FieldName } from '@ecmr/domain'
import { boxOf, wordsOf } from '../../../page/text-lines.js'
import type { ReadValue } from '../../../port.js'
import type { FoundField } from '../../read-form.js'
import { readSeals, readTemperature } from '../../values/codes.js'
import type { FoundValue, Hints } from '../../values/found-value.js'
import { readPlate, readPlates } from '../../values/plate.js'
import { likelihoodOfWriting } from '../../writing.js'
import type { CmrLabel } from '../cmr-captions.js'
import type { FilledForm } from '../filled-form.js'
import { type FormLabel, labelLines } from '../form-labels.js'
import { howWellRead, type Sensitivity, textOf } from '../found-in-box.js'

interface Reading {
  readonly name: FieldName
  readonly found: FoundValue<ReadValue>
  readonly sensitivity: Sensitivity
}

/** What is captioned by itself, in whichever box it stands: plates, driver, seals, temperature, references. */
export function labelFields(form: FilledForm, hints: Hints): readonly FoundField[] {
  const labels = [...form.labels, ...[...form.boxes.values()].flatMap((box) => box.labels)]
  const fields = labels.flatMap((label) =>
    readings(label, hints).map((reading) => fieldOf(label, reading, form)),
  )
  return fields.filter(({ name }, index) => fields.findIndex((other) => other.name === name) === index)
}

function readings(label: FormLabel, hints: Hints): readonly Reading[] {
  const text = textOf(labelLines(label))
  if (text === '') return []
  const name = plainly[label.label]
  if (name !== undefined) {
    const plausibility = 0.95 * likelihoodOfWriting(text, hints)
    return [{ name, found: { value: text, source: text, plausibility }, sensitivity: 'text' }]
  }
  const exactly = (field: FieldName, found: FoundValue<ReadValue> | undefined): readonly Reading[] =>
    found === undefined ? [] : [{ name: field, found, sensitivity: 'exact' }]
  switch (label.label) {
    case 'plates':
    case 'vehicle_plate': {
      const [first = '', second] = text.split(/\s\/\s|\s\+\s/)
      if (second !== undefined)
        return [...exactly('vehicle_plate', readPlate(first)), ...exactly('trailer_plate', readPlate(second))]
      const plates = readPlates(text)
      return [...exactly('vehicle_plate', plates?.vehicle), ...exactly('trailer_plate', plates?.trailer)]
    }
    case 'trailer_plate':
      return exactly('trailer_plate', readPlate(text))
    case 'seal_numbers':
      return exactly('seal_numbers', readSeals(text))
    case 'temperature':
      return exactly('goods_temperature', readTemperature(text))
    default:
      return []
  }
}

/** Labels whose text is the value. */
const plainly: Readonly<Partial<Record<CmrLabel, FieldName>>> = {
  reference: 'reference',
  driver_name: 'driver_name',
  carrier_license_number: 'carrier_license_number',
  customs: 'customs_instructions',
}

function fieldOf(label: FormLabel, { name, found, sensitivity }: Reading, form: FilledForm): FoundField {
  const words = wordsOf(labelLines(label), found.source)
  const inside = [...form.boxes.values()].find((box) => box.labels.includes(label))
  return {
    name,
    value: found.value,
    confidence: found.plausibility * howWellRead(words, sensitivity) * label.caption.certainty,
    cmrBox: inside?.box ?? null,
    sourceText: found.source,
    box: boxOf(words),
  }
}
