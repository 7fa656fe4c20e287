/**
 * How servers that are asked again and again listen. A connection is kept for longer than the pauses between two
 * questions: one that is closed as the next arrives looks to the asker as if the process had failed.
 */
export const SCRAPED = { requestTimeout: 10_000, keepAliveTimeout: 75_000 } as const
