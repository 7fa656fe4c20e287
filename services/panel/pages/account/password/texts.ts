import { LONGEST_PASSWORD, type PasswordFault, SHORTEST_PASSWORD } from '@ecmr/accounts'
import { inBoth } from '../../../texts/texts.js'

/** What every field for a password says. */
export const passwordTexts = inBoth(
  {
    label: 'Contraseña',
    fresh: 'Contraseña nueva',
    rules: `Al menos ${SHORTEST_PASSWORD} caracteres, los que quiera: varias palabras que no suelan ir juntas valen. Ni las contraseñas más usadas, ni su nombre, su correo o su empresa.`,
    show: 'Mostrar la contraseña',
    hide: 'Ocultar la contraseña',
    endAssistants: (count: number) =>
      count === 1
        ? 'Desconectar también el asistente de IA que ha autorizado'
        : `Desconectar también los ${count} asistentes de IA que ha autorizado`,
    endAssistantsHint:
      'Conviene si otra persona pudo conocer la contraseña anterior. Después podrá volver a conectarlos.',
  },
  {
    label: 'Password',
    fresh: 'New password',
    rules: `At least ${SHORTEST_PASSWORD} characters of your choice: some words that do not usually go together will do. None of the commonest passwords, nor your name, mail address or company.`,
    show: 'Show password',
    hide: 'Hide password',
    endAssistants: (count: number) =>
      count === 1
        ? 'Also disconnect the AI assistant that you have let in'
        : `Also disconnect the ${count} AI assistants that you have let in`,
    endAssistantsHint:
      'Advisable if another person may have known the former password. You can connect them again later.',
  },
)

/** Why a text cannot be a password. */
export const passwordFaults = inBoth<Readonly<Record<PasswordFault, string>>>(
  {
    too_short: `Escriba al menos ${SHORTEST_PASSWORD} caracteres.`,
    too_long: `Escriba como mucho ${LONGEST_PASSWORD} caracteres.`,
    too_common:
      'Esta es de las que se prueban primero. Elija otra, por ejemplo varias palabras que no vayan juntas.',
    too_personal: 'Se parece demasiado a su nombre, su correo o su empresa. Elija otra.',
  },
  {
    too_short: `Enter at least ${SHORTEST_PASSWORD} characters.`,
    too_long: `Enter at most ${LONGEST_PASSWORD} characters.`,
    too_common:
      'This is among those that are tried first. Choose another, such as some words that do not go together.',
    too_personal: 'This is too much like your name, mail address or company. Choose another.',
  },
)
