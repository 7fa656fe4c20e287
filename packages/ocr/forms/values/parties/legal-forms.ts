// With or without points and blanks: S.L., SL, S. Coop., GmbH & Co. KG, Ges.m.b.H., Sp. z o.o., …
const forms = [
  'S\\.?\\s?L\\.?\\s?(?:U\\.?|L\\.?)?',
  'S\\.?\\s?A\\.?\\s?(?:U\\.?|S\\.?|R\\.?\\s?L\\.?)?',
  'S\\.?\\s?Coop\\.?(?:\\s?And\\.?)?',
  'C\\.\\s?B\\.',
  'EURL|SNC|SCA|SCEA|GAEC|GIE',
  '(?:GmbH|Ges\\.?\\s?m\\.?\\s?b\\.?\\s?H\\.?|AG|UG)(?:\\s?&\\s?Co\\.?\\s?(?:KG|OHG))?(?:aA)?',
  'KG|OHG|e\\.\\s?K\\.|eK|e\\.\\s?G\\.',
  'Ltd\\.?|Limited|plc|PLC|LLP|LLC|Inc\\.?|Corp\\.?|Co\\.\\s?Ltd\\.?',
  'B\\.?\\s?V\\.?|N\\.?\\s?V\\.?|V\\.?O\\.?F\\.?',
  'S\\.?\\s?r\\.?\\s?l\\.?|S\\.?\\s?p\\.?\\s?A\\.?|S\\.?\\s?n\\.?\\s?c\\.?|S\\.?\\s?a\\.?\\s?s\\.?',
  '(?:Unipessoal,?\\s?)?L(?:da|DA)\\.?|Lda\\.?',
  'Sp\\.\\s?z\\s?o\\.\\s?o\\.|S\\.?K\\.?A\\.?',
  'Kft\\.?|Zrt\\.?|s\\.\\s?r\\.\\s?o\\.|a\\.\\s?s\\.|d\\.\\s?o\\.\\s?o\\.|A/S|ApS|AB|Oy|AS|OÜ|UAB|SIA|EOOD|OOD',
].join('|')

const ALONE = new RegExp(`^(?:${forms})$`, 'iu')
const AT_THE_END = new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms})$`, 'iu')
const BEFORE_MORE = new RegExp(
  `^(.{2,80}?[\\s,](?:${forms}))(?=\\s?[,;–-]\\s|\\s?,)(?!\\s?,\\s?(?:${forms})(?:$|,))`,
  'u',
)

export const isLegalForm = (text: string): boolean => ALONE.test(text.trim())
export const endsWithLegalForm = (text: string): boolean => AT_THE_END.test(text.trim())

export const withoutLegalForm = (text: string): string => text.trim().replace(AT_THE_END, '')

/** The name at the beginning of a line on which more follows; undefined when no legal form ends it. */
export const nameBeforeMore = (line: string): string | undefined => BEFORE_MORE.exec(line)?.[1]
