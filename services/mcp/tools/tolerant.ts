import type { TObject, TSchema } from '@sinclair/typebox'

/** Nothing is meant by these: models send them for parameters that they do not need. */
const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['sí', true],
  ['si', true],
  ['yes', true],
  ['no', false],
])

// Beyond what a parameter of ours holds, a text is judged as it came.
const LONGEST_READ = 1_000
const INTEGER = /^[+-]?\d{1,15}(\.0+)?$/
// What no text of ours holds: control characters but line breaks and tabs, and halves of characters.
const CONTROLS = /[^\P{Cc}\n\t]+|\p{Cs}+/gu

/**
 * Arguments in the form that the schema has for them. Models write what they mean in several ways: nothing as `null` or `""`, a
 * number or a truth in quotes, one of our own labels for the value that it stands for. What means nothing definite stays as it is, for the
 * schema to refuse.
 */
export function tolerant(
  { properties }: TObject,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const entries = Object.entries(args).flatMap(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (schema === undefined) return [[name, value]]
    return isNothing(value) ? [] : [[name, asMeant(value, schema)]]
  })
  return Object.fromEntries(entries)
}

function asMeant(value: unknown, schema: TSchema): unknown {
  if (schema.type === 'array' && Array.isArray(schema.items?.enum))
    return severalMeant(value, schema.items, schema.maxItems)
  if (typeof value === 'number' && schema.type === 'string')
    return Number.isFinite(value) ? String(value) : value
  if (typeof value !== 'string' || value.length > LONGEST_READ) return value
  const text = value.replace(CONTROLS, ' ').trim()
  switch (schema.type) {
    case 'boolean':
      return BOOLEANS.get(text.toLowerCase()) ?? value
    case 'integer':
      return INTEGER.test(text) ? Number(text) : value
    default:
      return Array.isArray(schema.enum) ? chosenBy(text, schema.enum) : text
  }
}

/** Several choices: one by itself, a list, or a text with commas between them. */
function severalMeant(value: unknown, choice: TSchema, most: number): unknown {
  const isText = typeof value === 'string' && value.length <= LONGEST_READ
  const several: unknown = isText ? value.split(',').filter((one) => !isNothing(one)) : value
  if (!Array.isArray(several) || several.length > most) return value
  return several.map((one) => asMeant(one, choice))
}

/**
 * The value of a choice that is meant, whatever its letter case, accents, blanks and gender: `En tránsito` is `en_transito`, and our
 * label `Asignada` is `asignado`.
 */
function chosenBy(text: string, values: readonly string[]): string {
  const plain = plainly(text)
  return values.find((value) => plainly(value) === plain) ?? text
}

// A leading minus is part of a value: it turns an order around.
const plainly = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=.)[\s_-]+/g, '_')
    .replace(/ada$/, 'ado')
