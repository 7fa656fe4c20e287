import type { PaperLanguage } from '../../corpus-page.js'
import type { Chance } from '../../data/chance.js'
import { type DateStyle, dateStyles } from './dates.js'
import { type NumberStyle, numberStyles } from './numbers.js'

/** How whoever fills in a paper writes; the same all over the paper. */
export interface Habits {
  readonly language: PaperLanguage
  readonly dates: DateStyle
  readonly numbers: NumberStyle
  readonly writesCapitals: boolean
  readonly country:
    | 'name'
    | 'own_name'
    | 'name_in_brackets'
    | 'sign_before_code'
    | 'code_before_code'
    | 'code_after_city'
  readonly taxId: 'plain' | 'dashed' | 'with_country'
  /** the tax identification stands below the name, not at the end */
  readonly taxIdFirst: boolean
  /** within a country few write its name */
  readonly namesCountries: boolean
  /** the whole address on as few lines as it needs */
  readonly runsOn: boolean
  readonly unit: 'kg' | 'Kg' | 'KG' | 'kgs' | ''
}

export function habits(chance: Chance, language: PaperLanguage, isNational: boolean): Habits {
  return {
    language,
    dates: chance.oneOf(dateStyles[language]),
    numbers: chance.oneOf(numberStyles[language]),
    writesCapitals: chance.happens(0.4),
    country: chance.oneOf<Habits['country']>([
      'name',
      'name',
      'own_name',
      'name_in_brackets',
      'sign_before_code',
      'code_before_code',
      'code_after_city',
    ]),
    taxId: chance.oneOf(['plain', 'dashed', 'with_country']),
    taxIdFirst: chance.happens(0.3),
    namesCountries: !isNational || chance.happens(0.35),
    runsOn: chance.happens(0.15),
    unit: chance.oneOf(['kg', 'kg', 'Kg', 'KG', 'kgs', '']),
  }
}

/** A text as it is typed: keyboards have one apostrophe. */
export const typed = ({ writesCapitals }: Habits, text: string): string => {
  const plain = text.replaceAll('’', "'")
  return writesCapitals ? plain.toUpperCase() : plain
}
