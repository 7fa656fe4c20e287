import { installedTesseract } from '@ecmr/ocr/testing'
import { install, isInstalled } from '#harness/debian-package'

const PROGRAM = 'tesseract'
const PACKAGE = 'tesseract-ocr'

/** Why there is no native Tesseract on this machine, or false: for the `skip` option of a test. */
export const withoutTesseract: string | false =
  !isInstalled(PROGRAM) && `${PROGRAM} is not installed (Debian: apt-get install ${PACKAGE}) and could not be`

/** The path of the native program, for tests that are skipped without it. */
export const tesseract: string = installedTesseract() ?? ''

export function bringTesseract(): void {
  if (!isInstalled(PROGRAM)) install(PROGRAM, [PACKAGE])
}
