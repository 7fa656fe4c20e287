/** Where a login goes on after the password. */
export const SECOND_STEP = '/entrar/segundo-paso'

/** The same, on the way to a page of ours. */
export function secondStepTo(onwards: string): string {
  return onwards === '/' ? SECOND_STEP : `${SECOND_STEP}?siguiente=${encodeURIComponent(onwards)}`
}
