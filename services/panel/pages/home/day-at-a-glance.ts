import type { SignedIn } from '@ecmr/accounts'
import { companyTrail, countByStatus, dueNotes, listNotes, notesPerDay } from '@ecmr/read-models'
import { deliveriesPerDay, type Endpoint, listEndpoints } from '@ecmr/webhooks'
import type { PanelContext } from '../../context.js'
import { dayBefore, dayIn } from './today.js'

/** So many notes of each kind are named; the list has the rest. */
const MOST_NAMED = 3
const DAYS = 14
const WEBHOOK_DAYS = 7
const LATEST = 10

/** What the front page tells of a company: nothing of it costs more for a company with many notes. */
export type DayAtAGlance = Awaited<ReturnType<typeof dayAtAGlance>>

/** Gathers what the front page tells. Members are not told of webhooks, which owners look after. */
export async function dayAtAGlance({ pool, reads, clock }: PanelContext, { user, company }: SignedIn) {
  const now = clock()
  const timeZone = company.time_zone
  const today = dayIn(timeZone, now)
  const fresh = await Promise.all([reads.waitFor('list'), reads.waitFor('history')])
  const [counts, due, incidents, days, trail, webhooks] = await Promise.all([
    countByStatus(pool, company.id),
    dueNotes(pool, company.id, today, { most: MOST_NAMED }),
    listNotes(pool, company.id, { limit: MOST_NAMED, status: 'incident', sort: '-updated_at' }),
    notesPerDay(pool, company.id, { lastDay: today, days: DAYS, timeZone }),
    companyTrail(pool, company.id, { limit: LATEST }),
    user.role === 'owner' ? webhooksOf({ pool, company: company.id, timeZone, now }) : undefined,
  ])
  return {
    today,
    yesterday: dayBefore(today),
    behind: fresh.includes(false),
    counts,
    due,
    incidents: incidents.items,
    days,
    latest: trail.events,
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

/** Failing, paused, or disabled by somebody else than its owner. */
function isTroubled({ status, status_reason, health }: Endpoint): boolean {
  return status === 'disabled' ? status_reason !== 'owner' : health.state !== 'ok'
}
