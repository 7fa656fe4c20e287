import type { FastifyRequest } from 'fastify'

/** What stands in a form, and what is wrong with it: one sentence for each field, '' for the form as a whole. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>
  readonly faults: Readonly<Record<string, string>>
}

/** A form that nobody has filled in yet. */
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
export function choicesOf({ body }: FastifyRequest, name: string): readonly string[] {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return []
  return [Reflect.get(body, name)].flat().filter((value) => typeof value === 'string')
}

function textOf(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first.replaceAll('\r\n', '\n').trim() : ''
}
