const CMAP = 0x636d6170
const SEGMENTS = 4
const GROUPS = 12

/** The code points that a TrueType font has glyphs for (OpenType, `cmap`, formats 4 and 12). */
export function codePointsOf(font: Buffer): ReadonlySet<number> {
  const map = tableOf(font, CMAP)
  const formats = new Map<number, Buffer>()
  for (let record = 4; record < 4 + 8 * map.readUInt16BE(2); record += 8) {
    const subtable = map.subarray(map.readUInt32BE(record + 4))
    formats.set(subtable.readUInt16BE(0), subtable)
  }
  const [groups, segments] = [formats.get(GROUPS), formats.get(SEGMENTS)]
  if (groups !== undefined) return new Set(inGroups(groups))
  return new Set(segments === undefined ? [] : inSegments(segments))
}

function tableOf(font: Buffer, tag: number): Buffer {
  for (let record = 12; record < 12 + 16 * font.readUInt16BE(4); record += 16)
    if (font.readUInt32BE(record) === tag) return font.subarray(font.readUInt32BE(record + 8))
  throw new Error('a font has no table of characters')
}

function* inGroups(table: Buffer): Generator<number> {
  for (let group = 16; group < 16 + 12 * table.readUInt32BE(12); group += 12) {
    const first = table.readUInt32BE(group)
    const firstGlyph = table.readUInt32BE(group + 8)
    for (let code = first; code <= table.readUInt32BE(group + 4); code += 1)
      if (firstGlyph + code - first !== 0) yield code
  }
}

function* inSegments(table: Buffer): Generator<number> {
  const length = table.readUInt16BE(6)
  for (let at = 0; at < length; at += 2) {
    const first = table.readUInt16BE(16 + length + at)
    const delta = table.readUInt16BE(16 + 2 * length + at)
    const offsetAt = 16 + 3 * length + at
    const offset = table.readUInt16BE(offsetAt)
    for (let code = first; code <= table.readUInt16BE(14 + at); code += 1) {
      const glyph = offset === 0 ? code + delta : table.readUInt16BE(offsetAt + offset + 2 * (code - first))
      if ((glyph & 0xffff) !== 0) yield code
    }
  }
}
