import type { PaperLanguage } from '../../corpus-page.js'
import type { Chance } from '../../data/chance.js'
import { typefaces } from '../../fonts.js'
import type { Face } from '../paper/face.js'

/** How a printer made the form, and how somebody filled it in. */
export interface Form {
  /** of the captions, the first one's largest */
  readonly languages: readonly PaperLanguage[]
  /** all captions of a box on one line */
  readonly capsOnOneLine: boolean
  readonly numbers: 'large' | 'inline' | 'framed'
  readonly ink: string
  readonly caption: Face
  readonly typing: Face
  /** of the rules, in pixels */
  readonly weight: number
  /** how far the typing is off its place, in pixels */
  readonly shift: readonly [number, number]
}

/** The copies of the form are printed in inks of their own. */
const inks = ['#101010', '#101010', '#1d1d1d', '#b3202a', '#1f4fa3', '#1d7040'] as const

export function form(chance: Chance, language: PaperLanguage): Form {
  const others = (['es', 'en', 'fr', 'de'] as const).filter((other) => other !== language)
  const howMany = chance.oneOf([0, 1, 1, 1, 2, 3])
  const english = others.filter((other) => other === 'en')
  const second =
    howMany === 1 && chance.happens(0.7) && english.length > 0 ? english : chance.someOf(others, howMany)
  const languages = [language, ...second]
  const ink = chance.oneOf(inks)
  const size = languages.length > 2 ? chance.whole(14, 15) : chance.whole(15, 18)
  return {
    languages,
    capsOnOneLine: languages.length === 2 && chance.happens(0.3),
    numbers: chance.oneOf(['large', 'inline', 'framed']),
    ink,
    caption: { typeface: chance.oneOf(['Arimo', 'Arimo', 'Tinos']), size, ink },
    typing: {
      typeface: chance.oneOf(typefaces),
      size: chance.whole(23, 28),
      bold: chance.happens(0.25),
      ink: chance.oneOf(['#000000', '#151515', '#1a1a40']),
    },
    weight: chance.oneOf([1, 2, 2, 3]),
    shift: [chance.whole(-3, 8), chance.whole(-2, 5)],
  }
}
