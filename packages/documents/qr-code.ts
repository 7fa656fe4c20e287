import { type QRCodeErrorCorrectionLevel, toBuffer, toString as toText } from 'qrcode'

const LEVEL: QRCodeErrorCorrectionLevel = 'M'
/** ISO/IEC 18004 asks for four modules of white around it. */
const QUIET_MODULES = 4
/** Prints sharp at some 6 cm and 300 dpi. */
const PNG_PIXELS = 744

/** A QR code as a drawing of any size. */
export function qrSvg(text: string): Promise<string> {
  return toText(text, { type: 'svg', errorCorrectionLevel: LEVEL, margin: QUIET_MODULES })
}

/** A QR code as a picture, black on white. */
export function qrPng(text: string): Promise<Uint8Array> {
  return toBuffer(text, { errorCorrectionLevel: LEVEL, margin: QUIET_MODULES, width: PNG_PIXELS })
}
