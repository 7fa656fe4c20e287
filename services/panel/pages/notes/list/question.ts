import { checkBody, type Language, listQuery, type SortOrder, sortOrders } from '@ecmr/contract'
import { type CompanyId, dayInZone, listedStatuses, parseListedStatus } from '@ecmr/domain'
import {
  DEEPEST_OFFSET,
  type ListQuery,
  notAnsweredAsOf,
  type PresentOnly,
  readCursor,
} from '@ecmr/read-models'
import type { FormState } from '../../../forms/form.js'
import { instantAsked, shownLocally } from '../../../forms/local-time.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { texts } from '../shared/texts.js'

/** What narrows a list down, in the order in which it is shown. */
export const filters = [
  'search',
  'status',
  'late',
  'scope',
  'carrier',
  'driver',
  'pickup_from',
  'pickup_to',
  'delivery_from',
  'delivery_to',
  'include_cancelled',
  'en',
] as const
const parameters = [...filters, 'sort', 'page', 'cursor'] as const

/** What an address says of the list, by the names of the REST interface, and `en`, when; what is empty is left out. */
export type ListValues = Readonly<Partial<Record<(typeof parameters)[number], string>>>

/** What is asked of the list, as far as it can be understood. */
export interface ListQuestion {
  readonly query: ListQuery
  readonly sort: SortOrder
  /** place of the page; 1 and meaningless where a cursor leads to it */
  readonly page: number
  readonly values: ListValues
  /** what stands in the filters, and what is wrong with it */
  readonly form: FormState
  /** whether something narrows the list down */
  readonly isFiltered: boolean
}

/**
 * Reads an address of the list. A part with a fault is reported and left out; the others count. An instant that has not come
 * yet asks for nothing else than now.
 */
export function listQuestion(
  asked: unknown,
  visitor: {
    readonly company: CompanyId
    readonly language: Language
    readonly timeZone: string
    readonly now: Date
    /** notes on a page */
    readonly rows: number
  },
): ListQuestion {
  const { company, language, timeZone, now, rows } = visitor
  const values = listValues(asked)
  const said = texts[language]
  const faultsFound = checkBody(listQuery, asContract(values, rows))
  // Of a list of statuses the panel has one field.
  const ofFields = faultsFound.map((fault) => ({ ...fault, pointer: fault.pointer.split('/', 2).join('/') }))
  const badlyFormed = sentencesFor(ofFields, language)
  const sound: ListValues = Object.fromEntries(
    Object.entries(values).filter(([name]) => !(name in badlyFormed)),
  )
  const sort = sortOrders.find((order) => order === sound.sort) ?? '-created_at'
  const instant = instantAsked(sound.en ?? '', timeZone)
  const asOf = instant !== undefined && instant < now.toISOString() ? { asOf: instant } : {}
  const today = dayInZone(now.toISOString(), timeZone)
  const notOfPast = notAnsweredAsOf({ ...queryOf(sound, { sort, rows, today }), ...asOf })
  const faultsOfFilters = {
    ...badlyFormed,
    ...backwards(sound, said.backwards),
    ...(sound.en !== undefined && instant === undefined && { en: said.noSuchInstant }),
    ...Object.fromEntries(notOfPast.flatMap((name) => presentOnlyFault(name, said.presentOnly))),
  }
  const answered = Object.fromEntries(Object.entries(sound).filter(([name]) => !(name in faultsOfFilters)))
  const order = 'sort' in faultsOfFilters ? '-created_at' : sort
  const filtered = { ...queryOf(answered, { sort: order, rows, today }), ...asOf }
  const cursor = sound.cursor === undefined ? undefined : readCursor(sound.cursor, company, filtered)
  const isPlace = typeof cursor === 'object'
  const page = Number(sound.page ?? 1)
  const isTooDeep = !isPlace && (page - 1) * rows > DEEPEST_OFFSET
  const here = isTooDeep || isPlace ? 1 : page
  const faults = {
    ...faultsOfFilters,
    ...(typeof cursor === 'string' && { cursor: said.unknownPlace }),
    ...(isTooDeep && { page: said.tooDeep }),
  }
  return {
    query: { ...filtered, ...(isPlace ? { cursor } : { page: here }) },
    sort: order,
    page: here,
    values,
    form: { values: { ...values, ...(values.en && { en: shownLocally(values.en, timeZone) }) }, faults },
    isFiltered: filters.some((name) => name in values),
  }
}

