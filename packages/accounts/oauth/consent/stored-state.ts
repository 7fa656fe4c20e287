/** Whatever a client sends for `state` it gets back, also the character NUL, which jsonb cannot hold. */
export function storedState(state: string): string {
  return Buffer.from(state).toString('base64url')
}

export function stateFromStored(stored: string): string {
  return Buffer.from(stored, 'base64url').toString()
}
