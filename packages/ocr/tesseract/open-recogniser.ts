import { installedTesseract, openNativeTesseract } from './native-tesseract.js'
import type { Recogniser } from './recogniser.js'
import { openWebAssemblyTesseract } from './webassembly-tesseract.js'

/**
 * Opens recognition of text: by the native program where there is one that can be run, else by the same engine as WebAssembly. Both
 * read the same language data, which is installed with this package: nothing is downloaded.
 *
 * @param program the path of the native program, the installed one when absent; null: none
 * @throws when the installed data cannot be loaded
 */
export async function openRecogniser(
  program: string | null = installedTesseract() ?? null,
): Promise<Recogniser> {
  const native = program === null ? undefined : await openNativeTesseract(program)
  return native ?? openWebAssemblyTesseract()
}
