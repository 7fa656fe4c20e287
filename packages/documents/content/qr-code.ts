import { create } from 'qrcode'

/** Modules of light margin that readers need (ISO/IEC 18004). */
const QUIET = 4

/** A QR code as a drawing. */
export interface QrCode {
  readonly svg: string
  /** the margin on each side as a share of the drawing's side */
  readonly quiet: number
}

/** The QR code of an address, with error correction of level M, as one path that stays sharp at any size. */
export function qrCode(url: string): QrCode {
  const { modules } = create(url, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const side = size + 2 * QUIET
  const rows = Array.from({ length: size }, (_, y) =>
    runsOf(modules.data.subarray(y * size, (y + 1) * size), y),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${rows.join('')}"/></svg>`
  return { svg, quiet: QUIET / side }
}

/** The dark modules of a row, those side by side in one rectangle. */
function runsOf(row: Uint8Array, y: number): string {
  const ends = [...row, 0].flatMap((dark, x) => (Boolean(dark) === Boolean(row[x - 1]) ? [] : [x]))
  return ends
    .flatMap((start, i) => {
      const end = ends[i + 1]
      return i % 2 === 1 || end === undefined
        ? []
        : [`M${start + QUIET} ${y + QUIET}h${end - start}v1h${start - end}z`]
    })
    .join('')
}
