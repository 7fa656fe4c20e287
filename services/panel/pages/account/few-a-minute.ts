/**
 * For forms that make mail, accounts or hashes of passwords for strangers: so many a minute from one network address. A
 * hash takes its time, and everybody who logs in waits for those before him.
 */
export const FEW_A_MINUTE = { max: 10, timeWindow: 60_000 }
