import type { Language } from '@ecmr/contract'
import { parseEcmrNumber, type Role, statusLabel } from '@ecmr/domain'
import { trackNote } from '@ecmr/read-models'
import { emptyForm, type FormState } from '../../forms/form.js'
import { access, type Pages } from '../../panel-server.js'
import { formatsFor } from '../../texts/formats.js'
import { signedByLabel } from '../notes/shared/labels.js'
import { trackingTexts } from './texts.js'

// Looked up in place of what is no number, so that the time taken does not tell malformed from unknown.
const NO_NUMBER = ''

/** What a browser or a program waits while tracking is behind. */
const RETRY_AFTER_SECONDS = '5'

// A page stays small, also that of a shipment with very many incidents.
const MOST_MILESTONES = 50

// Visitors who follow a shipment have no company with a time zone, and logged-in users see the same.
const TIME_ZONE = 'Europe/Madrid'

/** What anyone who has a note's number may see of it, as a page: it is public. */
export const trackingPages: Pages = (app, { pool, reads }) => {
  app.get<{ Querystring: { numero?: unknown } }>('/seguimiento', access.public, async (request, reply) => {
    const { numero } = request.query
    const { language } = request.visitor
    if (typeof numero !== 'string') return reply.page('pages/tracking/find', findPage(language, emptyForm()))
    const typed = typedNumber(numero)
    if ('number' in typed) return reply.seeOther(`/seguimiento/${typed.number}`)
    const form = { values: { numero }, faults: { numero: trackingTexts[language][typed.fault] } }
    return reply.code(400).page('pages/tracking/find', findPage(language, form))
  })

  app.get<{ Params: { number: string } }>('/seguimiento/:number', access.public, async (request, reply) => {
    const { language } = request.visitor
    const number = parseEcmrNumber(request.params.number)
    const isFresh = await reads.waitFor('tracking')
    const shipment = await trackNote(pool, number ?? NO_NUMBER)
    if (shipment === undefined) {
      const page = findPage(language, emptyForm())
      // While tracking is behind, it is not known which numbers exist: they all get one answer.
      if (isFresh || number === undefined)
        return reply.code(404).page('pages/tracking/find', { ...page, notice: 'unknown' })
      reply.header('retry-after', RETRY_AFTER_SECONDS)
      return reply.code(503).page('pages/tracking/find', { ...page, notice: 'notYet' })
    }
    return reply.page('pages/tracking/shipment', {
      title: trackingTexts[language].trackedTitle(shipment.ecmr_number),
      section: 'tracking',
      styles: ['notes.css'],
      isUnlisted: true,
      t: trackingTexts[language],
      f: formatsFor(language, TIME_ZONE),
      behind: !isFresh,
      shipment: { ...shipment, milestones: shipment.milestones.slice(-MOST_MILESTONES) },
      signedBy: (role: Role) => signedByLabel(role, language),
      statusSaid: statusLabel(shipment.status, language),
    })
  })
}

function findPage(language: Language, form: FormState) {
  const t = trackingTexts[language]
  return { title: t.title, section: 'tracking', isUnlisted: true, t, form, labels: { numero: t.number } }
}

/** What a visitor typed into the form: a number, or what is wrong with it. */
type TypedNumber = { readonly number: string } | { readonly fault: 'noNumber' | 'notANumber' | 'wrongCheck' }

/**
 * Reads a number as people type it: any case, with or without spaces, dashes and even the letters before the year. That
 * its check character is wrong is known from the number alone, so saying so reveals nothing of any note.
 */
function typedNumber(text: string): TypedNumber {
  const typed = text.trim()
  if (typed === '') return { fault: 'noNumber' }
  const full = /^ecmr/i.test(typed) ? typed : `ECMR-${typed}`
  const number = parseEcmrNumber(full)
  if (number !== undefined) return { number }
  const looksRight = full.length <= 64 && /^ecmr[1-9]\d{3}[\da-tv-z]{10}$/i.test(full.replace(/[\s-]/g, ''))
  return { fault: looksRight ? 'wrongCheck' : 'notANumber' }
}
