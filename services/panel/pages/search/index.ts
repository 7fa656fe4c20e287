import { type SavedView, listViews } from '@ecmr/accounts'
import type { Language } from '@ecmr/contract'
import { statusLabel } from '@ecmr/domain'
import { fold, listNotes } from '@ecmr/read-models'
import type { FastifyRequest } from 'fastify'
import type { PanelContext } from '../../context.js'
import { access, type Pages, signedIn } from '../../panel-server.js'
import { common } from '../../texts/common.js'
import { brief } from '../notes/shared/brief.js'
import { addressOf, ownerOf } from '../notes/list/views/views.js'
import { searchTexts } from './texts.js'

const MOST_NOTES = 8
/** characters; what is longer finds nothing that a list would find */
const LONGEST = 200

/** Something that was found, and where it is. */
interface Hit {
  readonly href: string
  readonly text: string
  readonly detail: string
}

/** One search for notes, pages of the panel and saved views: as a page, and for the search window as JSON. */
export const searchPages: Pages = (app, context) => {
  app.get<{ Querystring: { q?: unknown } }>('/buscar', access.person, async (request, reply) => {
    const { language } = request.visitor
    const { q } = request.query
    const asked = typeof q === 'string' ? [...q.trim()].slice(0, LONGEST).join('') : ''
    const hits = await hitsFor(context, request, asked)
    reply.header('vary', 'Accept')
    if (request.headers.accept === 'application/json') return reply.send({ hits })
    const t = searchTexts[language]
    return reply.page('pages/search/search', { title: t.title, section: 'search', t, asked, hits })
  })
}

async function hitsFor(
  { pool }: PanelContext,
  request: FastifyRequest,
  asked: string,
): Promise<readonly Hit[]> {
  const person = signedIn(request)
  const { language } = request.visitor
  const isFound = (label: string): boolean => fold(label).includes(fold(asked))
  const views = (await listViews(pool, ownerOf(person))).filter(({ name }) => isFound(name))
  const places = placesIn(language).filter(({ href, text }) => isFound(text) && request.mayOpen(href))
  const company = person.company.id
  const notes =
    asked === '' ? [] : (await listNotes(pool, company, { limit: MOST_NOTES, search: asked })).items
  const found = notes.map((item) => ({
    href: `/ecmrs/${item.id}`,
    text: item.ecmr_number,
    detail: [
      statusLabel(item.status, language),
      `${brief(item.pickup_city ?? item.sender_city, 30)} → ${brief(item.delivery_city ?? item.receiver_city, 30)}`,
      ...(item.vehicle_plate === undefined ? [] : [item.vehicle_plate]),
    ].join(' · '),
  }))
  const all = {
    href: `/ecmrs?${new URLSearchParams({ search: asked })}`,
    text: searchTexts[language].all,
    detail: asked,
  }
  return [...found, ...(found.length === MOST_NOTES ? [all] : []), ...views.map(viewHit(language)), ...places]
}

const viewHit =
  (language: Language) =>
  (view: SavedView): Hit => ({ href: addressOf(view), text: view.name, detail: searchTexts[language].view })

/** The pages of the panel. */
function placesIn(language: Language): readonly Hit[] {
  const t = common[language]
  const detail = searchTexts[language].page
  const places = [
    ['/', t.home],
    ['/ecmrs', t.notes],
    ['/ecmrs/nueva', searchTexts[language].newNote],
    ['/ecmrs/leer', searchTexts[language].readPaper],
    ['/ecmrs/vistas', searchTexts[language].views],
    ['/webhooks', t.webhooks],
    ['/claves', t.apiKeys],
    ['/conectar-ia', t.connect],
    ['/auditoria', t.audit],
    ['/empresa', t.company],
    ['/empresa/personas', searchTexts[language].people],
    ['/empresa/seguridad', searchTexts[language].companySecurity],
    ['/cuenta', t.account],
    ['/cuenta/seguridad', searchTexts[language].security],
  ] as const
  return places.map(([href, text]) => ({ href, text, detail }))
}
