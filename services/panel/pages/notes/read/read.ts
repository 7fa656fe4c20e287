import { trackingUrl } from '@ecmr/application'
import { isEditable, statusLabel } from '@ecmr/domain'
import { create } from 'qrcode'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { formatsFor } from '../../../texts/formats.js'
import { complianceForPeople } from '../shared/compliance.js'
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
import { chargeLines, goodsView, successiveLines } from './goods.js'
import { readMoment } from './moment.js'
import { readTexts } from './texts.js'
import { signaturesView, timelineOf, wayView } from './views.js'

interface Asked {
  readonly version?: unknown
  readonly en?: unknown
  readonly partida?: unknown
}

/** A consignment note: laid out like the CMR form, with its way so far and what can be done; as it is, or as it was. */
export const notePage: Pages = (app, context) => {
  app.get<{ Params: { id: string }; Querystring: Asked }>(
    '/ecmrs/:id',
    access.member,
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
        compliance: complianceForPeople(note, language, (field) =>
          !past && note.cancelled_at === undefined && isEditable(note.progress, field)
            ? `/ecmrs/${note.id}/editar#f-${field}`
            : undefined,
        ),
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

// Only these are drawn signatures; nothing else is answered as a picture, whatever stands in the log.
const DRAWING = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/

/** The drawing of a signature, by its place among the note's signatures. */
const signatureDrawing: Pages = (app, context) => {
  app.get<{ Params: { id: string; place: string } }>(
    '/ecmrs/:id/firmas/:place',
    access.member,
    async (request, reply) => {
      const { id, place } = request.params
      const { note } = await ownNote(context, signedIn(request).company.id, id)
      const [, type, base64] = DRAWING.exec(note.signatures[Number(place) - 1]?.signature_image ?? '') ?? []
      if (type === undefined || base64 === undefined) throw new PageProblem('not_found')
      return reply.type(type).send(Buffer.from(base64, 'base64'))
    },
  )
}

/** A QR code as a drawing: a square of so many modules, and the path of those that are dark. */
interface QrDrawing {
  readonly size: number
  readonly path: string
}

// The quiet zone that ISO/IEC 18004 asks for.
const QUIET = 4

/** Draws a text as a QR code that still reads when a quarter of it is dirty. */
function qrDrawing(text: string): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: 'Q' })
  const { size } = modules
  const runs: string[] = []
  for (let row = 0; row < size; row += 1) {
    let start = -1
    for (let column = 0; column <= size; column += 1) {
      const isDark = column < size && modules.get(row, column) === 1
      if (isDark && start < 0) start = column
      if (isDark || start < 0) continue
      runs.push(`M${start + QUIET} ${row + QUIET}h${column - start}v1h-${column - start}z`)
      start = -1
    }
  }
  return { size: size + 2 * QUIET, path: runs.join('') }
}
