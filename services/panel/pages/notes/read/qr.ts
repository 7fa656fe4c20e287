import { create } from 'qrcode'

/** A QR code as a drawing: a square of so many modules, and the path of those that are dark. */
export interface QrDrawing {
  readonly size: number
  readonly path: string
}

// The quiet zone that ISO/IEC 18004 asks for.
const QUIET = 4

/** Draws a text as a QR code that still reads when a quarter of it is dirty. */
export function qrDrawing(text: string): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: 'Q' })
  const { size } = modules
  const runs: string[] = []
  for (let row = 0; row < size; row += 1) {
    let start = -1
    for (let column = 0; column <= size; column += 1) {
      const isDark = column < size && modules.get(row, column) === 1
      if (isDark && start < 0) start = column
      if (isDark || start < 0) continue
      runs.push(`M${start + QUIET} ${row + QUIET}h${column - start}v1h-${column - start}z`)
      start = -1
    }
  }
  return { size: size + 2 * QUIET, path: runs.join('') }
}
