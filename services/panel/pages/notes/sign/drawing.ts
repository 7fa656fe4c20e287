import { type FormValues, typedAs } from '../../../forms/form.js'

// The eight bytes that every PNG begins with, in base64.
const PNG = /^data:image\/png;base64,iVBORw0KGg[o-r]/

/** Longer than the contract takes, it would only be sent back and forth. */
const LONGEST_IMAGE = 300_000

/** The drawing that a form for a signature says; `unreadable`: what it says is none. */
export function drawnSignature(values: FormValues): { readonly dataUrl: string } | 'missing' | 'unreadable' {
  const dataUrl = typedAs(values, 'signature_image')
  if (dataUrl === '') return 'missing'
  return PNG.test(dataUrl) && dataUrl.length <= LONGEST_IMAGE ? { dataUrl } : 'unreadable'
}
