/** For forms that make mail or accounts for strangers: so many a minute from one network address. */
export const FEW_A_MINUTE = { max: 10, timeWindow: 60_000 }
