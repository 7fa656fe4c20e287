export function ecmrNumber(_year: number, _random: Uint8Array): string {
  throw new Error('not yet')
}
export function parseEcmrNumber(_text: string): string | undefined {
  throw new Error('not yet')
}
