import type { TokenRefusal } from './issued.js'

export function refused(description: string): TokenRefusal {
  return { ok: false, error: 'invalid_grant', description }
}

export const wrongTarget: TokenRefusal = {
  ok: false,
  error: 'invalid_target',
  description: 'Tokens are for the MCP endpoint of this site only; resource names another one.',
}
