import type { TableRecord } from '@ecmr/projections'
import type { ListItem } from './item.js'
import { searchText } from './search.js'

/** A note as the list keeps it: what it shows, and whose it is. */
export interface ListRow {
  readonly company_id: string
  readonly item: ListItem
}

export function noteRecord({ company_id, item }: ListRow): TableRecord {
  const { id, ecmr_number, status, pickup_date, created_at, updated_at } = item
  const cancelled = item.cancelled_at !== undefined
  return { id, company_id, ecmr_number, status, cancelled, pickup_date, created_at, updated_at, item }
}

export function searchRecord({ company_id, item }: ListRow): TableRecord {
  return { id: item.id, company_id, text: searchText(item) }
}