/** The given parameters that are known and not empty; a status in the spelling that answers use. */
export function listValues(asked: unknown): ListValues {
  if (typeof asked !== 'object' || asked === null) return {}
  const pairs = parameters.flatMap((name): [string, string][] => {
    const [first]: readonly unknown[] = [Reflect.get(asked, name)].flat()
    const text = typeof first === 'string' ? first.trim() : ''
    return text === '' ? [] : [[name, name === 'status' ? (parseListedStatus(text) ?? text) : text]]
  })
  return Object.fromEntries(pairs)
}

type Said = (typeof texts)[Language]

/** Spans of days that end before they begin. */
function backwards(sound: ListValues, sentence: string): FormState['faults'] {
  const { pickup_from, pickup_to, delivery_from, delivery_to } = sound
  const isBackwards = (from = '', to = '9999-12-31'): boolean => from > to
  return {
    ...(isBackwards(pickup_from, pickup_to) && { pickup_to: sentence }),
    ...(isBackwards(delivery_from, delivery_to) && { delivery_to: sentence }),
  }
}

/** What the list of the past cannot be asked, beside its field. */
function presentOnlyFault(name: PresentOnly, said: Said['presentOnly']): readonly [string, string][] {
  switch (name) {
    case 'search':
    case 'sort':
      return [[name, said[name]]]
    case 'carrier':
    case 'driver':
    case 'scope':
    case 'late':
      return [[name, said.other]]
    case 'deliveryFrom':
      return [['delivery_from', said.other]]
    case 'deliveryTo':
      return [['delivery_to', said.other]]
    case 'ids':
    case 'reference':
    case 'updatedFrom':
    case 'updatedTo':
      return []
    default:
      return name satisfies never
  }
}

/** As the contract has them. What is no number or choice stays text, with which the contract finds fault. */
function asContract(
  {
    en: _en,
    page = '1',
    include_cancelled = 'false',
    scope = 'own',
    sort = '-created_at',
    status,
    ...texts
  }: ListValues,
  rows: number,
) {
  const choices: Readonly<Record<string, boolean>> = { true: true, false: false }
  return {
    ...texts,
    ...(status !== undefined && { status: [status] }),
    scope,
    sort,
    limit: rows,
    page: /^\d{1,9}$/.test(page) ? Number(page) : page,
    include_cancelled: choices[include_cancelled] ?? include_cancelled,
  }
}

function queryOf(
  sound: ListValues,
  { sort, rows, today }: { readonly sort: SortOrder; readonly rows: number; readonly today: string },
): ListQuery {
  const { search, carrier, driver, late, pickup_from, pickup_to, delivery_from, delivery_to } = sound
  const status = listedStatuses.find((one) => one === sound.status)
  const step = (['pickup', 'delivery'] as const).find((one) => one === late)
  const scope = (['shared', 'all'] as const).find((one) => one === sound.scope)
  return {
    limit: rows,
    sort,
    includeCancelled: sound.include_cancelled === 'true',
    ...(status && { status }),
    ...(scope && { scope }),
    ...(search !== undefined && { search }),
    ...(carrier !== undefined && { carrier }),
    ...(driver !== undefined && { driver }),
    ...(step && { late: { step, today } }),
    ...(pickup_from !== undefined && { pickupFrom: pickup_from }),
    ...(pickup_to !== undefined && { pickupTo: pickup_to }),
    ...(delivery_from !== undefined && { deliveryFrom: delivery_from }),
    ...(delivery_to !== undefined && { deliveryTo: delivery_to }),
  }
}

/** An address with some of the list's parameters; the rest of `values` stays. */
export function listAddress(path: string, values: ListValues, changes: ListValues = {}): string {
  const merged = { ...values, ...changes }
  const pairs = parameters.flatMap((name): [string, string][] => {
    const value = merged[name]
    return value === undefined || value === '' ? [] : [[name, value]]
  })
  const query = new URLSearchParams(pairs).toString()
  return query === '' ? path : `${path}?${query}`
}
