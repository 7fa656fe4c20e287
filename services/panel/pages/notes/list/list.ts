import { type Status, statuses, statusLabel } from '@ecmr/domain'
import { countByStatus, listNotes } from '@ecmr/read-models'
import { isFaulty } from '../../../forms/form.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { brief } from '../shared/brief.js'
import { listSorts, texts } from '../shared/texts.js'
import { exportList, LARGEST_EXPORT } from './csv.js'
import { listPlace } from './page.js'
import { listAddress, listQuestion } from './question.js'

/** The company's notes: found, filtered, sorted, paged, and as a table to take away. */
export const noteList: Pages = (app, context) => {
  const { pool, reads } = context

  app.get('/ecmrs', { config: { access: 'member' } }, async (request, reply) => {
    const { company } = signedIn(request)
    const { language } = request.visitor
    const question = listQuestion(request.query, language)
    const isFresh = await reads.waitFor('list')
    const [found, counts] = await Promise.all([
      listNotes(pool, company.id, question.query),
      countByStatus(pool, company.id),
    ])
    const { form, values } = question
    if (isFaulty(form)) reply.code(400)
    return reply.page('pages/notes/list/list', {
      title: texts[language].notes,
      section: 'notes',
      styles: ['notes.css'],
      t: texts[language],
      behind: !isFresh,
      form,
      labels: texts[language].filters,
      isFiltered: question.isFiltered,
      isNarrowed: question.isNarrowed,
      found,
      counts,
      place: listPlace(question, found),
      statusOptions: [
        ['', texts[language].anyStatus],
        ...statuses.map((status) => [status, statusLabel(status, language)]),
      ],
      sortOptions: Object.entries(listSorts[language]),
      statusOf: (status: Status) => statusLabel(status, language),
      brief,
      tabs: [
        {
          href: '/ecmrs',
          label: texts[language].all,
          count: counts.total,
          isHere: values.status === undefined,
        },
        ...statuses.map((status) => ({
          href: listAddress('/ecmrs', { status }),
          label: statusLabel(status, language),
          count: counts.byStatus[status],
          isHere: question.query.status === status,
        })),
      ],
      csv: listAddress('/ecmrs.csv', values),
      largestExport: LARGEST_EXPORT,
    })
  })

  exportList(app, context)
}
