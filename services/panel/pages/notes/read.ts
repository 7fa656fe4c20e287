import { trackingUrl } from '@ecmr/application'
import { statusLabel } from '@ecmr/domain'
import { type Pages, signedIn } from '../../panel-server.js'
import { formatsFor } from '../../texts/formats.js'
import {
  incidentTypeLabels,
  outcomeLabels,
  roleLabels,
  severityLabels,
  signingMethodLabels,
} from './labels.js'
import { possibleActions } from './read-actions.js'
import { noteBoxes } from './read-boxes.js'
import { complianceView } from './read-compliance.js'
import { signatureDrawing } from './read-drawing.js'
import { chargeLines, goodsView, successiveLines } from './read-goods.js'
import { readMoment } from './read-moment.js'
import { ownNote } from './read-own-note.js'
import { qrDrawing } from './read-qr.js'
import { signaturesView } from './read-signatures.js'
import { readTexts } from './read-texts.js'
import { timelineOf } from './read-timeline.js'
import { wayView } from './read-way.js'
import { texts } from './texts.js'

interface Asked {
  readonly version?: unknown
  readonly en?: unknown
  readonly partida?: unknown
}

/** A consignment note: laid out like the CMR form, with its way so far and what can be done; as it is, or as it was. */
export const notePage: Pages = (app, context) => {
  app.get<{ Params: { id: string }; Querystring: Asked }>(
    '/ecmrs/:id',
    { config: { access: 'member' } },
    async (request, reply) => {
      const { company } = signedIn(request)
      const { language } = request.visitor
      const own = await ownNote(context, company.id, request.params.id)
      const { note, events, past, form } = readMoment(own, request.query, language, company.time_zone)
      const f = formatsFor(language, company.time_zone)
      const { fields } = note
      const said = readTexts[language]
      const tracking = trackingUrl(context.siteUrl, note.ecmr_number)
      return reply.page('pages/notes/read', {
        title: said.note(note.ecmr_number),
        section: 'notes',
        styles: ['notes.css'],
        t: said,
        cancelledSaid: texts[language].cancelled,
        names: {
          role: roleLabels[language],
          method: signingMethodLabels[language],
          incident: incidentTypeLabels[language],
          severity: severityLabels[language],
          outcome: outcomeLabels[language],
        },
        behind: own.behind,
        note,
        past,
        form,
        labels: said.labels,
        versions: own.events.length,
        statusSaid: statusLabel(note.status, language),
        boxes: noteBoxes(note, { language, f }),
        goods: goodsView(fields, language, f, itemAsked(request.query.partida)),
        charges: chargeLines(fields, language),
        successive: successiveLines(fields, language),
        ...wayView(note),
        signatures: signaturesView(note),
        timeline: timelineOf(events, language),
        compliance: complianceView(note, language, !past && note.cancelled_at === undefined),
        actions: past ? [] : possibleActions(note, language),
        tracking,
        qr: qrDrawing(tracking),
      })
    },
  )
  signatureDrawing(app, context)
}

/** The place among the goods items that a link leads to, counted from 1 for people and from 0 here. */
function itemAsked(asked: unknown): number {
  return typeof asked === 'string' && /^\d{1,3}$/.test(asked) ? Math.max(0, Number(asked) - 1) : 0
}
