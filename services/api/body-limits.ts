const KIB = 1_024

/** The most bytes that bodies may have; `readDocument` takes larger ones. */
export const bodyLimits = {
  /** everywhere but below */
  usual: 64 * KIB,
  /** with what a note says */
  note: 256 * KIB,
  /** with several notes */
  batch: 2_048 * KIB,
  /** with the picture of a signature */
  picture: 512 * KIB,
  /** with a record sent back, and in it the pictures of its signatures */
  record: 1_024 * KIB,
} as const

/** A number of bytes as people write it. */
export function bytesInWords(bytes: number): string {
  return bytes >= KIB * KIB ? `${bytes / KIB / KIB} MiB` : `${bytes / KIB} KiB`
}
