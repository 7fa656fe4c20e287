import { qrDrawing } from '@ecmr/documents'
import type { FastifyReply } from 'fastify'
import { sampleNote } from './sample-note.js'
import { landingTexts } from './texts.js'

/** What visitors see who are not logged in: what this is, for whom, and how to start. */
export function showLanding(reply: FastifyReply, siteUrl: string): FastifyReply {
  const { language } = reply.request.visitor
  const t = landingTexts[language]
  return reply.page('pages/landing/landing', {
    title: t.title,
    styles: ['landing.css'],
    t,
    note: sampleNote(language),
    code: qrDrawing(siteUrl).svg,
    curl: `curl ${siteUrl}/api/ecmrs -H 'X-API-Key: …' -H 'Content-Type: application/json' -d @note.json`,
    mcp: `claude mcp add --transport http ecmr ${siteUrl}/mcp`,
  })
}
