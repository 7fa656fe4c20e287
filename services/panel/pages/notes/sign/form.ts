import { type Language, signatureBody } from '@ecmr/contract'
import type { Role } from '@ecmr/domain'
import { type FormValues, typedAs } from '../../../forms/form-values.js'
import { given, type ReadForm } from '../shared/command-form.js'
import { formTexts } from '../shared/form-texts.js'

// The eight bytes that every PNG begins with, in base64.
const PNG = /^data:image\/png;base64,iVBORw0KGg[o-r]/

const LONGEST_IMAGE = 300_000

/** A signature as its form says it. A drawing that was begun is left out when the name is to stand for it. */
export function readSignature(role: Role, values: FormValues, language: Language): ReadForm {
  const { signature_image: _, ...others } = given(signatureBody, values)
  const method = typedAs(values, 'method') === 'drawn' ? 'drawn' : 'typed'
  const body = { ...others, role, method }
  if (method === 'typed') return { body }
  const image = typedAs(values, 'signature_image')
  const { draw, image: unreadable } = formTexts[language].faults
  if (image === '') return { body, faults: { signature_image: draw } }
  // Longer than the contract takes, it would only be sent back and forth.
  if (!PNG.test(image) || image.length > LONGEST_IMAGE)
    return { body, faults: { signature_image: unreadable } }
  return { body: { ...body, signature_image: image } }
}
