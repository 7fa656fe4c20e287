import type { RecognisedPage, RecognisedWord } from '../../page/recognised-page.js'
import { boxOf } from '../../page/text-lines.js'
import type { GoodsCells } from './goods-columns.js'
import type { FoundGoods, GoodsLine, Member, Members, ReadMember } from './goods-line.js'
import { membersOf } from './goods-members.js'
import { goodsTable, wordsOf } from './goods-table.js'

/** A table of goods. */
export interface FoundGoodsTable {
  readonly lines: readonly FoundGoods[]
  /** what the row of totals says; absent: there is none */
  readonly total?: Members
  /** the words that it is made of, its head's too */
  readonly words: ReadonlySet<RecognisedWord>
}

/** More lines than a page holds; what follows is dropped. */
const MOST_LINES = 60

/**
 * The lines of goods in the table on a page; undefined where there is none.
 *
 * @param language of the paper, ISO 639-1; null: unknown
 */
export function goodsOf(page: RecognisedPage, language: string | null): FoundGoodsTable | undefined {
  const table = goodsTable(page, language)
  if (table === undefined) return undefined
  const total = table.total && membersOf(table.total, language)
  const read = table.items
    .slice(0, MOST_LINES)
    .map((cells) => ({ cells, members: membersOf(cells, language) }))
    .filter(({ members }) => /\p{L}{2}/u.test(String(members.description?.value ?? '')))
  const all = read.map(({ members }) => members)
  if (all.every(({ packages, weight_kg: weight }) => packages === undefined && weight === undefined))
    return undefined
  const usual = memberNames.filter((name) => all.filter((members) => members[name]).length > all.length / 2)
  const lines = read.map(({ cells, members }) => found(cells, members, usual, sumsOf(all, total)))
  return { lines, words: table.words, ...(total && { total }) }
}

const memberNames = [
  'description',
  'packages',
  'packaging',
  'marks',
  'weight_kg',
  'volume_m3',
  'hs_code',
] as const
const amounts = ['packages', 'weight_kg', 'volume_m3'] as const

/** Whether the lines add up to a total; undefined: nothing is printed to compare with. */
export function agreesWith(
  lines: readonly Members[],
  total: Members | undefined,
  amount: (typeof amounts)[number],
): boolean | undefined {
  const printed = total?.[amount]?.value
  if (typeof printed !== 'number') return undefined
  const sum = lines.reduce((all, members) => all + Number(members[amount]?.value ?? 0), 0)
  return lines.length > 1 && Math.abs(sum - printed) < 0.0051 * lines.length
}

type Sums = ReadonlyMap<Member, boolean | undefined>

const sumsOf = (lines: readonly Members[], total: Members | undefined): Sums =>
  new Map(amounts.map((amount) => [amount, agreesWith(lines, total, amount)]))

// Numbers that add up to what is printed below them are right, whatever recognition thought of them.
const IF_IT_ADDS_UP = 0.98
const IF_IT_DOES_NOT = 0.8
// A line without something that most others have.
const IF_LOST = 0.6

function found(
  cells: GoodsCells,
  members: Members,
  usual: readonly (keyof GoodsLine)[],
  sums: Sums,
): FoundGoods {
  const sure = (name: keyof GoodsLine, { sure: own }: ReadMember): number => {
    const addsUp = sums.get(name)
    if (addsUp === undefined) return own
    return addsUp ? Math.max(own, IF_IT_ADDS_UP) : own * IF_IT_DOES_NOT
  }
  const each = memberNames.flatMap((name) => {
    const member = members[name]
    return member === undefined ? (usual.includes(name) ? [IF_LOST] : []) : [sure(name, member)]
  })
  return { line: lineOf(members), confidence: Math.min(...each), box: boxOf(wordsOf(cells)), members }
}

function lineOf(members: Members): GoodsLine {
  const given = memberNames.flatMap((name) => {
    const member = members[name]
    return member === undefined ? [] : [[name, member.value] as const]
  })
  return { description: '', ...Object.fromEntries(given) }
}
