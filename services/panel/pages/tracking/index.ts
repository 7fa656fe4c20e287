import { logoOf } from '@ecmr/accounts'
import { type DocumentLanguage, documentLanguages, parseEcmrNumber, type Role } from '@ecmr/domain'
import { companyOfNumber, trackNote } from '@ecmr/read-models'
import type { FastifyReply } from 'fastify'
import type { Pool } from 'pg'
import { emptyForm, type FormState } from '../../forms/form.js'
import { logoAddress } from '../../layout/logo-address.js'
import { access, type Pages } from '../../panel-server.js'
import { readerLanguageOf } from '../../plugins/languages.js'
import { common } from '../../texts/common.js'
import { formatsFor } from '../../texts/formats.js'
import { frameInSix } from '../../texts/frame-in-six.js'
import { languageNames } from './language-names.js'
import { stepsOf } from './steps.js'
import { signedTexts, statusSaid, trackingTexts } from './texts.js'

// Looked up in place of what is no number, so that the time taken does not tell malformed from unknown.
const NO_NUMBER = ''

/** What a browser or a program waits while tracking is behind. */
const RETRY_AFTER_SECONDS = '5'

// Visitors who follow a shipment have no company with a time zone, and logged-in users see the same.
const TIME_ZONE = 'Europe/Madrid'

/** What anyone who has a note's number may see of it, as a page in the reader's language: it is public. */
export const trackingPages: Pages = (app, { pool, reads, cookies }) => {
  app.get<{ Querystring: { numero?: unknown } }>('/seguimiento', access.public, async (request, reply) => {
    const { numero } = request.query
    const language = readerLanguageOf(request, cookies)
    if (typeof numero !== 'string') return showFinder(reply, language)
    const typed = typedNumber(numero)
    if ('number' in typed) return reply.seeOther(`/seguimiento/${typed.number}`)
    const faults = { numero: trackingTexts[language][typed.fault] }
    return showFinder(reply.code(400), language, { form: { values: { numero }, faults } })
  })

  app.get<{ Params: { number: string } }>('/seguimiento/:number', access.public, async (request, reply) => {
    const language = readerLanguageOf(request, cookies)
    const number = parseEcmrNumber(request.params.number)
    const isFresh = await reads.waitFor('tracking')
    const shipment = await trackNote(pool, number ?? NO_NUMBER)
    if (shipment === undefined) {
      // While tracking is behind, it is not known which numbers exist: they all get one answer.
      if (isFresh || number === undefined) return showFinder(reply.code(404), language, { notice: 'unknown' })
      reply.header('retry-after', RETRY_AFTER_SECONDS)
      return showFinder(reply.code(503), language, { notice: 'notYet' })
    }
    const f = formatsFor(language, TIME_ZONE)
    return reply.page('pages/tracking/shipment', {
      ...pageIn(language),
      title: `${trackingTexts[language].shipment} ${shipment.ecmr_number}`,
      f,
      behind: !isFresh,
      shipment,
      steps: stepsOf(shipment, { language, f }),
      signedBy: (role: Role) => signedTexts[language][role],
      statusSaid: statusSaid(shipment.status, language),
      logo: await logoFor(pool, shipment.ecmr_number),
    })
  })
}

/** Where the picture is that the company of a note has made public with its notes; its name stays private. */
async function logoFor(pool: Pool, number: string): Promise<string | undefined> {
  const company = await companyOfNumber(pool, number)
  const logo = company && (await logoOf(pool, company))
  return logo && logoAddress(logo)
}

function showFinder(
  reply: FastifyReply,
  language: DocumentLanguage,
  shown: { readonly form?: FormState; readonly notice?: 'unknown' | 'notYet' } = {},
): FastifyReply {
  const t = trackingTexts[language]
  const page = { title: t.title, form: emptyForm(), labels: { numero: t.number } }
  return reply.page('pages/tracking/find', { ...pageIn(language), ...page, ...shown })
}

/** What both pages have in common: they are written in the reader's language, all around too. */
function pageIn(language: DocumentLanguage) {
  const t = trackingTexts[language]
  return {
    language,
    c: { ...common[language === 'es' ? 'es' : 'en'], ...frameInSix[language] },
    t,
    section: 'tracking',
    styles: ['tracking.css'],
    isUnlisted: true,
    languages: documentLanguages.map((code) => ({ code, name: languageNames[code] })),
  }
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
  const looksRight =
    full.length <= 64 && /^ecmr([1-9]\d{3}|test)[\da-tv-z]{10}$/i.test(full.replace(/[\s-]/g, ''))
  return { fault: looksRight ? 'wrongCheck' : 'notANumber' }
}
