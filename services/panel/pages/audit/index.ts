import { actorNames, listUsers, type SignedIn } from '@ecmr/accounts'
import type { Language } from '@ecmr/contract'
import { companyTrail } from '@ecmr/read-models'
import type { PanelContext } from '../../context.js'
import { access, type Pages, signedIn } from '../../panel-server.js'
import { PageProblem } from '../../problems/page-problem.js'
import { formatsFor } from '../../texts/formats.js'
import { accountEntry } from './account-entry.js'
import { accountTrail } from './account-trail.js'
import { exportPages, LARGEST_EXPORT } from './export.js'
import { texts } from './texts.js'
import { withActors } from './wanted-actors.js'
import { noteEntry, type TrailEntry } from './trail-entry.js'
import { parsePlace, placeText, type TrailQuestion, trailAddress, trailQuestion } from './trail-question.js'
import { verificationPages } from './verification.js'

export const auditPages: Pages = (app, context) => {
  for (const register of [trailPages, exportPages, verificationPages]) register(app, context)
}

/** Entries on a page. */
const ROWS = 25

/** The company's whole trail, newest first: what happened to its notes, and to its account. */
const trailPages: Pages = (app, context) => {
  app.get('/auditoria', access.auditor, async (request, reply) => {
    const { company } = signedIn(request)
    const { language } = request.visitor
    const question = trailQuestion(request.query, language, company.time_zone)
    const page = await pageOf(context, company, question, language)
    const { antes: _here, ...filters } = question.values
    const { desde, hasta, quien } = question.values
    const kept = { ...(desde && { desde }), ...(hasta && { hasta }), ...(quien && { quien }) }
    const t = texts[language]
    if (Object.keys(question.form.faults).length > 0) reply.code(400)
    return reply.page('pages/audit/trail', {
      title: t.title,
      section: 'audit',
      styles: ['audit.css'],
      t,
      ...page,
      form: question.form,
      labels: { desde: t.desde, hasta: t.hasta },
      isFiltered: question.isFiltered,
      isAccount: question.part === 'account',
      tabs: [
        { href: trailAddress('/auditoria', kept), label: t.notes, isHere: question.part === 'notes' },
        {
          href: trailAddress('/auditoria', { ver: 'cuenta', ...kept }),
          label: t.accountTab,
          isHere: question.part === 'account',
        },
      ],
      here: question.part === 'account' ? '/auditoria?ver=cuenta' : '/auditoria',
      newest: question.before === '' ? undefined : trailAddress('/auditoria', filters),
      older:
        page.next === undefined ? undefined : trailAddress('/auditoria', { ...filters, antes: page.next }),
      exported: trailAddress('/auditoria/exportar', filters),
      largestExport: formatsFor(language, 'UTC').number(LARGEST_EXPORT),
    })
  })
}

interface TrailShown {
  readonly entries: readonly TrailEntry[]
  /** where to go on, as an address has it */
  readonly next: string | undefined
  /** set when the search for one actor's events is to be continued there */
  readonly searchedUntil: string | undefined
  readonly behind: boolean
}

function pageOf(
  context: PanelContext,
  company: SignedIn['company'],
  question: TrailQuestion,
  language: Language,
): Promise<TrailShown> {
  return question.part === 'account'
    ? accountPage(context, company, question, language)
    : notesPage(context, company, question, language)
}

async function notesPage(
  { pool, reads }: PanelContext,
  company: SignedIn['company'],
  { filter, before }: TrailQuestion,
  language: Language,
): Promise<TrailShown> {
  const place = before === '' ? undefined : parsePlace(before)
  if (before !== '' && place === undefined) throw new PageProblem('malformed')
  const isFresh = await reads.waitFor('history')
  const wanted = await withActors(pool, company.id, filter)
  const query = { ...wanted, limit: ROWS, ...(place && { before: place }) }
  const { events, next, isPartial } = await companyTrail(pool, company.id, query)
  const nameOf = await actorNames(
    pool,
    company.id,
    events.map(({ metadata }) => metadata.actor),
  )
  return {
    entries: events.map((event) => noteEntry(event, nameOf, language)),
    next: next ? placeText(next) : undefined,
    searchedUntil: isPartial ? next?.recorded_at : undefined,
    behind: !isFresh,
  }
}

async function accountPage(
  { pool, store }: PanelContext,
  company: SignedIn['company'],
  { filter, before }: TrailQuestion,
  language: Language,
): Promise<TrailShown> {
  if (!/^\d{0,15}$/.test(before)) throw new PageProblem('malformed')
  const [{ events, next, searchedUntil }, people] = await Promise.all([
    accountTrail(store, company.id, await withActors(pool, company.id, filter), {
      before: before === '' ? undefined : Number(before),
      limit: ROWS,
    }),
    listUsers(pool, company.id),
  ])
  const nameOf = await actorNames(
    pool,
    company.id,
    events.map(({ metadata }) => metadata.actor),
  )
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return {
    entries: events.map((event) => accountEntry(event, names, nameOf, language)),
    next: next === undefined ? undefined : String(next),
    searchedUntil,
    behind: false,
  }
}
