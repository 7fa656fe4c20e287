import type { User } from '../users/user.js'

/** How it went to follow a link that makes an account. */
export type LinkFollowed =
  | { readonly ok: true; readonly user: User }
  | { readonly ok: false; readonly reason: 'unknown_link' | 'email_taken' }
