/** How Grafana writes a figure: its names of units. */
export type Unit = 'short' | 's' | 'bytes' | 'percentunit' | 'reqps' | 'cps' | 'd'

/** A chart over time, or its last figures. */
export interface Panel {
  readonly title: string
  /** what to read out of it, under the ⓘ of its title */
  readonly about?: string
  readonly unit: Unit
  /** PromQL by what its series are called, such as `{{projection}}` */
  readonly queries: Readonly<Record<string, string>>
  readonly kind?: 'chart' | 'figures'
}

/** A row of panels under a heading, of equal width. */
export interface Row {
  readonly title: string
  readonly panels: readonly Panel[]
}

/** A dashboard of ours, before Grafana's own form. */
export interface Dashboard {
  /** in its address, and the name of its file */
  readonly id: string
  readonly title: string
  readonly rows: readonly Row[]
}

/** Charts of a histogram by its quantiles. @param by labels to keep, such as `['outcome']` */
export function quantiles(
  histogram: string,
  { matching = '', by = [] }: { readonly matching?: string; readonly by?: readonly string[] } = {},
): Readonly<Record<string, string>> {
  const labels = ['le', ...by].join(', ')
  const named = by.map((label) => `{{${label}}} `).join('')
  const of = (quantile: number): string =>
    `histogram_quantile(${quantile}, sum by (${labels}) (rate(${histogram}_bucket{${matching}}[$__rate_interval])))`
  return { [`${named}median`]: of(0.5), [`${named}99 %`]: of(0.99) }
}

/** How often something was counted, a second. @param by labels to keep */
export function rate(counter: string, by: readonly string[] = []): string {
  const grouped = by.length === 0 ? 'sum' : `sum by (${by.join(', ')})`
  return `${grouped} (rate(${counter}[$__rate_interval]))`
}

/** What every process reports alike, as it reads it from PostgreSQL. @param by labels to keep */
export function shared(gauge: string, by: readonly string[] = []): string {
  return by.length === 0 ? `max(${gauge})` : `max by (${by.join(', ')}) (${gauge})`
}

/** The same, with zero in the place of nothing: of what is counted only once it has happened. */
export const orNone = (query: string): string => `${query} or vector(0)`
