import type { RecognisedPage } from '../../page/recognised-page.js'
import type { FoundCaption, KnownCaption } from './known-caption.js'

/**
 * The captions that stand on a page, from the top to the bottom. A few wrong letters, missing accents, words that were split
 * or joined, and a caption that goes on in the line below are no hindrance; a word belongs to one caption only, the one that
 * explains most letters. Captions in several languages side by side are found each by itself.
 */
export function findCaptions<Meaning>(
  _page: Pick<RecognisedPage, 'words' | 'rules'>,
  _known: readonly KnownCaption<Meaning>[],
): readonly FoundCaption<Meaning>[] {
  return []
}
