/**
 * How long a failing delivery holds up later ones of its consignment note to the same endpoint, milliseconds from its
 * first failure. Order is worth a minute; after that, knowing what came later is worth more.
 */
export const HOLD_MS = 60_000
