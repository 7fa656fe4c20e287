/** An image as somebody sends it. */
export interface DegradedPage {
  readonly mediaType: 'image/png' | 'image/jpeg'
  readonly bytes: Uint8Array
}
