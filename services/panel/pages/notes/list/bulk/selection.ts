import { eachOf, readNote, type Undone } from '@ecmr/application'
import type { Language } from '@ecmr/contract'
import type { Note } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { validate as isUuid } from 'uuid'
import type { PanelContext } from '../../../../context.js'
import { choicesOf } from '../../../../forms/form.js'
import { localPath } from '../../../../forms/local-path.js'
import { signedIn } from '../../../../panel-server.js'
import { PageProblem } from '../../../../problems/page-problem.js'
import { noteSummary } from '../../shared/brief.js'
import type { BulkAction } from './actions.js'

/** So many notes are worked on by one form. */
export const MOST_SELECTED = 100
/** A page about selected notes. */
export interface Place {
  readonly action: BulkAction
  readonly context: PanelContext
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** what selects them: the query, or the form */
  readonly asked: unknown
}

/** What there is to say of the selected notes that the company has. */
export interface Selected<Line> {
  readonly lines: readonly Line[]
  /** others: unknown, or of another company */
  readonly unknown: number
  /** where the list was */
  readonly back: string
}

/** What a form or an address selects; ids that are none are counted as unknown. */
export function selectionIn(asked: unknown) {
  const named = [...new Set(choicesOf({ body: asked }, 'id').map((id) => id.toLowerCase()))]
  if (named.length > MOST_SELECTED) throw new PageProblem('too_large')
  const back = localPath(choicesOf({ body: asked }, 'volver')[0], '/ecmrs')
  return { ids: named.filter((id) => isUuid(id)), named: named.length, back }
}

/** Works on each of the selected notes; only a few of them are in memory at a time, however large they are. */
export async function ofEach<Line extends object>(
  { context, request, asked }: Place,
  work: (note: Note) => Promise<Line>,
  undone: (id: string, one: Undone) => Line,
): Promise<Selected<Line>> {
  const { ids, named, back } = selectionIn(asked)
  const company = signedIn(request).company.id
  const results = await eachOf(ids, async (id) => {
    const read = await readNote(context, company, id)
    if (read.outcome === 'found') return { line: await work(read.note) }
    if (read.outcome === 'not_found') return undefined
    throw new PageProblem('unavailable', { 'retry-after': '5' })
  })
  const lines = results.flatMap((one, place) => {
    if (one === undefined) return []
    return 'line' in one ? [one.line] : [undone(ids[place] ?? '', one)]
  })
  return { lines, unknown: named - lines.length, back }
}

/** What a note is called, and where it goes. */
export interface Named {
  readonly number: string
  readonly href: string
  readonly pickup: string
  readonly delivery: string
  readonly look: string
  readonly status: string
}

export function named(note: Note, language: Language): Named {
  const { number, pickup, delivery, statusLabel: status } = noteSummary(note, language)
  return { number, href: `/ecmrs/${note.id}`, pickup, delivery, look: note.status, status }
}

/** A note that was not come to. */
export const unread = (id: string): Named => ({
  number: id,
  href: `/ecmrs/${id}`,
  pickup: '',
  delivery: '',
  look: '',
  status: '',
})
