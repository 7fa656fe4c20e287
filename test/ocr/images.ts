import type { ImageType } from '@ecmr/ocr'

/** Images of 61 by 47 pixels, of each kind that is read, in base64. */
export const images = {
  png:
    'iVBORw0KGgoAAAANSUhEUgAAAD0AAAAvCAIAAADfHlUuAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAiElEQVRoge3WQQ7CMBAEwf6T//+25' +
    'opQgiKIRTq4rnsZjVb2YhM2YRM2YRM2YRPeLPeYxpV7w+r7lWdY+32Yq+8NYxrPsPb7MFffG8Y0nuF2d9XFYRM2YRM2YRM2sTf4+c/y3s' +
    'r9xPnYG4wvrNz/855cHDZhEzZhEzZhEzZhEzZhEzbx6wAfegDzyy1rXNQvagAAAABJRU5ErkJggg==',
  jpeg:
    '/9j/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweH' +
    'igjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAvAD0DASIAAhEBAx' +
    'EB/8QAGAABAQEBAQAAAAAAAAAAAAAAAAYFBAP/xAAtEAABAgEKAwkAAAAAAAAAAAAAAxEBAgQFEhMUFmSj4VRhkxUiIzE1QlGCsv/EABQ' +
    'BAQAAAAAAAAAAAAAAAAAAAAD/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCmAIIC9BBAC9BI0F6sh9vzErgAAAGBhrN6' +
    'e5vmBiXKamwDDWb09xhrN6e4xLlNTY0KKpLtG18Gzs29zu78uQHPMKDuc7kL3ivUfu1Gd4Rh88zXAAAAAc9xmfCodOB0ADnuMz4VDpwPR' +
    'JBFF7JKQm/nVkwg56AAAAAAA//Z',
  webpLossy:
    'UklGRl4AAABXRUJQVlA4IFIAAACQBQCdASo9AC8APyl6s1O/p6SitUgD8CUJaQAW1kQT+A08JBwVKthRyY8t6vEKfKVWiT5eYAD++ppP+' +
    '2SM8VP1gn1nd1X8aGXzG6J7tUqIgAAA',
  webpLossless: 'UklGRjYAAABXRUJQVlA4TCoAAAAvPIALAA9wmv/T/J/mf/7jAWraNoLK4CAdf1Te79kj+j8B2Y++bT815F0=',
  webpAlpha:
    'UklGRooAAABXRUJQVlA4WAoAAAAQAAAAPAAALgAAQUxQSCAAAAARDzD/ERFCTdtGUBkcpOOPyvs9e0T/JyD70bftp4a8C1ZQOCBEAAAAc' +
    'AQAnQEqPQAvAD8lerJTriekorVIAcAkiWkAAJ6WWboiUR1XwWJEmq6sgMgA/urG//g8//BIf/6HoMVM/WkAU30AAAA=',
} as const
export type ImageName = keyof typeof images

export const width = 61
export const height = 47

export const typeOf: Readonly<Record<ImageName, ImageType>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webpLossy: 'image/webp',
  webpLossless: 'image/webp',
  webpAlpha: 'image/webp',
}

/** An image as a client sends it. */
export const dataUrl = (name: ImageName): string => `data:${typeOf[name]};base64,${images[name]}`
