import { create, type QRCodeErrorCorrectionLevel, toBuffer } from 'qrcode'

const LEVEL: QRCodeErrorCorrectionLevel = 'M'
/** ISO/IEC 18004 asks for four modules of white around it. */
const QUIET_MODULES = 4
/** Prints sharp at some 6 cm and 300 dpi. */
const PNG_PIXELS = 744

/** A QR code as a drawing of any size. */
export interface QrDrawing {
  readonly svg: string
  /** the white on each side as a share of the drawing's side */
  readonly quiet: number
}

/** A QR code as one filled path, which stays sharp at any size. */
export function qrDrawing(text: string): QrDrawing {
  const { modules } = create(text, { errorCorrectionLevel: LEVEL })
  const side = modules.size + 2 * QUIET_MODULES
  const rows = Array.from({ length: modules.size }, (_, y) =>
    rectangles(modules.data.subarray(y * modules.size, (y + 1) * modules.size), y),
  )
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${rows.join('')}"/></svg>`,
    quiet: QUIET_MODULES / side,
  }
}

/** The dark modules of a row, those side by side in one rectangle. */
function rectangles(row: Uint8Array, y: number): string {
  const edges = [...row, 0].flatMap((dark, x) => (dark === (row[x - 1] ?? 0) ? [] : [x]))
  return edges
    .map((start, i) => ({ start, width: (edges[i + 1] ?? start) - start }))
    .filter((_, i) => i % 2 === 0)
    .map(({ start, width }) => `M${start + QUIET_MODULES} ${y + QUIET_MODULES}h${width}v1h-${width}z`)
    .join('')
}

/** The same drawing, as a file. */
export async function qrSvg(text: string): Promise<string> {
  return qrDrawing(text).svg
}

/** A QR code as a picture, black on white. */
export function qrPng(text: string): Promise<Uint8Array> {
  return toBuffer(text, { errorCorrectionLevel: LEVEL, margin: QUIET_MODULES, width: PNG_PIXELS })
}
