import type { FieldName } from '@ecmr/domain'

/** What stands in a form, by the names of its controls. */
export type FormValues = Readonly<Record<string, string>>

/** The name of the control that says of a list that there is nothing to put into it, which is more than saying nothing. */
export function noneOf(list: FieldName): string {
  return `${list}/none`
}

/** What was typed under a name; blank when nothing was. */
export function typedAs(values: FormValues, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : ''
}
