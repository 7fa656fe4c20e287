/**
 * The most that one consignment note may hold. A note is read whole for every command and every record, so what it may
 * cost is bounded here, in number and in bytes.
 *
 * Only what can be repeated without end is limited: edits, incidents, reservations, and further signatures of a role
 * that has signed. Whatever ends a note (first signatures, taking over, delivery, resolving, cancelling) is possible
 * beyond these limits too; it can happen only so often.
 */
export const noteLimits = {
  incidents: 100,
  reservations: 100,
  signatures: 30,
  /** the version of a note is the number of its events */
  events: 1_000,
  /** of its fields, as JSON in UTF-8 */
  fieldBytes: 256 * 1024,
  /** of all its events, as JSON; the command that crosses the limit is the last one that adds */
  bytes: 4 * 1024 * 1024,
} as const
