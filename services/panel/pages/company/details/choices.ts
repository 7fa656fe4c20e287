import { type Language, languages } from '@ecmr/contract'
import { countries } from '@ecmr/domain'
import { countryName } from '../../../forms/named-codes.js'

/** Values of a choice, and how they are called. */
export type Options = readonly (readonly [value: string, label: string])[]

/** Every time zone that there is a name for; UTC is not among those that ICU lists. */
export const timeZones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')]

export const timeZoneOptions: Options = timeZones.map((zone) => [zone, zone.replaceAll('_', ' ')])

const byName: ReadonlyMap<Language, Options> = new Map(
  languages.map((language) => {
    const { compare } = new Intl.Collator(language)
    const named = [...countries].map((code) => [code, countryName(code, language)] as const)
    return [language, named.sort(([, a], [, b]) => compare(a, b))]
  }),
)

/** The countries in the order of the alphabet, behind a choice for none. */
export function countryOptions(language: Language, none: string): Options {
  return [['', none], ...(byName.get(language) ?? [])]
}
