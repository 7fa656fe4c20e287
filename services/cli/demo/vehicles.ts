import type { Country } from './places.js'
import type { Random } from './random.js'

// Letters that Spanish plates use: no vowels, so that no word appears, and no Q or Ñ.
const LETTERS = Array.from('BCDFGHJKLMNPRSTVWXYZ')

/** How a plate of each country looks: `#` stands for a digit, `@` for a letter, all else for itself. */
const forms: Readonly<Record<Country, string>> = {
  ES: '#### @@@',
  PT: '@@-##-@@',
  FR: '@@-###-@@',
  IT: '@@ ### @@',
  DE: 'HH-@@ ####',
  BE: '2-@@@-###',
  NL: '##-@@@-#',
  PL: 'WA #####',
}

const SPANISH_TRAILER = 'R-####-@@@'

const fill = (form: string, random: Random): string =>
  form.replace(/[#@]/g, (slot) => (slot === '#' ? String(random.int(0, 9)) : random.pick(LETTERS)))

/** Plate of a lorry registered in a country. */
export const plate = (country: Country, random: Random): string => fill(forms[country], random)

/** Plate of a trailer; Spanish ones begin with an R. */
export const trailerPlate = (country: Country, random: Random): string =>
  fill(country === 'ES' ? SPANISH_TRAILER : forms[country], random)

// Names that are obviously invented.
const drivers: Readonly<Record<Country, readonly string[]>> = {
  ES: [
    'Ana Ejemplo Inventada',
    'Luis Prueba Ficticio',
    'Marta Muestra Demo',
    'Pepe Nadie de Tal',
    'Rosa Modelo Ensayo',
  ],
  PT: ['João Exemplo Fictício', 'Maria Amostra'],
  FR: ['Jean Exemple', 'Claire Fictive'],
  IT: ['Mario Esempio', 'Lucia Inventata'],
  DE: ['Max Mustermann', 'Erika Beispiel'],
  BE: ['Jan Voorbeeld', 'Luc Lexemple'],
  NL: ['Piet Voorbeeld', 'Sanne Testpersoon'],
  PL: ['Jan Przykładowy', 'Anna Fikcyjna'],
}

/** An obviously invented name for a driver or signer. */
export const inventedName = (country: Country, random: Random): string => random.pick(drivers[country])
