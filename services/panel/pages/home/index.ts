import { actorNames, firstSteps, hideFirstSteps, type SignedIn } from '@ecmr/accounts'
import { expiringEntries, titleOf } from '@ecmr/application'
import type { Language } from '@ecmr/contract'
import { isTestCompany, mayActAs } from '@ecmr/domain'
import {
  companyTrail,
  countByStatus,
  countByStatusAsOf,
  dueNotes,
  historyEntry,
  type ListItem,
  listNotes,
  notesPerDay,
} from '@ecmr/read-models'
import { deliveriesPerDay, type Endpoint, listEndpoints } from '@ecmr/webhooks'
import { deliveriesChart, notesChart } from '../../charts/daily-chart.js'
import type { PanelContext } from '../../context.js'
import { isFaulty } from '../../forms/form.js'
import { access, type Pages, signedIn } from '../../panel-server.js'
import type { PageData } from '../../plugins/rendering.js'
import { formatsFor } from '../../texts/formats.js'
import { showLanding } from '../landing/landing.js'
import { whoActed } from '../notes/shared/actors.js'
import { listAddress } from '../notes/list/question.js'
import { brief } from '../notes/shared/brief.js'
import { eventSentence } from '../notes/shared/labels.js'
import { expiryWords, warnedUntil } from '../registers/expiry-words.js'
import { registerAddress } from '../registers/words.js'
import { healthWords } from '../webhooks/labels.js'
import { guideFor } from './guide.js'
import { type AskedMoment, momentAsked } from './moment.js'
import { statusTiles } from './status-tiles.js'
import { dayTexts } from './texts.js'
import { dayIn } from './today.js'

export const homePages: Pages = (app, context) => {
  app.get<{ Querystring: { en?: unknown } }>(
    '/',
    { config: { access: 'public', showsCompany: true } },
    async (request, reply) => {
      const { language, signedIn: person } = request.visitor
      if (person === undefined) return showLanding(reply, context.siteUrl)
      const moment = momentAsked(request.query.en, {
        language,
        timeZone: person.company.time_zone,
        now: context.clock(),
      })
      const day = await dayAtAGlance(context, person, moment)
      if (isFaulty(moment.form)) reply.code(400)
      return reply.page('pages/home/day', dayPage(day, person, language))
    },
  )

  app.post('/primeros-pasos/ocultar', access.member, async (request, reply) => {
    await hideFirstSteps(context.pool, signedIn(request).user)
    return reply.seeOther('/')
  })
}

/** So many notes of each kind are named; the list has the rest. */
const MOST_NAMED = 3
const DAYS = 14
const WEBHOOK_DAYS = 7
const LATEST = 10

/** What the front page shows of a company: nothing of it costs more for a company with many notes. */
type DayAtAGlance = Awaited<ReturnType<typeof dayAtAGlance>>

/** Gathers what the front page shows. Members do not see webhooks, which owners manage. */
async function dayAtAGlance(
  { pool, reads, clock }: PanelContext,
  { user, company }: SignedIn,
  moment: AskedMoment,
) {
  const now = clock()
  const timeZone = company.time_zone
  const today = dayIn(timeZone, now)
  const fresh = await Promise.all(['list', 'history', 'states'].map((name) => reads.of(name)))
  const { asOf } = moment
  const [counts, past, due, incidents, days, trail, webhooks, begun, expiring] = await Promise.all([
    countByStatus(pool, company.id),
    asOf === undefined ? undefined : countByStatusAsOf(pool, company.id, asOf),
    dueNotes(pool, company.id, today, { most: MOST_NAMED }),
    listNotes(pool, company.id, { limit: MOST_NAMED, status: 'incident', sort: '-updated_at' }),
    notesPerDay(pool, company.id, { lastDay: today, days: DAYS, timeZone }),
    companyTrail(pool, company.id, { limit: LATEST }),
    user.role === 'owner' ? webhooksOf({ pool, company: company.id, timeZone, now }) : undefined,
    firstSteps(pool, company.id, user),
    mayActAs(user.role, 'auditor')
      ? expiringEntries(pool, company.id, { until: warnedUntil(today), most: MOST_NAMED })
      : undefined,
  ])
  const nameOf = await actorNames(
    pool,
    company.id,
    trail.events.map(({ metadata }) => metadata.actor),
  )
  return {
    today,
    behind: fresh.some(({ isFresh }) => !isFresh),
    // The earliest of what was read: whatever came after it is news, or shown already.
    after: fresh.map(({ position }) => position).reduce((one, other) => (one < other ? one : other)),
    counts,
    begun,
    past,
    moment,
    due,
    incidents: incidents.items,
    expiring,
    days,
    latest: trail.events,
    nameOf,
    webhooks,
  }
}

