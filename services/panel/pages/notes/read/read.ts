import { actorNames, publicCompanies } from '@ecmr/accounts'
import { shownCompany, trackingUrl } from '@ecmr/application'
import type { Language } from '@ecmr/contract'
import { isEditable, type Note, regimesOf, statusLabel, vehiclesOf } from '@ecmr/domain'
import type { Pool } from 'pg'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { type Formats, formatsFor } from '../../../texts/formats.js'
import { attachmentSection } from '../attachments/section.js'
import { documentSection } from '../documents/section.js'
import { eraseTexts } from '../erase/texts.js'
import { withinRoom } from '../shared/brief.js'
import { complianceForPeople } from '../shared/compliance.js'
import {
  identificationLabels,
  incidentTypeLabels,
  outcomeLabels,
  roleLabels,
  severityLabels,
  signingMethodLabels,
} from '../shared/labels.js'
import { isOffered } from '../shared/offered.js'
import { type FoundNote, notInNote, seenNote } from '../shared/own-note.js'
import { sharingTexts } from '../sharing/texts.js'
import { texts } from '../shared/texts.js'
import { otherActions } from './actions.js'
import { noteBoxes } from './boxes.js'
import { chargeLines, goodsView, successiveLines } from './goods.js'
import { readMoment } from './moment.js'
import { nextStep } from './next-step.js'
import { readTexts } from './texts.js'
import { signaturesView, timelineOf, wayView } from './views.js'

interface Asked {
  readonly version?: unknown
  readonly en?: unknown
  readonly partida?: unknown
}

const ROOM_FOR_METADATA = 6_000

/** A consignment note: laid out like the CMR form, with its way so far and what can be done; as it is, or as it was. */
export const notePage: Pages = (app, context) => {
  app.get<{ Params: { id: string }; Querystring: Asked }>(
    '/ecmrs/:id',
    access.person,
    async (request, reply) => {
      const { company, user } = signedIn(request)
      const { language } = request.visitor
      const own = await seenNote(context, company.id, request.params.id)
      const { note, events, past, form } = readMoment(own, request.query, language, company.time_zone)
      const nameOf = await actorNames(
        context.pool,
        company.id,
        events.map(({ metadata }) => metadata.actor),
      )
      const f = formatsFor(language, company.time_zone)
      const { fields } = note
      const said = readTexts[language]
      const may = (href: string): boolean => request.mayOpen(href) && isOffered(own.access, href)
      const shared = await sharedBy(context.pool, own, language)
      const step = past ? undefined : nextStep(note, language)
      const next =
        step?.action && shared && !may(step.action.href)
          ? { ...step, waits: shared.waits(step.action.label) }
          : step
      const offers = ({ href }: { readonly href: string }): boolean => may(href)
      return reply.page('pages/notes/read/read', {
        title: said.note(note.ecmr_number),
        section: 'notes',
        styles: ['notes.css'],
        scripts: ['note-draft.js'],
        t: said,
        cancelledSaid: texts[language].cancelled,
        may,
        shared: shared?.said,
        names: {
          role: roleLabels[language],
          method: signingMethodLabels[language],
          identification: identificationLabels[language],
          incident: incidentTypeLabels[language],
          severity: severityLabels[language],
          outcome: outcomeLabels[language],
        },
        behind: own.behind,
        note,
        law: lawOf(note, language),
        past,
        live: past ? undefined : { note: note.id, version: note.version },
        isProvable:
          context.evidence !== undefined &&
          own.access.kind === 'own' &&
          request.mayOpen(`/ecmrs/${note.id}/prueba`),
        form,
        labels: said.labels,
        versions: own.events.length,
        statusSaid: statusLabel(note.status, language),
        boxes: noteBoxes(
          note,
          { language, f },
          vehiclesOf(
            events.map(({ type, data, metadata }) => ({ type, data, recorded_at: metadata.recorded_at })),
          ),
        ),
        goods: goodsView(fields, language, f, itemAsked(request.query.partida)),
        charges: chargeLines(fields, language),
        successive: successiveLines(fields, language),
        metadata: withinRoom(Object.entries(note.metadata), ROOM_FOR_METADATA),
        ...wayView(note),
        signatures: signaturesView(note),
        timeline: timelineOf(events, nameOf, language),
        compliance: complianceForPeople(note, language, (field) => {
          if (past || note.cancelled_at !== undefined) return undefined
          if (field === 'document') return [`/ecmrs/${note.id}/documentos/emitir`].find(may)
          const editing = `/ecmrs/${note.id}/editar#f-${field}`
          return isEditable(note.progress, field) && may(editing) ? editing : undefined
        }),
        next,
        actions: past ? [] : otherActions(note, next, language).filter(offers),
        erasing:
          past || user.role !== 'owner' || own.access.kind !== 'own'
            ? undefined
            : erasingView(note, { language, f }),
        tracking: trackingUrl(context.siteUrl, note.ecmr_number),
        attachments: past ? undefined : attachmentSection(own, { nameOf, language }),
        documents: past ? undefined : await documentSection(context, note, { language, f }),
      })
    },
  )
  signatureDrawing(app, context)
}

/** Whose note it is and what the company may do with it, and what is said of a step that it may not take; undefined for its own. */
async function sharedBy(pool: Pool, { note, access }: FoundNote, language: Language) {
  if (access.kind === 'own') return undefined
  const companies = await publicCompanies(pool, [note.company_id])
  const t = sharingTexts[language]
  const name = shownCompany(companies, note.company_id)?.name ?? t.goneCompany
  const roles = access.roles.map((role) => roleLabels[language][role].toLowerCase()).join(', ')
  return { said: t.sharedBy(name, roles), waits: (step: string) => t.waits(step, name) }
}

/** What an owner may do about personal data, and what was asked for. */
function erasingView(
  { erasure }: Note,
  { language, f }: { readonly language: Language; readonly f: Formats },
) {
  const { title, waits } = eraseTexts[language]
  return { title, waits: erasure && waits(f.instant(erasure.due)) }
}

/** The law that the carriage is subject to, as far as is known. */
function lawOf({ fields }: Note, language: Language): string | undefined {
  const said = readTexts[language]
  const { cmr, deca } = regimesOf(fields)
  if (cmr === 'yes') return said.subjectToCmr
  if (deca === 'yes') return said.subjectToSpanishLaw
  return cmr === 'unknown' || deca === 'unknown' ? said.lawUnknown : undefined
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
    access.person,
    async (request, reply) => {
      const { id, place } = request.params
      const seen = await seenNote(context, signedIn(request).company.id, id)
      const [, type, base64] =
        DRAWING.exec(seen.note.signatures[Number(place) - 1]?.signature_image ?? '') ?? []
      if (type === undefined || base64 === undefined) throw notInNote(seen)
      return reply.type(type).send(Buffer.from(base64, 'base64'))
    },
  )
}
