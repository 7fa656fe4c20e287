/**
 * How long an address of a host may take, milliseconds, before the next one is tried. Node gives 250 and never comes back to the
 * first. A server far away exceeds that, and so does a process that is computing when the answer comes: when the other address
 * cannot be reached (`localhost` for 127.0.0.1 and ::1), no connection comes about. After one second a packet that was lost is
 * sent again (RFC 6298, section 2.1).
 */
export const ADDRESS_MS = 2_000
