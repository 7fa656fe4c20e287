import { inBoth, type Language, type Texts, textTable, type TextTable } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'

type Sentence = (limit: string) => string

// By the codes that `checkBody` and the domain give; their own messages speak to programs.
const sentences: Texts<Readonly<Record<string, Sentence>>> = textTable({
  required: [() => 'Rellene este campo.', () => 'Fill in this field.'],
  blank: [() => 'Rellene este campo.', () => 'Fill in this field.'],
  wrong_type: [() => 'Escriba un valor válido.', () => 'Enter a valid value.'],
  too_long: [
    (limit) => `Escriba como mucho ${limit} caracteres.`,
    (limit) => `Enter at most ${limit} characters.`,
  ],
  invalid_format: [() => 'No tiene el formato correcto.', () => 'Enter a value in the correct format.'],
  not_allowed: [() => 'Elija una de las opciones.', () => 'Choose one of the options.'],
  out_of_range: [
    (limit) => `El número está fuera de rango (límite: ${limit}).`,
    (limit) => `The number is out of range (limit: ${limit}).`,
  ],
  too_few: [() => 'Elija al menos uno.', () => 'Choose at least one.'],
  too_many: [(limit) => `Como mucho ${limit}.`, (limit) => `At most ${limit}.`],
  repeated: [() => 'Quite lo que está repetido.', () => 'Remove the duplicates.'],
  contradiction: [() => 'Se contradice con otro campo.', () => 'This contradicts another field.'],
} satisfies TextTable<string, Sentence>)

const emails = inBoth(
  'Escriba una dirección de correo, como ana@ejemplo.es.',
  'Enter an email address, such as ana@example.com.',
)

/** Faults as a form shows them: the first of each field in a sentence, by its JSON pointer without the first slash. */
export function sentencesFor(faults: readonly Fault[], language: Language): Readonly<Record<string, string>> {
  const said = new Map<string, string>()
  for (const fault of faults) {
    const field = fault.pointer.slice(1)
    if (!said.has(field)) said.set(field, sentenceFor(fault, language))
  }
  return Object.fromEntries(said)
}

function sentenceFor({ code, message, pointer }: Fault, language: Language): string {
  if (code === 'invalid_format' && pointer === '/email') return emails[language]
  const limit = /\d+/.exec(message)?.[0] ?? ''
  return sentences[language][code]?.(limit) ?? message
}
