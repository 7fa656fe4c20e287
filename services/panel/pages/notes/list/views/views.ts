import {
  deleteView,
  LARGEST_VIEW,
  listViews,
  LONGEST_VIEW_NAME,
  MOST_VIEWS,
  saveView,
  type SignedIn,
  type ViewOwner,
} from '@ecmr/accounts'
import { checkBody, closed } from '@ecmr/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { emptyForm, type FormState, isFaulty, oneLine, typedAs, valuesOf } from '../../../../forms/form.js'
import { sentencesFor } from '../../../../forms/sentences.js'
import { access, type Pages, signedIn } from '../../../../panel-server.js'
import { PageProblem } from '../../../../problems/page-problem.js'
import { viewTexts } from './texts.js'
import { listAddress, listValues } from '../question.js'

const nameForm = closed({ name: oneLine('What the view is called', LONGEST_VIEW_NAME) })

export const ownerOf = ({ user, company }: SignedIn): ViewOwner => ({ userId: user.id, company: company.id })

/** A person's saved views: lists with their filters and order under a name. */
export const savedViewPages: Pages = (app, { pool }) => {
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    form: FormState,
  ): Promise<FastifyReply> => {
    const { language } = request.visitor
    const t = viewTexts[language]
    const query = cleaned(typedAs(form.values, 'query'))
    const views = await listViews(pool, ownerOf(signedIn(request)))
    return reply.page('pages/notes/list/views/views', {
      title: t.title,
      section: 'notes',
      t,
      form,
      labels: { name: t.name },
      views: views.map((view) => ({ ...view, href: addressOf(view) })),
      query,
      longestName: LONGEST_VIEW_NAME,
    })
  }

  app.get<{ Querystring: { consulta?: unknown } }>('/ecmrs/vistas', access.person, (request, reply) => {
    const { consulta } = request.query
    return show(request, reply, emptyForm({ query: typeof consulta === 'string' ? consulta : '' }))
  })

  app.post('/ecmrs/vistas', access.person, async (request, reply) => {
    const { language } = request.visitor
    const values = valuesOf(request)
    const name = typedAs(values, 'name')
    const query = cleaned(typedAs(values, 'query'))
    const faults = sentencesFor(checkBody(nameForm, { name }), language)
    if (isFaulty({ faults })) return show(request, reply.code(400), { values, faults })
    const t = viewTexts[language]
    if (Buffer.byteLength(query) > LARGEST_VIEW)
      return show(request, reply.code(400), { values, faults: { '': t.tooLong } })
    const outcome = await saveView(pool, ownerOf(signedIn(request)), { name, query })
    if (outcome === 'saved') return reply.seeOther(addressOf({ query }), 'view_saved')
    return show(request, reply.code(409), { values, faults: { '': t.tooMany(MOST_VIEWS) } })
  })

  app.post<{ Params: { id: string } }>(
    '/ecmrs/vistas/:id/eliminar',
    access.person,
    async (request, reply) => {
      if (!(await deleteView(pool, ownerOf(signedIn(request)), request.params.id)))
        throw new PageProblem('not_found')
      return reply.seeOther('/ecmrs/vistas', 'view_deleted')
    },
  )
}

/** The query of the list's address, of what the list knows; a place in the list is no part of a view. */
function cleaned(query: string): string {
  const {
    page: _page,
    cursor: _cursor,
    ...values
  } = listValues(Object.fromEntries(new URLSearchParams(query)))
  return listAddress('', values).slice(1)
}

/** Where the list stands like this. */
export function addressOf({ query }: { readonly query: string }): string {
  return query === '' ? '/ecmrs' : `/ecmrs?${query}`
}
