/** The advisory lock of the process that runs a projection. */
export const leaderOf = (projection: string): string => `projection ${projection}`

/** The advisory lock of the process that rebuilds a projection. */
export const rebuilderOf = (projection: string): string => `rebuild of projection ${projection}`
