/** The kinds of image that are read. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]
