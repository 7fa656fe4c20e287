import type { OpenedLink } from '@ecmr/application'
import { checkBody, closed, oneOf, type SignatureBody, signatureBody, text } from '@ecmr/contract'
import { decliningCauses, type DocumentLanguage, type Fault } from '@ecmr/domain'
import { storableSignature } from '@ecmr/ocr'
import { type Static, Type } from '@sinclair/typebox'
import type { PanelContext } from '../../context.js'
import { type FormState, type FormValues, isFaulty, meets, typedAs } from '../../forms/form.js'
import { drawnSignature } from '../notes/sign/drawing.js'
import { faultTexts } from './texts.js'

type Signature = Omit<SignatureBody, 'role'>

type Read<Value> =
  | ({ readonly ok: true } & Value)
  | { readonly ok: false; readonly faults: FormState['faults'] }

const SHRINKING_MS = 20_000
const CODE = /^\d{6}$/

/** What people type; the role follows from the invitation, and that the signature is made now from the page. */
const signed = Type.Pick(signatureBody, ['signer_name', 'signer_tax_id', 'place', 'remarks'], {
  additionalProperties: false,
})

const declined = closed({
  cause: oneOf(decliningCauses, 'Why the party does not sign'),
  declared_by: text('Who says so', 200),
  reason: text('What happened', 2000),
})

/** A signature as its form says it. A drawing that was begun is left out when the name is to stand for it. */
export function readSigned(
  values: FormValues,
  language: DocumentLanguage,
): Read<{ readonly signature: Signature }> {
  const said = faultTexts[language]
  const body = filledIn(Object.keys(signed.properties), values)
  const drawing = typedAs(values, 'method') === 'drawn' ? drawnSignature(values) : undefined
  const faults = {
    ...codeFault(values, 'code', language),
    ...sentences(checkBody(signed, body), language),
    ...(drawing === 'missing' && { signature_image: said.draw }),
    ...(drawing === 'unreadable' && { signature_image: said.invalid }),
  }
  if (isFaulty({ faults }) || !meets(signed, body)) return { ok: false, faults }
  const isDrawn = typeof drawing === 'object'
  const how = isDrawn
    ? ({ method: 'drawn', signature_image: drawing.dataUrl } as const)
    : ({ method: 'typed' } as const)
  return { ok: true, signature: { ...body, ...how } }
}

/** The signature with its drawing as it may be recorded; undefined when the drawing is none. */
export async function storable(
  { pictures }: PanelContext,
  { note }: OpenedLink,
  signature: Signature,
): Promise<Signature | undefined> {
  if (signature.signature_image === undefined) return signature
  const asker = { companyId: note.company_id, signal: AbortSignal.timeout(SHRINKING_MS) }
  const picture = await storableSignature(signature.signature_image, pictures, asker)
  return picture.ok ? { ...signature, signature_image: picture.dataUrl } : undefined
}

/** That the party does not sign, as its form says it. */
export function readDeclined(
  values: FormValues,
  language: DocumentLanguage,
): Read<{ readonly declined: Static<typeof declined> }> {
  const body = filledIn(['cause', 'declared_by', 'reason'], values)
  const faults = {
    ...codeFault(values, 'decline_code', language),
    ...sentences(checkBody(declined, body), language),
  }
  return isFaulty({ faults }) || !meets(declined, body) ? { ok: false, faults } : { ok: true, declined: body }
}

function filledIn(names: readonly string[], values: FormValues): Readonly<Record<string, string>> {
  const typed = names.map((name) => [name, typedAs(values, name)] as const)
  return Object.fromEntries(typed.filter(([, value]) => value !== ''))
}

function codeFault(values: FormValues, field: string, language: DocumentLanguage): FormState['faults'] {
  const isCode = CODE.test(typedAs(values, field).replaceAll(/\s/g, ''))
  return isCode ? {} : { [field]: faultTexts[language].sixDigits }
}

function sentences(faults: readonly Fault[], language: DocumentLanguage): FormState['faults'] {
  const said = faultTexts[language]
  const sentence = ({ code, pointer }: Fault): string => {
    if (pointer === '/cause') return said.choose
    if (code === 'required' || code === 'blank') return said.required
    return code === 'too_long' ? said.too_long : said.invalid
  }
  return Object.fromEntries(faults.map((fault) => [fault.pointer.slice(1), sentence(fault)]).toReversed())
}
