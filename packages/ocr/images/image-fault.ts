/** The kinds of image that are read. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** Why an image is not read. */
export type ImageFault =
  /** no `data:<media type>;base64,<data>` */
  | { readonly code: 'no_data_url' }
  /** neither png nor jpeg nor webp */
  | { readonly code: 'wrong_type' }
  | { readonly code: 'no_base64' }
  | { readonly code: 'empty' }
  /** more than LARGEST_IMAGE bytes */
  | { readonly code: 'too_large' }
  /** the bytes are not what the media type says; absent `found`: nothing that we read */
  | { readonly code: 'other_content'; readonly declared: ImageType; readonly found?: ImageType }
  /** it breaks off, or cannot be decoded */
  | { readonly code: 'damaged' }
  /** more pictures than one */
  | { readonly code: 'animated' }
  | { readonly code: 'too_small'; readonly width: number; readonly height: number }
  | { readonly code: 'too_many_pixels'; readonly width: number; readonly height: number }
  /** nothing came of reading it in the time and the memory that an image may take, not even the second time */
  | { readonly code: 'unreadable' }
