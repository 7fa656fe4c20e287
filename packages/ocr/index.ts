export { LARGEST_IMAGE, LONGEST_DATA_URL } from './images/data-url.js'
export * from './images/document-image.js'
export type { ImageFault } from './images/image-fault.js'
export * from './port.js'