async function webhooksOf({
  pool,
  company,
  timeZone,
  now,
}: {
  readonly pool: PanelContext['pool']
  readonly company: SignedIn['company']['id']
  readonly timeZone: string
  readonly now: Date
}) {
  const [endpoints, days] = await Promise.all([
    listEndpoints(pool, company),
    deliveriesPerDay(pool, company, { timeZone, days: WEBHOOK_DAYS, now }),
  ])
  return { endpoints, troubled: endpoints.filter(isTroubled), days }
}

/** Failing, paused, or disabled by another than its owner. */
function isTroubled({ status, status_reason, health }: Endpoint): boolean {
  return status === 'disabled' ? status_reason !== 'owner' : health.state !== 'ok'
}

/** What `day.eta` shows. */
function dayPage(day: DayAtAGlance, { user, company }: SignedIn, language: Language): PageData {
  const t = dayTexts[language]
  const { due, webhooks, counts, moment } = day
  const shown = day.past ?? counts
  const isQuiet =
    counts.byStatus.incident + due.latePickups.total + due.lateDeliveries.total === 0 &&
    (webhooks?.troubled ?? []).length === 0 &&
    (day.expiring?.total ?? 0) === 0
  const hasNote = counts.total + counts.cancelled > 0
  const hasWebhook = (webhooks?.endpoints ?? []).length > 0
  const manages = user.role === 'owner' && !isTestCompany(company.id)
  return {
    title: t.title,
    section: 'home',
    styles: ['home.css', 'webhooks.css'],
    t,
    behind: day.behind,
    heading: weekday(day.today, language),
    company,
    counts,
    shown,
    asOf: moment.asOf,
    form: moment.form,
    list: listAddress('/ecmrs', moment.when),
    tiles: statusTiles(shown, language, moment.when),
    live: moment.asOf === undefined ? { after: day.after } : undefined,
    guide: mayActAs(user.role, 'member')
      ? guideFor({ ...day.begun, hasNote, hasWebhook }, manages, language)
      : undefined,
    isNew: !hasNote,
    isQuiet,
    hasPlans: due.pickupsToday.total + due.deliveriesToday.total > 0,
    due,
    today: day.today,
    incidents: day.incidents,
    expiring: expiringView(day, user, language),
    troubled: (webhooks?.troubled ?? []).map((endpoint) => trouble(endpoint, language)),
    chart: notesChart(day.days, language),
    deliveries:
      webhooks && webhooks.endpoints.length > 0 ? deliveriesChart(webhooks.days, language) : undefined,
    latest: day.latest.map((event) => ({
      ...historyEntry(event),
      sentence: eventSentence(event, language),
      who: whoActed(event.metadata.actor, day.nameOf, language),
    })),
    route: (item: ListItem) =>
      `${brief(item.pickup_city ?? item.sender_city, 30)} → ${brief(item.delivery_city ?? item.receiver_city, 30)}`,
    brief,
  }
}

/** What expires among drivers and vehicles, and where it is changed by those who may. */
function expiringView(
  { expiring, today }: Pick<DayAtAGlance, 'expiring' | 'today'>,
  user: SignedIn['user'],
  language: Language,
) {
  const mayChange = mayActAs(user.role, 'member')
  const items = (expiring?.entries ?? []).map((entry) => ({
    name: brief(titleOf(entry), 60),
    href: registerAddress(entry.register, mayChange ? `/${entry.id}` : ''),
    said: expiryWords(entry, today, language),
  }))
  return { items, total: expiring?.total ?? 0 }
}

function trouble({ id, url, status, status_reason, health }: Endpoint, language: Language) {
  const { badges, reasons } = healthWords[language]
  const [look, word] = badges[status === 'disabled' ? 'disabled' : health.state]
  const detail =
    status === 'disabled' && status_reason !== null
      ? reasons[status_reason]
      : dayTexts[language].failing(formatsFor(language, 'UTC').number(health.failures))
  return { id, url: brief(url), look, word, detail }
}

function weekday(day: string, language: Language): string {
  const locale = language === 'es' ? 'es-ES' : 'en-GB'
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const name = new Intl.DateTimeFormat(locale, options).format(new Date(`${day}T00:00:00Z`))
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}
