import type { Access, Role } from '@ecmr/domain'

const REPORTING: readonly Role[] = ['carrier', 'receiver']

/** Addresses that are not below a note's, and are about it. */
const ABOUT_A_NOTE = /^\/((ecmrs|fichas\/plantillas)\/nueva\?desde=|auditoria\/verificar\/)/

/**
 * Whether a page of a note is of use to a company with this access. What a share does not allow is not offered; the pages themselves ask
 * again. See `rolesFor`.
 */
export function isOffered(access: Access, href: string): boolean {
  if (access.kind === 'own') return true
  const { roles } = access
  if (ABOUT_A_NOTE.test(href)) return false
  const [below, page = '', query = ''] = /^\/ecmrs\/[^/?#]+\/([^?#]+)(?:\?([^#]*))?/.exec(href) ?? []
  if (below === undefined) return true
  switch (page) {
    case 'firmar':
      return roles.some((role) => query === `rol=${role}`)
    case 'reservas':
      return roles.length > 0
    case 'incidencias':
      return roles.some((role) => REPORTING.includes(role))
    case 'estado':
    case 'vehiculo':
      return roles.includes('carrier')
    case 'historial':
    case 'adjuntos':
      return true
    default:
      return page.endsWith('/qr')
  }
}
