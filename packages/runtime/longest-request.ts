/** How long a request may take to arrive, milliseconds: a photograph of 10 MB over an uplink of a megabit takes almost all of it. */
export const LONGEST_REQUEST_MS = 120_000
