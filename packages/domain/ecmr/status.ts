/** The statuses of the published interface, in the form that answers use. */
export const statuses = ['draft', 'assigned', 'in_transit', 'delivered', 'incident'] as const
export type Status = (typeof statuses)[number]

/** How far a note has come, incidents aside. */
export type Progress = Exclude<Status, 'incident'>

const spanish: ReadonlyMap<string, Status> = new Map([
  ['borrador', 'draft'],
  ['asignado', 'assigned'],
  ['en_transito', 'in_transit'],
  ['entregado', 'delivered'],
  ['incidencia', 'incident'],
])

/** The ten spellings that are accepted wherever a status is given. */
export const statusSpellings: readonly string[] = [...statuses, ...spanish.keys()]

/** Reads a status in either spelling; `undefined` for anything else. */
export function parseStatus(text: string): Status | undefined {
  return statuses.find((status) => status === text) ?? spanish.get(text)
}

/** What lists can be narrowed down to: a status, or `cancelled`, which stands beside the status that a note was cancelled in. */
export const listedStatuses = [...statuses, 'cancelled'] as const
export type ListedStatus = (typeof listedStatuses)[number]

const cancelledSpellings: readonly string[] = ['cancelled', 'cancelado', 'anulado']

/** The spellings that are accepted wherever lists are narrowed down. */
export const listedSpellings: readonly string[] = [...statusSpellings, ...cancelledSpellings]

/** Reads what a list is to be narrowed down to; `undefined` for anything else. */
export function parseListedStatus(text: string): ListedStatus | undefined {
  return cancelledSpellings.includes(text) ? 'cancelled' : parseStatus(text)
}

const labels: Readonly<Record<'es' | 'en', Readonly<Record<Status, string>>>> = {
  es: {
    draft: 'Borrador',
    assigned: 'Asignada',
    in_transit: 'En tránsito',
    delivered: 'Entregada',
    incident: 'Incidencia',
  },
  en: {
    draft: 'Draft',
    assigned: 'Assigned',
    in_transit: 'In transit',
    delivered: 'Delivered',
    incident: 'Incident',
  },
}

/** The status in words for a person, in Spanish or English. */
export function statusLabel(status: Status, language: 'es' | 'en'): string {
  return labels[language][status]
}
