import type { RecognisedWord } from '../../page/recognised-page.js'

/** Words that were joined at a colon, as `Fecha:20/11/2026`, come apart; colons of times and of addresses do not part them. */
export function splitAtColons(words: readonly RecognisedWord[]): readonly RecognisedWord[] {
  return words.flatMap((word) => {
    const at = word.text.search(/(?<=\p{L}[.)]?):(?=[^\s/])/u)
    if (at < 0) return [word]
    const letter = word.box.width / word.text.length
    const { box } = word
    return [
      { ...word, text: word.text.slice(0, at + 1), box: { ...box, width: letter * (at + 1) } },
      ...splitAtColons([
        {
          ...word,
          text: word.text.slice(at + 1),
          box: { ...box, x: box.x + letter * (at + 1), width: box.width - letter * (at + 1) },
        },
      ]),
    ]
  })
}
