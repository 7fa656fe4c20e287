import type { Language } from '@ecmr/contract'
import { statusLabel } from '@ecmr/domain'
import type { ListItem } from '@ecmr/read-models'
import type { Formats } from '../../../texts/formats.js'
import { brief } from '../shared/brief.js'
import { texts } from '../shared/texts.js'
import type { ListColumn } from './columns.js'

/** What stands in one place of the list. */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'status'; readonly look: string; readonly text: string }
  | { readonly kind: 'route'; readonly from: string; readonly to: string }
  | { readonly kind: 'time'; readonly at: string; readonly text: string; readonly isLate: boolean }

/** So much of a text is in the page; less of it is seen where there is no room. */
const SHORT = 48

/** @param today on the clocks of the company, YYYY-MM-DD */
export function cellOf(
  column: ListColumn,
  item: ListItem,
  { language, today, f }: { readonly language: Language; readonly today: string; readonly f: Formats },
): Cell {
  const text = (value: string | undefined): Cell => ({ kind: 'text', text: brief(value ?? '', SHORT) })
  const day = (at: string | undefined, isLate: boolean): Cell =>
    at === undefined
      ? text(undefined)
      : { kind: 'time', at, text: dayText(at, today, language), isLate: isLate && at < today }
  const instant = (at: string): Cell => ({ kind: 'time', at, text: f.instant(at), isLate: false })
  switch (column) {
    case 'status':
      return statusCell(item, language)
    case 'route':
      return {
        kind: 'route',
        from: brief(item.pickup_city ?? item.sender_city, SHORT),
        to: brief(item.delivery_city ?? item.receiver_city, SHORT),
      }
    case 'reference':
      return text(item.reference)
    case 'sender':
      return text(item.sender_company_name)
    case 'receiver':
      return text(item.receiver_company_name)
    case 'carrier':
      return text(item.carrier_company_name)
    case 'driver':
      return text(item.driver_name)
    case 'plate':
      return text([item.vehicle_plate, item.trailer_plate].filter((plate) => plate !== undefined).join(' · '))
    case 'goods':
      return text(item.goods_description)
    case 'pickup':
      return day(item.pickup_date, isOpen(item) && (item.status === 'draft' || item.status === 'assigned'))
    case 'delivery':
      return day(item.delivery_date, isOpen(item) && item.status === 'in_transit')
    case 'signatures':
      return text(texts[language].signatures(item.signed_by.length, item.outdated_signatures?.length ?? 0))
    case 'created':
      return instant(item.created_at)
    case 'updated':
      return instant(item.updated_at)
    default:
      return column satisfies never
  }
}

/** Whether the domain still cancels such a note: see `packages/domain/ecmr/decisions/cancel.ts`. */
export function mayBeCancelled(item: ListItem): boolean {
  const hasSigned = [...item.signed_by, ...(item.outdated_signatures ?? [])].includes('carrier')
  return isOpen(item) && item.taken_over_at === undefined && !hasSigned
}

const isOpen = ({ cancelled_at }: ListItem): boolean => cancelled_at === undefined

function statusCell({ status, cancelled_at, open_incidents }: ListItem, language: Language): Cell {
  if (cancelled_at !== undefined) return { kind: 'status', look: 'bad', text: texts[language].cancelled }
  const label = statusLabel(status, language)
  return { kind: 'status', look: status, text: open_incidents > 1 ? `${label} (${open_incidents})` : label }
}

const locales = { es: 'es-ES', en: 'en-GB' } as const
const days = (year: 'numeric' | undefined) => {
  const options = { day: 'numeric', month: 'short', ...(year && { year }), timeZone: 'UTC' } as const
  return {
    es: new Intl.DateTimeFormat(locales.es, options),
    en: new Intl.DateTimeFormat(locales.en, options),
  }
}
const [THIS_YEAR, OTHER_YEAR] = [days(undefined), days('numeric')]

/** Days as they were last written: a page has the same few many times, and writing one takes long. */
const written = new Map<string, string>()
const MOST_WRITTEN = 1_000

/** A calendar day, without the year that it is. */
function dayText(day: string, today: string, language: Language): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  const name = `${language} ${isThisYear} ${day}`
  const known = written.get(name)
  if (known !== undefined) return known
  const text = (isThisYear ? THIS_YEAR : OTHER_YEAR)[language].format(new Date(`${day}T00:00:00Z`))
  if (written.size >= MOST_WRITTEN) written.clear()
  written.set(name, text)
  return text
}
