import type { SignedIn } from '@ecmr/accounts'
import type { Language } from '@ecmr/contract'
import { historyEntry, type ListItem } from '@ecmr/read-models'
import type { Endpoint } from '@ecmr/webhooks'
import type { PageData } from '../../plugins/rendering.js'
import { formatsFor } from '../../texts/formats.js'
import { actorName } from '../audit/actor-name.js'
import { brief } from '../notes/shared/brief.js'
import { eventSentence } from '../notes/shared/labels.js'
import { healthWords } from '../webhooks/labels.js'
import { perDayChart } from '../webhooks/per-day-chart.js'
import type { DayAtAGlance } from './day-at-a-glance.js'
import { daysChart } from './days-chart.js'
import { statusTiles } from './status-tiles.js'
import { dayTexts } from './texts.js'

/** What `day.eta` shows. */
export function dayPage(day: DayAtAGlance, { user, company }: SignedIn, language: Language): PageData {
  const t = dayTexts[language]
  const { due, webhooks, counts } = day
  return {
    title: t.title,
    section: 'home',
    styles: ['home.css', 'webhooks.css'],
    t,
    behind: day.behind,
    isOwner: user.role === 'owner',
    heading: weekday(day.today, language),
    company,
    counts,
    tiles: statusTiles(counts, language),
    isQuiet:
      counts.byStatus.incident + due.latePickups.total + due.lateDeliveries.total === 0 &&
      (webhooks?.troubled ?? []).length === 0,
    due,
    today: day.today,
    yesterday: day.yesterday,
    incidents: day.incidents,
    troubled: (webhooks?.troubled ?? []).map((endpoint) => trouble(endpoint, language)),
    chart: daysChart(day.days, language),
    deliveries: webhooks && webhooks.endpoints.length > 0 ? perDayChart(webhooks.days, language) : undefined,
    latest: day.latest.map((event) => ({
      ...historyEntry(event),
      sentence: eventSentence(event, language),
      who: actorName(event.metadata.actor, language),
    })),
    route: (item: ListItem) =>
      `${brief(item.pickup_city ?? item.sender_city, 30)} → ${brief(item.delivery_city ?? item.receiver_city, 30)}`,
    brief,
  }
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
