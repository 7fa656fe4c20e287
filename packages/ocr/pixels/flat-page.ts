import type { Homography, Quarter } from '../page/recognised-page.js'
import { type GreyImage, reduced, seenThrough } from './grey-image.js'
import { lengthOf } from './page-corners.js'
import {
  after,
  type Corners,
  fromUnitSquare,
  inverse,
  mapped,
  type Point,
  scaled,
  turnedAbout,
} from './plane.js'
import type { Stage } from './stage-clock.js'
import { textDirectionOf } from './text-direction.js'

/** An image in shades of grey, and where the page lies in it. */
export interface PageInImage {
  readonly grey: GreyImage
  /** undefined: all of it is the page */
  readonly corners: Corners | undefined
}

/** A page seen straight from above, its lines of text level, though perhaps upside down. */
export interface FlatPage {
  readonly image: GreyImage
  /** from pixels of the page to pixels of the image that it was found in */
  readonly toPixels: Homography
  /** how far that was turned clockwise */
  readonly turned: Quarter
  /** of ink that is no line and no speck, such as letters; 0: it is blank */
  readonly pieces: number
}

// The longer side: A4 at 260 dots per inch. With 200 small print in photographs is read worse, with 300 nothing better.
const PAGE_LENGTH = 3040
// Small pictures are enlarged, but not beyond what gives letters a shape.
const MOST_ENLARGED = 2
const SURVEY_LENGTH = 1000

/**
 * Makes the page in an image flat and level.
 *
 * @param options.asIfSideways whether its lines run up or down, when that is known better than it can be seen
 * @param options.lap is called after each step
 */
export function flatPage(
  { grey, corners = edgesOf(grey) }: PageInImage,
  { asIfSideways, lap }: { readonly asIfSideways?: boolean; readonly lap?: (stage: Stage) => void } = {},
): FlatPage {
  const [width, height] = sizeOf(corners)
  const toPixels = after(fromUnitSquare(corners), scaled(1 / width, 1 / height))
  const survey = surveyed(grey, toPixels, width, height)
  const { isSideways, skew, pieces } = textDirectionOf(survey, asIfSideways)
  lap?.('survey')
  const turned = isSideways ? 90 : 0
  const [across, down] = isSideways ? [height, width] : [width, height]
  const askew = after(unturned(turned, width, height), turnedAbout([across / 2, down / 2], skew))
  const page = drawn(grey, after(toPixels, askew), corners)
  lap?.('redraw')
  return { ...page, turned, pieces }
}

const edgesOf = ({ width, height }: GreyImage): Corners => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
]

/** How large a page is that has these corners: the means of opposite sides. */
function sizeOf([a, b, c, d]: Corners): readonly [number, number] {
  return [(lengthOf(a, b) + lengthOf(d, c)) / 2, (lengthOf(a, d) + lengthOf(b, c)) / 2]
}

function surveyed(grey: GreyImage, toPixels: Homography, width: number, height: number): GreyImage {
  const scale = Math.min(1, SURVEY_LENGTH / Math.max(width, height))
  const by = Math.max(1, Math.round(1 / scale))
  const small = reduced(grey, by)
  const toSmall = after(scaled(small.width / grey.width, small.height / grey.height), toPixels)
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
  return seenThrough(small, after(toSmall, scaled(1 / scale)), across, down)
}

/** From a page turned clockwise to the page as it was, whose size is given. */
function unturned(turned: Quarter, width: number, height: number): Homography {
  switch (turned) {
    case 0:
      return scaled(1)
    case 90:
      return [0, 1, 0, -1, 0, height, 0, 0, 1]
    case 180:
      return [-1, 0, width, 0, -1, height, 0, 0, 1]
    case 270:
      return [0, -1, width, 1, 0, 0, 0, 0, 1]
    default:
      return turned satisfies never
  }
}

/** Draws so much that all corners are on the page, in the size that suits recognition. */
function drawn(
  grey: GreyImage,
  toPixels: Homography,
  corners: Corners,
): Pick<FlatPage, 'image' | 'toPixels'> {
  const back = inverse(toPixels)
  const places = corners.map((corner): Point => mapped(back, corner))
  const [left, top] = [Math.min(...places.map(([x]) => x)), Math.min(...places.map(([, y]) => y))]
  const width = Math.max(...places.map(([x]) => x)) - left
  const height = Math.max(...places.map(([, y]) => y)) - top
  const scale = Math.min(MOST_ENLARGED, PAGE_LENGTH / Math.max(width, height))
  const fromDrawn: Homography = [1 / scale, 0, left, 0, 1 / scale, top, 0, 0, 1]
  const map = after(toPixels, fromDrawn)
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
  return { image: seenThrough(grey, map, across, down), toPixels: map }
}
