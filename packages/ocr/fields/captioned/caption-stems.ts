import { readFileSync } from 'node:fs'
import { plainLetters } from '../values/letters.js'
import type { Meaning } from './known-labels.js'

/**
 * What words of captions are about, by how they begin, in six languages: `words/stems.txt`. A `=` behind a word: it stands like that, without
 * an ending. Longer beginnings are tried first.
 */
const stems: readonly { readonly text: string; readonly isWhole: boolean; readonly about: string }[] =
  readFileSync(new URL('../../../words/stems.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [about = '', words = ''] = row.split(': ')
      return words
        .split(' ')
        .map((word) => ({ text: word.replace('=', ''), isWhole: word.endsWith('='), about }))
    })
    .toSorted((a, b) => b.text.length - a.text.length || Number(b.isWhole) - Number(a.isWhole))

/** What they may be about besides; it changes nothing. */
const NEUTRAL: readonly string[] = ['filler', 'name', 'number', 'kind', 'yours']

/** What a caption means that is about these things, and may also be about those behind the stroke. The first that fits. */
const rules: readonly (readonly [string, Meaning])[] = [
  ['signature | sender receiver carrier goods load deliver company driver issue', 'other'],
  ['page', 'other'],
  ['invoice | date receiver place', 'other'],
  ['price | weight goods', 'other'],
  ['order | date receiver sender reference place issue', 'other'],
  ['date deliver remark', 'issue_date'],
  ['date load | time goods place', 'pickup_date'],
  ['date deliver | time goods place', 'delivery_date'],
  ['date transport', 'pickup_date'],
  ['date | issue note paper', 'issue_date'],
  ['time load | place', 'pickup_times'],
  ['time deliver | place', 'delivery_times'],
  ['time', 'other'],
  ['phone driver', 'driver_phone'],
  ['phone', 'member'],
  ['cod | value', 'cash_on_delivery'],
  ['instruct | sender carrier deliver load driver transport', 'instructions'],
  ['agreement', 'agreements'],
  ['remark deliver', 'number'],
  ['remark load', 'number'],
  ['remark | carrier sender', 'notes'],
  ['weight net', 'other'],
  ['net', 'other'],
  ['weight | gross goods load transport', 'weight'],
  ['gross', 'weight'],
  ['volume | goods load', 'volume'],
  ['temperature | transport goods', 'temperature'],
  ['packing group', 'packing_group'],
  ['packing | goods packages', 'packing'],
  ['kind packages', 'packing'],
  ['un', 'un_number'],
  ['adr | goods', 'adr_class'],
  ['hs | goods', 'hs_code'],
  ['marks | goods packages packing', 'marks'],
  ['seals | trailer', 'seals'],
  ['licence | transport carrier company', 'licence'],
  ['driver | vehicle', 'driver'],
  ['trailer | plate vehicle', 'trailer'],
  ['vehicle | plate transport load', 'vehicle'],
  ['plate', 'vehicle'],
  ['attached paper | transport', 'documents'],
  ['attached', 'documents'],
  ['number paper | note transport', 'number'],
  ['paper', 'documents'],
  ['value | goods', 'declared_value'],
  ['reference | load sender note transport', 'reference'],
  ['place issue', 'issue_place'],
  ['place load | goods', 'pickup'],
  ['place deliver | goods', 'delivery'],
  ['sender | company place goods', 'sender'],
  ['receiver | company place goods', 'receiver'],
  ['carrier | company place transport', 'carrier'],
  ['transport | company', 'carrier'],
  ['goods | transport', 'goods'],
  ['packages | goods', 'packages'],
  ['load', 'pickup'],
  ['deliver', 'delivery'],
  ['note | deliver transport load', 'number'],
  ['place', 'member'],
  ['company', 'member'],
]

const parsedRules = rules.map(([about, means]) => {
  const [needed = '', allowed = ''] = about.split(' | ')
  return {
    needed: needed.split(' '),
    allowed: new Set([...allowed.split(' '), ...NEUTRAL]),
    means,
  }
})

// A single word without a colon is a caption only if it is about nothing that a value may be too.
const ALONE = new Set(
  'sender receiver carrier vehicle plate trailer driver seals weight temperature instruct agreement remark reference signature'.split(
    ' ',
  ),
)
/** How long the ending of a word may be behind so many letters: a short beginning is soon another word's. */
const longestEnding = (letters: number): number => (letters < 4 ? 3 : letters < 5 ? 5 : 7)
// Of both together more are no caption.
const MOST_WORDS = 6
const MOST_LETTERS = 48

/** What a caption that no list has must mean, by the beginnings of its words; undefined where a word is none that captions have. */
export function meaningOfStems(text: string, hasColon: boolean): Meaning | undefined {
  const words = plainLetters(text).split(' ')
  if (words.length > MOST_WORDS || text.length > MOST_LETTERS) return undefined
  const about = new Set<string>()
  for (const word of words) {
    const its = aboutOf(word)
    if (its === undefined) return undefined
    for (const each of its) about.add(each)
  }
  const telling = [...about].filter((each) => !NEUTRAL.includes(each))
  if (!hasColon && telling.length < 2 && !telling.some((each) => ALONE.has(each))) return undefined
  const rule = parsedRules.find(
    ({ needed, allowed }) =>
      needed.every((each) => about.has(each)) &&
      telling.every((each) => needed.includes(each) || allowed.has(each)),
  )
  return rule && of(rule.means, about)
}

/** The number of something, or what is the other side's, is not the thing itself. */
function of(means: Meaning, about: ReadonlySet<string>): Meaning {
  if (about.has('yours')) return 'other'
  if (means === 'carrier' && about.has('transport') && about.has('name')) return 'other'
  if (!about.has('number')) return means
  switch (means) {
    case 'pickup':
      return 'reference'
    case 'sender':
    case 'receiver':
    case 'carrier':
      return 'other'
    case 'goods':
      return 'article'
    default:
      return means
  }
}

const known = new Map<string, readonly string[] | undefined>()

/** What a word is about: one thing, or those that a compound is made of, as `Übernahmedatum`. */
function aboutOf(word: string, depth = 0): readonly string[] | undefined {
  if (word === '' || /^\d+$/.test(word)) return undefined
  if (depth === 0 && known.has(word)) return known.get(word)
  const found = parsed(word, depth)
  if (depth === 0 && known.size < MOST_KNOWN) known.set(word, found)
  return found
}

const MOST_KNOWN = 5_000

function parsed(word: string, depth: number): readonly string[] | undefined {
  for (const { text, isWhole, about } of stems) {
    // Small words are not parts of others, but for "Kundennr".
    if (!word.startsWith(text) || (depth > 0 && text.length < 3 && text !== 'nr')) continue
    const rest = word.slice(text.length)
    if (depth < 2 && rest.length > 1 && text.length > 2) {
      const others = ['', 'e', 's', 'n', 'en', 'es', 'er', 'ungs', 'ung'].flatMap((link) =>
        rest.startsWith(link) && rest.length - link.length > 1
          ? [aboutOf(rest.slice(link.length), depth + 1)]
          : [],
      )
      const other = others.find((each) => each !== undefined)
      if (other !== undefined) return [about, ...other]
    }
    if (rest === '' || (!isWhole && rest.length <= longestEnding(text.length))) return [about]
  }
  return undefined
}
