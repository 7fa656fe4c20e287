import type { KnownCaption } from '../captions/find-captions.js'
import { wordList } from '../word-list.js'

/** The 24 boxes of the CMR form. */
export const cmrBoxes = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
] as const
export type CmrBox = (typeof cmrBoxes)[number]

/** Places inside or beside the boxes that are captioned by themselves. */
export const cmrLabels = [
  'reference',
  'place',
  'address',
  'country',
  'date',
  'time',
  // of the vehicle and of its trailer, one after the other
  'plates',
  'vehicle_plate',
  'trailer_plate',
  'driver_name',
  'carrier_license_number',
  'seal_numbers',
  'temperature',
  'customs',
  'un_number',
  'adr_class',
  'packing_group',
  'total',
] as const
export type CmrLabel = (typeof cmrLabels)[number]

/**
 * What a caption of the form speaks of. A `hint` says how to fill in a box; `other` ends what stands before it, and nothing is
 * read behind it.
 */
export type CmrPart = `box_${CmrBox}` | CmrLabel | 'title' | 'hint' | 'other'

/** All of them. */
const cmrParts: readonly CmrPart[] = [
  ...cmrBoxes.map((box) => `box_${box}` as const),
  ...cmrLabels,
  'title',
  'hint',
  'other',
]

/** Everything that is printed on CMR forms; languages that are not read as a document's own are in `other`. */
export const cmrCaptions: readonly KnownCaption<CmrPart>[] = ['es', 'en', 'fr', 'de', 'other'].flatMap(
  (name) => {
    const captions = wordList('cmr', name, cmrParts)
    const language = name === 'other' ? null : name
    return cmrParts.flatMap((means) => (captions.get(means) ?? []).map((text) => ({ means, language, text })))
  },
)
