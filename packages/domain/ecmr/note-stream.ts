/** The stream of a consignment note in the event log. */
export function noteStream(id: string): string {
  return `ecmr-${id}`
}
