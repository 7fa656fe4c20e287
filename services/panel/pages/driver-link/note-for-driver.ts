import { findCompany } from '@ecmr/accounts'
import { documentUrlOf, hasAddress, type OpenedDriverLink } from '@ecmr/application'
import { qrSvg } from '@ecmr/documents'
import { accountOf, currentDocument, type DocumentLanguage, isTestCompany, type Note } from '@ecmr/domain'
import type { PanelContext } from '../../context.js'
import { formatsFor } from '../../texts/formats.js'
import { masked } from '../signing-link/page.js'

/** What a driver’s page shows of a note, and keeps for when there is no coverage. */
export async function noteForDriver(
  context: PanelContext,
  { note, invitation }: OpenedDriverLink,
  reader: { readonly language: DocumentLanguage; readonly knowsDevice: boolean },
): Promise<object> {
  const { pool, siteUrl, mailer, signing } = context
  const company = await findCompany(pool, accountOf(note.company_id))
  const isTest = isTestCompany(note.company_id)
  const url = await documentUrlOf(context, note)
  const document = url === null ? undefined : currentDocument(note)
  const mails = mailer !== undefined && !isTest && hasAddress(invitation)
  const { vehicle_plate, trailer_plate } = note.fields
  return {
    ...{ number: note.ecmr_number, status: note.status, progress: note.progress, isTest },
    ...{ company: company?.name ?? '', knowsDevice: reader.knowsDevice },
    facts: factsOf(note, reader.language, company?.time_zone ?? 'Europe/Madrid'),
    plates: [vehicle_plate, trailer_plate].filter((part) => part !== undefined),
    trailer: trailer_plate ?? '',
    qr: await qrSvg(url ?? `${siteUrl}/seguimiento/${note.ecmr_number}`),
    document: document ? { sha256: document.sha256 } : null,
    // The form to sign asks for a code of its own.
    sign:
      reader.knowsDevice && invitation.state === 'open'
        ? `/f/${signing.token(invitation.invitation_id)}`
        : null,
    mailsTo: mails ? masked(invitation.invited_email ?? '') : null,
  }
}

/** What stands on the page, by the name of its label. Contact details are not needed on the way. */
function factsOf(
  note: Note,
  language: DocumentLanguage,
  timeZone: string,
): readonly (readonly [string, string])[] {
  const { fields } = note
  const f = formatsFor(language, timeZone)
  const lines = (...parts: readonly (string | undefined)[]) =>
    parts.filter((part) => part !== undefined).join('\n')
  const facts: readonly (readonly [string, string | undefined])[] = [
    [
      'from',
      lines(
        fields.sender_company_name,
        fields.pickup_address ?? fields.sender_address,
        fields.pickup_city ?? fields.sender_city,
        f.date(fields.pickup_date),
      ),
    ],
    [
      'to',
      lines(
        fields.receiver_company_name,
        fields.delivery_address ?? fields.receiver_address,
        fields.delivery_city ?? fields.receiver_city,
      ),
    ],
    ['goods', fields.goods_description.slice(0, 600)],
    ['plates', lines(fields.vehicle_plate, fields.trailer_plate)],
    ['takenOver', note.taken_over_at],
    ['deliveredAt', note.delivered_at],
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}
