/**
 * The categories of our streams: what stands before the first dash of their names. A store that we share with others
 * holds more, and everything else in it is passed over.
 */
export const LOG_CATEGORIES: readonly string[] = ['ecmr', 'company']
