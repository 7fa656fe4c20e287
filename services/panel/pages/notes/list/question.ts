import { checkBody, type Language, listQuery, type SortOrder, sortOrders } from '@ecmr/contract'
import { parseStatus, statuses } from '@ecmr/domain'
import { type Cursor, DEEPEST_OFFSET, type ListQuery, notAnsweredAsOf, parseCursor } from '@ecmr/read-models'
import { type FormState, isFaulty } from '../../../forms/form.js'
import { instantAsked, shownLocally } from '../../../forms/local-time.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { texts } from '../shared/texts.js'

/** Notes on a page. */
export const ROWS = 25

const filters = ['status', 'search', 'pickup_from', 'pickup_to', 'include_cancelled', 'en'] as const
const parameters = [...filters, 'sort', 'page', 'cursor'] as const

/** What an address says of the list, by the names of the REST interface, and `en`, when; what is empty is left out. */
export type ListValues = Readonly<Partial<Record<(typeof parameters)[number], string>>>

/** What is asked of the list, as far as it can be understood. */
export interface ListQuestion {
  readonly query: ListQuery
  /** place of the page; 1 and meaningless where a cursor leads to it */
  readonly page: number
  readonly values: ListValues
  /** what stands in the filters, and what is wrong with it */
  readonly form: FormState
  /** whether something narrows the list down */
  readonly isFiltered: boolean
  /** whether more than the search and the status, which stand in sight, makes the list what it is */
  readonly isNarrowed: boolean
}

/**
 * Reads an address of the list. A part with a fault is reported and left out; the others count. An instant that has not come
 * yet asks for nothing else than now.
 */
export function listQuestion(
  asked: unknown,
  { language, timeZone, now }: { readonly language: Language; readonly timeZone: string; readonly now: Date },
): ListQuestion {
  const values = valuesIn(asked)
  const said = texts[language]
  const badlyFormed = sentencesFor(checkBody(listQuery, asContract(values)), language)
  const sound: ListValues = Object.fromEntries(
    Object.entries(values).filter(([name]) => !(name in badlyFormed)),
  )
  const sort = sortOrders.find((order) => order === sound.sort) ?? '-created_at'
  const page = Number(sound.page ?? 1)
  const cursor = sound.cursor === undefined ? undefined : parseCursor(sound.cursor, sort)
  const isTooDeep = cursor === undefined && (page - 1) * ROWS > DEEPEST_OFFSET
  const { pickup_from: from, pickup_to: to, search } = sound
  const instant = instantAsked(sound.en ?? '', timeZone)
  const asOf = instant !== undefined && instant < now.toISOString() ? { asOf: instant } : {}
  const presentOnly = notAnsweredAsOf({ ...asOf, sort, ...(search !== undefined && { search }) })
  const faults = {
    ...badlyFormed,
    ...(from !== undefined && to !== undefined && from > to && { pickup_to: said.backwards }),
    ...(sound.cursor !== undefined && cursor === undefined && { cursor: said.unknownPlace }),
    ...(isTooDeep && { page: said.tooDeep }),
    ...(sound.en !== undefined && instant === undefined && { en: said.noSuchInstant }),
    ...Object.fromEntries(presentOnly.map((name) => [name, said.presentOnly[name]])),
  }
  const answered = Object.fromEntries(Object.entries(sound).filter(([name]) => !(name in faults)))
  const here = isTooDeep || cursor !== undefined ? 1 : page
  return {
    query: {
      ...queryOf(answered, presentOnly.includes('sort') ? '-created_at' : sort, here, cursor),
      ...asOf,
    },
    page: here,
    values,
    form: { values: { ...values, ...(values.en && { en: shownLocally(values.en, timeZone) }) }, faults },
    isFiltered: filters.some((name) => name in values),
    isNarrowed:
      isFaulty({ faults }) ||
      sort !== '-created_at' ||
      ['pickup_from', 'pickup_to', 'include_cancelled', 'en'].some((name) => name in values),
  }
}

/** The given parameters that are known and not empty; a status in the spelling that answers use. */
function valuesIn(asked: unknown): ListValues {
  if (typeof asked !== 'object' || asked === null) return {}
  const pairs = parameters.flatMap((name): [string, string][] => {
    const [first]: readonly unknown[] = [Reflect.get(asked, name)].flat()
    const text = typeof first === 'string' ? first.trim() : ''
    return text === '' ? [] : [[name, name === 'status' ? (parseStatus(text) ?? text) : text]]
  })
  return Object.fromEntries(pairs)
}

/** As the contract has them. What is no number or choice stays text, with which the contract finds fault. */
function asContract({
  en: _en,
  page = '1',
  include_cancelled = 'false',
  sort = '-created_at',
  ...texts
}: ListValues) {
  const choices: Readonly<Record<string, boolean>> = { true: true, false: false }
  return {
    ...texts,
    sort,
    limit: ROWS,
    page: /^\d{1,9}$/.test(page) ? Number(page) : page,
    include_cancelled: choices[include_cancelled] ?? include_cancelled,
  }
}

function queryOf(sound: ListValues, sort: SortOrder, page: number, cursor: Cursor | undefined): ListQuery {
  const { search, pickup_from, pickup_to, include_cancelled } = sound
  const status = statuses.find((one) => one === sound.status)
  return {
    limit: ROWS,
    sort,
    includeCancelled: include_cancelled === 'true',
    ...(cursor ? { cursor } : { page }),
    ...(status && { status }),
    ...(search !== undefined && { search }),
    ...(pickup_from !== undefined && { pickupFrom: pickup_from }),
    ...(pickup_to !== undefined && { pickupTo: pickup_to }),
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
