/** Where the picture with this SHA-256 (hex) is found. */
export function logoAddress(sha256: string): string {
  return `/logotipos/${sha256}.jpg`
}
