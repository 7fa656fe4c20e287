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

const labels: Readonly<Record<'es' | 'en', Readonly<Record<Status, string>>>> = {
  es: {
    draft: 'Borrador',
    assigned: 'Asignado',
    in_transit: 'En tránsito',
    delivered: 'Entregado',
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
