import type { Change, EcmrEvent } from '@ecmr/domain'

/** Some fields of a note, those that were given. */
export function pickFields<Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  names: readonly Name[],
): Pick<Fields, Name> {
  const given = names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]])
  return Object.fromEntries(given) as Pick<Fields, Name>
}

/** What an event changes of some fields; a cleared one becomes `undefined`, which JSON leaves out. */
export function changedFields(
  event: EcmrEvent,
  names: readonly string[],
): Record<string, Change['new'] | undefined> {
  const changes: readonly Change[] = 'changes' in event.data ? event.data.changes : []
  const ours = changes.filter(({ field }) => names.includes(field))
  return Object.fromEntries(ours.map(({ field, new: value }) => [field, value ?? undefined]))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the database would take a text as an id; anything else is the id of nothing. */
export const isUuid = (text: string): boolean => UUID.test(text)
