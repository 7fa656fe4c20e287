import { checkBody } from '@ecmr/contract'
import { type FieldName, ONE_LINE } from '@ecmr/domain'
import { type Static, type TSchema, type TString, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'

/** What stands in a form, and what is wrong with it: one sentence for each field, '' for the form as a whole. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>
  readonly faults: Readonly<Record<string, string>>
}

/** A form that is not filled in yet. */
export function emptyForm(values: Readonly<Record<string, string>> = {}): FormState {
  return { values, faults: {} }
}

/** Whether a form has to be shown again. */
export function isFaulty({ faults }: Pick<FormState, 'faults'>): boolean {
  return Object.keys(faults).length > 0
}

/** What was typed: every field as trimmed text with line ends as Unix has them. Of several of one name the first counts. */
export function valuesOf({ body }: Pick<FastifyRequest, 'body'>): Readonly<Record<string, string>> {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, textOf(value)]))
}

/** All that was ticked or chosen under one name. */
export function choicesOf({ body }: Pick<FastifyRequest, 'body'>, name: string): readonly string[] {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return []
  return [Reflect.get(body, name)].flat().filter((value) => typeof value === 'string')
}

function textOf(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first.replaceAll('\r\n', '\n').trim() : ''
}

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

/** Whether a value is as a schema of the contract says, by the very checks that the REST interface makes. */
export function meets<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return checkBody(schema, value).length === 0
}

/** A field of a form for text that stands in one line, such as a name. */
export function oneLine(description: string, maxLength: number): TString {
  return Type.String({
    description,
    minLength: 1,
    maxLength,
    pattern: ONE_LINE,
  })
}
