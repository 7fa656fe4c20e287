import { deliveryStatuses, type Language, webhookEvents } from '@ecmr/contract'
import { type DeliveryLog, type DeliveryQuery, faultsOfQuery } from '@ecmr/webhooks'
import type { FastifyRequest } from 'fastify'
import type { FormState } from '../../../../forms/form.js'
import { instantOf } from '../../../../forms/local-time.js'
import { deliveryTexts } from '../../texts.js'

/** What the filters of the delivery log stand at. */
interface Filters {
  readonly form: FormState
  readonly query: Omit<DeliveryQuery, 'limit'>
  readonly isFiltered: boolean
}

const FIELDS = ['status', 'event', 'since', 'until', 'cursor'] as const

/** Reads the filters from an address. It is not trusted, so what makes no sense is reported, or left out. */
export function readDeliveryFilters(
  request: FastifyRequest,
  log: DeliveryLog,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): Filters {
  const values = valuesFrom(request.query)
  const t = deliveryTexts[language].faults
  const status = deliveryStatuses.find((each) => each === values.status)
  const event = webhookEvents.find((each) => each === values.event)
  const since = instantOf(values.since, timeZone)
  const until = instantOf(values.until, timeZone)
  const query = {
    ...(status && { status }),
    ...(event && { event }),
    ...(since && { since: since.toISOString() }),
    ...(until && { until: until.toISOString() }),
    ...(values.cursor !== '' && { cursor: values.cursor }),
  }
  const wrong = new Set(faultsOfQuery({ ...query, limit: 1 }, log).map(({ pointer }) => pointer))
  const faults = {
    ...(values.since !== '' && since === undefined && { since: t.instant }),
    ...(wrong.has('/until') && { until: t.order }),
    ...(values.until !== '' && until === undefined && { until: t.instant }),
    ...(wrong.has('/cursor') && { '': t.cursor }),
  }
  const isFiltered = Boolean(status ?? event ?? since ?? until)
  return { form: { values, faults }, query, isFiltered }
}

/** The address of the page of deliveries that follows. */
export function nextPage(path: string, { values }: FormState, cursor: string): string {
  const query = new URLSearchParams({ ...values, cursor })
  for (const field of FIELDS) if (query.get(field) === '') query.delete(field)
  return `${path}?${query}#log`
}

function valuesFrom(query: unknown): Record<(typeof FIELDS)[number], string> {
  const read = (field: string): string => {
    const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, field) : undefined
    return typeof value === 'string' ? value.slice(0, 200) : ''
  }
  return {
    status: read('status'),
    event: read('event'),
    since: read('since'),
    until: read('until'),
    cursor: read('cursor'),
  }
}
