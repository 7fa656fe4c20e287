/**
 * The events of one page take at most so many bytes, unless it is a single event: a page ends before the event that
 * would exceed it. An answer shows what a creation or an edit says twice, as changes and as data, and so stays around
 * twice as many.
 */
export const LARGEST_PAGE_BYTES = 1024 * 1024
