import type { NoteContent } from '@ecmr/documents'
import { type Shown, withinRoom } from '../notes/shared/brief.js'

/** A part of a long note that is read on, by its box or name, and the place from which on, from 0. */
export interface AskedPart {
  readonly part: string
  readonly from: number
}

/** Entries of a part of the note, and where it goes on. */
export type Portion<T> = Shown<T> & { readonly part: string }

// With every part as long as this, a page stays below 60 KB. In characters.
const ROOM = 900
const ROOM_FOR_GOODS = 3_000
const ROOM_WHEN_ASKED = 9_000

/** What of a part is shown: its beginning, and more of the part that is read on. */
export function portion<T>(
  part: string,
  items: readonly T[],
  asked: AskedPart | undefined,
  room = ROOM,
): Portion<T> {
  const isAsked = asked?.part === part && asked.from < items.length
  return { part, ...withinRoom(items, isAsked ? ROOM_WHEN_ASKED : room, isAsked ? asked.from : 0) }
}

/** Reads from the query which part is asked for. */
export function partAsked(part: unknown, from: unknown): AskedPart | undefined {
  if (typeof part !== 'string' || typeof from !== 'string' || !/^[1-9]\d{0,3}$/.test(from)) return undefined
  return { part, from: Number(from) - 1 }
}

type Box = NoteContent['signatures'][number]

type PortionedBox = Omit<Box, 'lines'> & { readonly lines: Portion<Box['lines'][number]> }

/** A note of which a page shows a part. */
export interface PortionedContent extends Omit<NoteContent, 'boxes' | 'signatures' | 'goods'> {
  readonly boxes: Readonly<Record<string, PortionedBox>>
  readonly signatures: readonly PortionedBox[]
  readonly goods: Omit<NoteContent['goods'], 'rows'> & {
    readonly rows: Portion<NoteContent['goods']['rows'][number]>
  }
}

/** The boxes of a note, with as many lines of each as there is room for. */
export function portioned(content: NoteContent, asked: AskedPart | undefined): PortionedContent {
  const charges = [...content.charges.rows, ...content.charges.totals].map((cells) => ({
    text: cells.flatMap(({ text }) => (text === '' ? [] : [text])).join(' · '),
  }))
  const shown = (box: Box, more: Box['lines'] = []): PortionedBox => ({
    ...box,
    lines: portion(box.number, [...box.lines, ...more], asked),
  })
  return {
    ...content,
    boxes: Object.fromEntries(
      Object.entries(content.boxes).map(([number, box]) => [
        number,
        shown(box, number === '17' ? charges : []),
      ]),
    ),
    signatures: content.signatures.map((box) => shown(box)),
    goods: { ...content.goods, rows: portion('mercancia', content.goods.rows, asked, ROOM_FOR_GOODS) },
  }
}
