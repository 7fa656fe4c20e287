/** An image in shades of grey, row by row, 0 black to 255 white. */
export interface GreyImage {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}
