import type { FlashCode } from '../../../plugins/flash.js'

/** What is said after a password was changed. */
export function passwordFlash(endsAssistants: boolean): FlashCode {
  return endsAssistants ? 'password_changed_for_all' : 'password_changed'
}
