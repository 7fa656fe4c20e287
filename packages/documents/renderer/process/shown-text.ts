import type { Fonts } from './fonts.js'

/** Stands for what no font has. */
export const REPLACEMENT = '\u25a1'

// Nothing is to be seen of them, so that no font needs to have them.
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u
// Other controls, what may not stand in a PDF/A, and what would make a text be read in another order than it was written in.
const NEVER_SHOWN = /^[\p{Cc}\p{Cs}\p{Cn}\ufeff\u202a-\u202e\u2066-\u2069]$/u
const LINE_END = /\r\n?/g
const TAB = /\t/g
const PLAIN = /^[\n\u0020-\u007e\u00a0-\u00ff]*$/

// Then only what one typeface shows by itself is kept.
const MOST_REFUSED = 20

/** Makes texts such that a document can show them, and keeps what that took. */
export class ShownText {
  readonly #replaced = new Set<string>()
  // Of whole letters with their marks, where a mark and what it stands on come from different fonts.
  readonly #refused = new Set<string>()

  #hasGlyph: (codePoint: number) => boolean

  constructor(private readonly fonts: Fonts) {
    this.#hasGlyph = fonts.has
  }

  /** The characters that were replaced, each once, as `U+2603`. */
  get replaced(): readonly string[] {
    return [...this.#replaced].map(
      (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    )
  }

  /** From now on these characters are replaced too; `false`: nothing more can be. */
  refuse(characters: string): boolean {
    const before = this.#refused.size
    for (const character of characters) if (!PLAIN.test(character)) this.#refused.add(character)
    const isMore = this.#refused.size > before
    if (isMore && before < MOST_REFUSED) return true
    const isFirstTime = this.#hasGlyph === this.fonts.has
    this.#hasGlyph = this.fonts.hasAlone
    return isFirstTime
  }

  /** JSON with every text in it as it can be shown. */
  inJson(json: string): string {
    const shown: unknown = JSON.parse(json, (_name, value: unknown) =>
      typeof value === 'string' ? this.of(value) : value,
    )
    return JSON.stringify(shown)
  }

  of(text: string): string {
    const lines = text.replace(LINE_END, '\n').replace(TAB, ' ')
    if (PLAIN.test(lines)) return lines
    const shown = Array.from(lines, (character) => this.#shown(character)).join('')
    return this.#refused.size === 0 ? shown : this.#withoutRefused(shown)
  }

  #shown(character: string): string {
    if (character === '\n') return character
    const isShown = this.#hasGlyph(character.codePointAt(0) ?? 0) || INVISIBLE.test(character)
    return isShown && !NEVER_SHOWN.test(character) ? character : this.#replace(character)
  }

  #withoutRefused(text: string): string {
    return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => {
      const refused = [...segment].filter((character) => this.#refused.has(character))
      if (refused.length === 0) return segment
      for (const character of segment) if (character !== REPLACEMENT) this.#replace(character)
      return REPLACEMENT
    }).join('')
  }

  #replace(character: string): string {
    this.#replaced.add(character)
    return REPLACEMENT
  }
}
