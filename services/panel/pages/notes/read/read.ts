import { trackingUrl } from '@ecmr/application'
import { statusLabel } from '@ecmr/domain'
import { type Pages, signedIn } from '../../../panel-server.js'
import { formatsFor } from '../../../texts/formats.js'
import {
  incidentTypeLabels,
  outcomeLabels,
  roleLabels,
  severityLabels,
  signingMethodLabels,
} from '../shared/labels.js'
import { ownNote } from '../shared/own-note.js'
import { texts } from '../shared/texts.js'
import { possibleActions } from './actions.js'
import { noteBoxes } from './boxes.js'
import { complianceView } from './compliance.js'
import { signatureDrawing } from './drawing.js'
import { chargeLines, goodsView, successiveLines } from './goods.js'
import { readMoment } from './moment.js'
import { qrDrawing } from './qr.js'
import { signaturesView } from './signatures.js'
import { readTexts } from './texts.js'
import { timelineOf } from './timeline.js'
import { wayView } from './way.js'

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
      return reply.page('pages/notes/read/read', {
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
