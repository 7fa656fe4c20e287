/** What people can have mailed to them. */
export const noticeKinds = ['incidents', 'signatures', 'late_deliveries'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What is older is not mailed any more. SQL. */
export const TOO_OLD = "interval '1 day'"
/** So many notices about a company wait for one person; what comes after is not mailed. */
export const MOST_WAITING = 200
/** So many mails an hour go to one person; what comes after is gathered into one mail when the hour is over. */
export const MOST_MAILS_AN_HOUR = 20
/** So many notes are named in one mail. */
export const MOST_NAMED = 20

/** A process that sends notices reports what becomes of them. */
export interface NoticeMetrics {
  sent(count: number): void
  /** a mail server did not take a mail, or could not be reached; tried again */
  failed(): void
  /** never mailed: refused for good, too many or too old */
  givenUp(count: number): void
}
