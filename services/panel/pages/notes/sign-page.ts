import { hasSigned, type Note, type Role, roles, signedContent } from '@ecmr/domain'
import { contentHash } from '@ecmr/event-store'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FormState, isFaulty } from '../../forms/form.js'
import { formTexts } from './form-texts.js'
import { noteSummary } from './note-summary.js'
import { refusalFaults } from './refusal-faults.js'
import { contentOf } from './signed-contents.js'
import { refusalOf } from './trial.js'

/** Asks who signs, of those who have not. */
export function chooseRole(request: FastifyRequest, reply: FastifyReply, note: Note): FastifyReply {
  const { language } = request.visitor
  const t = formTexts[language]
  return reply.page('pages/notes/sign-choose', {
    title: t.sign.choose,
    section: 'notes',
    t,
    summary: noteSummary(note, language),
    ways: roles
      .filter((role) => !hasSigned(note, role))
      .map((role) => ({ href: `/ecmrs/${note.id}/firmar?rol=${role}`, label: t.sign.title(role) })),
    back: `/ecmrs/${note.id}`,
    styles: ['note-forms.css'],
  })
}

/** What a party signs, and the form for it. */
export function showSigning(
  request: FastifyRequest,
  reply: FastifyReply,
  note: Note,
  role: Role,
  form: FormState,
): FastifyReply {
  const { language } = request.visitor
  const t = formTexts[language]
  const signature = { role, signer_name: 'trial', method: 'typed' } as const
  const refusal = refusalOf(note, { type: 'sign', signature })
  const isRefused = refusal !== undefined && !isFaulty(form)
  return reply.page('pages/notes/sign', {
    title: t.sign.title(role),
    section: 'notes',
    t,
    form,
    labels: {
      signer_name: t.sign.name,
      signer_tax_id: t.sign.taxId,
      place: t.sign.place,
      remarks: t.sign.remarks,
      signature_image: t.sign.drawn,
    },
    role,
    summary: noteSummary(note, language),
    content: contentOf(note.fields, language),
    hash: contentHash(signedContent(note.fields)),
    refused: isRefused ? refusalFaults(refusal, {}, language)[''] : undefined,
    back: `/ecmrs/${note.id}`,
    scripts: ['signature-pad.js'],
    styles: ['note-forms.css'],
  })
}
