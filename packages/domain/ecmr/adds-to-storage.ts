import type { EcmrCommand } from './commands.js'

/** Whether a command adds to what a company keeps. What leads a note to its end is always possible, and small. */
export function addsToStorage(command: EcmrCommand): boolean {
  switch (command.type) {
    case 'create':
    case 'edit':
    case 'sign':
    case 'record_reservation':
    case 'report_incident':
      return true
    case 'change_status':
      return command.to === 'incident'
    case 'take_over':
    case 'confirm_delivery':
    case 'resolve_incident':
    case 'cancel':
      return false
    default:
      return command satisfies never
  }
}
