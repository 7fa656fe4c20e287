import type { DrawnPage, Quality } from './corpus-page.js'

/** The image that a scanner or a telephone would make of a page; the same seed makes the same bytes. */
export function spoilPage(
  _page: DrawnPage,
  _quality: Quality,
  _seed: number,
): { readonly mediaType: 'image/png' | 'image/jpeg'; readonly bytes: Uint8Array } {
  throw new Error('not built')
}
