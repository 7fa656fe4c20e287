import { bodyValidators, suggestion } from '@ecmr/contract'
import type { TObject } from '@sinclair/typebox'
import { tolerant } from './tolerant.js'

type Validate = ReturnType<typeof bodyValidators.compile>
type ArgumentError = NonNullable<Validate['errors']>[number]

const MOST_SENTENCES = 10
const WORD = /^[\w-]{1,40}$/

const types: Readonly<Record<string, string>> = {
  string: 'texto',
  integer: 'un número entero',
  boolean: 'true o false',
  array: 'una lista',
}

const formats: Readonly<Record<string, string>> = {
  date: 'envíe un día que exista, como AAAA-MM-DD (por ejemplo 2026-12-01)',
  uuid: 'envíe el identificador (un UUID) tal como lo dan las herramientas; si tiene el número, use ecmr_number',
}

/** What to do about arguments that a schema refuses: a sentence for each fault, and no more than a few. */
function sentencesFor(errors: readonly ArgumentError[], names: readonly string[]): readonly string[] {
  // What has the wrong type has no right form either; that need not be said.
  const mistyped = new Set(
    errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  )
  const worthSaying = errors.filter(
    ({ keyword, instancePath }) => keyword === 'type' || !mistyped.has(instancePath),
  )
  const sentences = [...new Set(worthSaying.map((error) => sentenceFor(error, names)))]
  const left = sentences.length - MOST_SENTENCES
  return left > 0 ? [...sentences.slice(0, MOST_SENTENCES), `Hay ${left} errores más.`] : sentences
}

function sentenceFor(error: ArgumentError, names: readonly string[]): string {
  const { keyword, params } = error
  if (keyword === 'additionalProperties') return unknownArgument(params.additionalProperty, names)
  if (keyword === 'required') return `Falta ${params.missingProperty}, que es obligatorio.`
  const name = error.instancePath.split('/')[1] ?? ''
  const nearest =
    keyword === 'enum' && typeof error.data === 'string' && suggestion(error.data, params.allowedValues)
  return `${name}: ${demandOf(error)}.${nearest ? ` ¿Quería decir ${nearest}?` : ''}`
}

function demandOf(error: ArgumentError): string {
  const { keyword, params, parentSchema } = error
  switch (keyword) {
    case 'type':
      return `envíe ${types[String(params.type)] ?? params.type}, no ${typeName(error.data)}`
    case 'enum':
      return `envíe uno de estos valores: ${params.allowedValues.join(', ')}`
    case 'format':
      return formats[params.format] ?? `envíe ${parentSchema?.description}`
    case 'minimum':
    case 'maximum':
      return `envíe un número entre ${parentSchema?.minimum} y ${parentSchema?.maximum}`
    case 'maxLength':
      return `envíe como mucho ${params.limit} caracteres`
    default:
      return `envíe ${parentSchema?.description}`
  }
}

// What is no name at all is not repeated: it may be private text.
function unknownArgument(name: string, names: readonly string[]): string {
  const what = WORD.test(name) ? `No hay ningún parámetro ${name}.` : 'Hay un parámetro que no existe.'
  const nearest = suggestion(name, names)
  if (nearest !== undefined) return `${what} ¿Quería decir ${nearest}?`
  return names.length === 0
    ? `${what} Esta herramienta no tiene parámetros.`
    : `${what} Los que hay son: ${names.join(', ')}.`
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'una lista'
  switch (typeof value) {
    case 'string':
      return 'texto entre comillas'
    case 'number':
      return 'un número'
    case 'boolean':
      return 'true o false'
    default:
      return 'un objeto'
  }
}

/** No tool has anywhere near as many parameters; what has more is not looked at one by one. */
const MOST_ARGUMENTS = 50

type CheckedArguments =
  | { readonly ok: true; readonly args: Record<string, unknown> }
  | { readonly ok: false; readonly sentence: string }

/** Compiles the check of a tool's arguments; what is wrong with them is said in a sentence for each. */
export function argumentCheck(input: TObject): (args: unknown) => CheckedArguments {
  const validate = bodyValidators.compile(input)
  const names = Object.keys(input.properties)
  return (args = {}) => {
    if (!isObject(args))
      return refused('Envíe los argumentos como un objeto JSON, con un miembro por parámetro.')
    if (Object.keys(args).length > MOST_ARGUMENTS) return refused('Son demasiados argumentos.')
    const meant = tolerant(input, args)
    if (validate(meant)) return { ok: true, args: meant }
    return refused(sentencesFor(validate.errors ?? [], names).join(' '))
  }
}

const refused = (sentence: string): CheckedArguments => ({ ok: false, sentence })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
