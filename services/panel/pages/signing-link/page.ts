import { findCompany } from '@ecmr/accounts'
import { contentHashOf, hasAddress, type OpenedLink, recordOf } from '@ecmr/application'
import { noteContent, roleNames } from '@ecmr/documents'
import { accountOf, decliningCauses, type DocumentLanguage, isTestCompany, signsAs } from '@ecmr/domain'
import type { FastifyReply } from 'fastify'
import type { PanelContext } from '../../context.js'
import type { FormState } from '../../forms/form.js'
import { formatsFor } from '../../texts/formats.js'
import { trackingTexts } from '../tracking/texts.js'
import { pageIn } from './closed.js'
import { type AskedPart, portion, portioned } from './portions.js'
import { causeTexts, effectTexts, titleTexts } from './texts.js'

const codeNews = ['sent', 'not_sent', 'too_many'] as const

/** What became of a code that was asked for. */
export type CodeNews = (typeof codeNews)[number]

export function isCodeNews(asked: unknown): asked is CodeNews {
  return codeNews.some((known) => known === asked)
}

/** The note as its document shows it, the code, and the forms to sign or to say why not. */
export async function showNote(
  { pool, dataKeys, siteUrl, mailer }: PanelContext,
  reply: FastifyReply,
  link: OpenedLink,
  shown: {
    readonly language: DocumentLanguage
    /** the page's own address */
    readonly action: string
    readonly form: FormState
    readonly news?: CodeNews
    /** of which part of a long note more is read, and from where on */
    readonly asked?: AskedPart
  },
): Promise<FastifyReply> {
  const { note, invitation } = link
  const { language, form, news } = shown
  const company = await findCompany(pool, accountOf(note.company_id))
  const content = noteContent(recordOf(note, language === 'es' ? 'es' : 'en', siteUrl), language)
  const isTest = isTestCompany(note.company_id)
  const f = formatsFor(language, company?.time_zone ?? 'Europe/Madrid')
  const page = pageIn(language)
  const { t } = page
  const role = signsAs(invitation.role)
  const values = { signer_name: invitation.invited_name, declared_by: '', ...form.values }
  return reply.page('pages/signing-link/note', {
    ...page,
    title: titleTexts[language][invitation.role],
    f,
    company: company?.name ?? '',
    testNotice: isTest ? trackingTexts[language].test : undefined,
    content: portioned(content, shown.asked),
    reservations: portion(
      'reservas',
      note.reservations.map(({ by, grounds, recorded_at }) => ({
        ...{ grounds, recorded_at },
        by: capitalised(roleNames[language][by]),
      })),
      shown.asked,
    ),
    number: note.ecmr_number,
    isReserved: note.status === 'incident',
    isReceiver: role === 'receiver',
    effect: effectTexts[language][invitation.role],
    until: f.instant(invitation.expires_at),
    hash: await contentHashOf(dataKeys, note),
    mailsTo:
      mailer !== undefined && !isTest && hasAddress(invitation)
        ? masked(invitation.invited_email ?? '')
        : undefined,
    news,
    causes: decliningCauses.map((cause) => [cause, causeTexts[language][cause]]),
    form: { values, faults: form.faults },
    labels: {
      code: t.code,
      signer_name: t.name,
      signer_tax_id: t.taxId,
      place: t.place,
      remarks: role === 'receiver' ? t.reserve : t.remarks,
      signature_image: t.drawn,
      decline_code: t.code,
      cause: t.cause,
      declared_by: t.declaredBy,
      reason: t.reason,
      file: t.photographs,
      decline_file: t.photographs,
    },
    photographs: 'image/jpeg,image/png,image/webp',
    isDeclining: ['decline_code', 'cause', 'declared_by', 'reason', 'decline_file'].some(
      (name) => name in form.faults,
    ),
    action: shown.action,
    path: shown.action,
    scripts: ['signature-pad.js'],
  })
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Enough of an address for its owner to know it. */
export function masked(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}
