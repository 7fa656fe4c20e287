import type { CompanyId } from '@ecmr/domain'
import { type HistoryEntry, noteHistory } from '@ecmr/read-models'
import type { Pool } from 'pg'
import { type Pages, signedIn } from '../../../panel-server.js'
import { formatsFor } from '../../../texts/formats.js'
import { ownNote } from '../shared/own-note.js'
import { entryViews, wholeEntry } from './entries.js'
import { historyTexts } from './texts.js'

const ENTRIES = 20

/** What an auditor reads: who changed what, when and why, from the first entry to the last. */
export const noteHistoryPage: Pages = (app, context) => {
  const { pool, reads } = context
  app.get<{ Params: { id: string }; Querystring: { page?: unknown; version?: unknown } }>(
    '/ecmrs/:id/historial',
    { config: { access: 'member' } },
    async (request, reply) => {
      const { company } = signedIn(request)
      const { language } = request.visitor
      const { note, behind } = await ownNote(context, company.id, request.params.id)
      const isFresh = await reads.waitFor('history')
      const only = placeIn(request.query.version)
      // Versions are counted like entries: one for each event.
      const place =
        only === undefined
          ? { page: placeIn(request.query.page) ?? 1, limit: ENTRIES }
          : { page: only, limit: 1 }
      const { entries, total } = await wholePage(pool, company.id, note.id, place)
      const manner = { language, f: formatsFor(language, company.time_zone) }
      const first = (place.page - 1) * place.limit
      return reply.page('pages/notes/history/history', {
        title: historyTexts[language].title(note.ecmr_number),
        section: 'notes',
        styles: ['notes.css'],
        t: historyTexts[language],
        behind: behind || !isFresh,
        note,
        only,
        entries:
          only === undefined
            ? entryViews(entries, manner)
            : entries.map((entry) => wholeEntry(entry, manner)),
        from: first + 1,
        to: first + entries.length,
        total,
        previous: only === undefined && place.page > 1 ? place.page - 1 : undefined,
        next: only === undefined && first + entries.length < total ? place.page + 1 : undefined,
      })
    },
  )
}

/** Entries that are large come in several portions. */
async function wholePage(
  pool: Pool,
  company: CompanyId,
  noteId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly entries: readonly HistoryEntry[]; readonly total: number }> {
  const entries: HistoryEntry[] = []
  for (;;) {
    const after = (page - 1) * limit + entries.length
    const portion = await noteHistory(pool, company, noteId, { after, limit: limit - entries.length })
    entries.push(...portion.entries)
    if (!portion.hasMore || entries.length >= limit) return { entries, total: portion.total }
  }
}

/** A page or version as an address gives it, from 1; `undefined` for what is none. */
function placeIn(asked: unknown): number | undefined {
  return typeof asked === 'string' && /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : undefined
}
