import { checkBody, fieldsToUpdate } from '@ecmr/contract'
import type { FieldChanges } from '@ecmr/domain'
import type { DocumentReading } from '@ecmr/ocr'
import { Type } from '@sinclair/typebox'
import { meets } from '../../../forms/meets.js'

const readFields = Type.Unsafe<FieldChanges>(Type.Object(fieldsToUpdate, { additionalProperties: false }))

/**
 * The fields that a note begins with when it is filled from what was read. What no note may say, such as a day that does not exist, is
 * left out; so is an empty list, as it would say that there is nothing.
 */
export function filledFrom({ data }: DocumentReading): FieldChanges {
  const read = Object.entries(data).filter(([, value]) => value !== null && !isEmpty(value))
  const faults = checkBody(readFields, Object.fromEntries(read))
  const wrong = new Set(faults.map(({ pointer }) => pointer.split('/')[1]))
  const sound: unknown = Object.fromEntries(read.filter(([name]) => !wrong.has(name)))
  return meets(readFields, sound) ? sound : {}
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
