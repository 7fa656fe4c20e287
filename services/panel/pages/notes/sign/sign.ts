import { contentHashOf, sign, signWhatWasSeen } from '@ecmr/application'
import { checkBody, type Language, type SignatureBody, signatureBody } from '@ecmr/contract'
import { type Access, type Note, type Refusal, type Role, roles } from '@ecmr/domain'
import { storableSignature } from '@ecmr/ocr'
import type { FastifyRequest } from 'fastify'
import { callerOf, formKeyOf } from '../../../commands/caller.js'
import type { PanelContext } from '../../../context.js'
import {
  emptyForm,
  type FormState,
  type FormValues,
  isFaulty,
  meets,
  typedAs,
  valuesOf,
} from '../../../forms/form.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { noteFaults } from '../fields/note-faults.js'
import { type FormPlace, given, type ReadForm } from '../shared/command-form.js'
import { type FormTexts, formTexts } from '../shared/form-texts.js'
import { seenNote } from '../shared/own-note.js'
import { refusalFaults } from '../shared/refusals.js'
import { readStatedMoment } from '../shared/stated-moment.js'
import { drawnSignature } from './drawing.js'
import { chooseRole, showSigning } from './page.js'

/** A drawing that is too large is made smaller in so much time. */
const SHRINKING_MS = 20_000

interface Address {
  readonly Params: { readonly id: string }
  readonly Querystring: { readonly rol?: unknown; readonly dato?: unknown }
}

/** The page on which a party signs what it sees. */
export const signPages: Pages = (app, context) => {
  const config = { access: 'driver' } as const
  const hashed = async (note: Note) => ({ note, hash: await contentHashOf(context.dataKeys, note) })

  app.get<Address>('/ecmrs/:id/firmar', { config }, async (request, reply) => {
    const { note, access } = await seenNote(context, signedIn(request).company.id, request.params.id)
    const role = roleOf(request)
    mustSign(access, role)
    return role === undefined
      ? chooseRole(request, reply, note, access)
      : showSigning(request, reply, await hashed(note), role, emptyForm(), request.query.dato)
  })

  app.post<Address>('/ecmrs/:id/firmar', { config }, async (request, reply) => {
    const role = roleOf(request)
    if (role === undefined) throw new PageProblem('malformed')
    const { language } = request.visitor
    const open = await seenNote(context, signedIn(request).company.id, request.params.id)
    mustSign(open.access, role)
    const values = valuesOf(request)
    const again = async (status: number, note: Note, faults: FormState['faults']) =>
      showSigning(request, reply.code(status), await hashed(note), role, { values, faults })
    const { time_zone: timeZone } = signedIn(request).company
    const place = { t: formTexts[language], timeZone }
    const { body, faults: unread } = readSignature(role, values, place)
    const faults = { ...noteFaults(checkBody(signatureBody, body), values, language), ...unread }
    if (isFaulty({ faults }) || !meets(signatureBody, body)) return again(400, open.note, faults)
    const signature = await storable(context, request, body)
    if (signature === undefined)
      return again(400, open.note, { signature_image: formTexts[language].faults.image })
    const seen = typedAs(values, 'content_hash')
    const once = typedAs(values, 'once')
    const key = formKeyOf(request, { action: `sign as ${role}`, note: open.note.id, once, says: body })
    const outcome = await signWhatWasSeen(context, callerOf(request), {
      ...{ open, key, commands: [sign(signature)], seen },
      reload: () => seenNote(context, signedIn(request).company.id, open.note.id),
    })
    if (outcome === undefined) {
      const { note } = await seenNote(context, signedIn(request).company.id, open.note.id)
      return again(409, note, { '': formTexts[language].sign.changed })
    }
    switch (outcome.outcome) {
      case 'accepted':
        return reply.seeOther(`/ecmrs/${open.note.id}`, 'note_signed')
      case 'refused':
        if (outcome.refusal.code === 'not_found') throw new PageProblem('not_found')
        return again(409, open.note, whyRefused(outcome.refusal, values, language))
      default:
        return again(409, open.note, { '': formTexts[language].conflict })
    }
  })
}

/** The signature with its drawing as it may be recorded; undefined when the drawing is none. */
async function storable(
  { pictures }: PanelContext,
  request: FastifyRequest,
  signature: SignatureBody,
): Promise<SignatureBody | undefined> {
  if (signature.signature_image === undefined) return signature
  const asker = { companyId: signedIn(request).company.id, signal: AbortSignal.timeout(SHRINKING_MS) }
  const picture = await storableSignature(signature.signature_image, pictures, asker)
  return picture.ok ? { ...signature, signature_image: picture.dataUrl } : undefined
}

/** What the form lacks is said beside its control alone. */
function whyRefused(refusal: Refusal, values: FormValues, language: Language): FormState['faults'] {
  const lacksReservations = refusal.errors?.some(({ pointer }) => pointer === '/remarks')
  return lacksReservations
    ? { remarks: formTexts[language].sign.reserve }
    : refusalFaults(refusal, values, language)
}

/** @throws PageProblem `not_permitted` when the note is shared with the company, and not to sign in this role */
function mustSign(access: Access, role: Role | undefined): void {
  const asks = role === undefined ? roles : [role]
  const isAllowed = access.kind === 'own' || asks.some((one) => access.roles.includes(one))
  if (!isAllowed) throw new PageProblem('not_permitted')
}

function roleOf({ query }: FastifyRequest<Address>): Role | undefined {
  return roles.find((role) => role === query.rol)
}

/** A signature as its form says it. A drawing that was begun is left out when the name is to stand for it. */
function readSignature(role: Role, values: FormValues, place: Pick<FormPlace, 't' | 'timeZone'>): ReadForm {
  const when = readStatedMoment('signed_at', values, place)
  const drawing = readDrawing(role, values, place.t)
  if ('faults' in when) return { ...drawing, faults: { ...drawing.faults, ...when.faults } }
  if (when.instant === undefined) return drawing
  return { ...drawing, body: { ...drawing.body, signed_at: when.instant } }
}

function readDrawing(role: Role, values: FormValues, { faults: said }: FormTexts): ReadForm {
  const { signature_image: _, signed_at: __, ...others } = given(signatureBody, values)
  const method = typedAs(values, 'method') === 'drawn' ? 'drawn' : 'typed'
  const body = { ...others, role, method }
  if (method === 'typed') return { body }
  const drawing = drawnSignature(values)
  const { draw, image } = said
  if (drawing === 'missing') return { body, faults: { signature_image: draw } }
  if (drawing === 'unreadable') return { body, faults: { signature_image: image } }
  return { body: { ...body, signature_image: drawing.dataUrl } }
}
