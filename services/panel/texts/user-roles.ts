import type { UserRole } from '@ecmr/accounts'
import type { TextTable } from '@ecmr/contract'

/** What each role is called. */
export const userRoleNames = {
  owner: ['Propietario', 'Owner'],
  member: ['Miembro', 'Member'],
  driver: ['Conductor', 'Driver'],
  reader: ['Solo lectura', 'Read-only'],
} as const satisfies TextTable<UserRole>

/** What each role allows, to the person who gets it. */
export const userRoleMeanings = {
  owner: [
    'Rol: propietario. Podrá trabajar con las cartas de porte y gestionar la empresa, sus claves y sus personas.',
    'Role: owner. You can work with consignment notes and manage the company, its keys and its people.',
  ],
  member: [
    'Rol: miembro. Podrá trabajar con las cartas de porte de la empresa.',
    'Role: member. You can work with the company’s consignment notes.',
  ],
  driver: [
    'Rol: conductor. Podrá ver las cartas de porte y registrar recogidas, entregas, incidencias y firmas.',
    'Role: driver. You can see consignment notes and record pickups, deliveries, incidents and signatures.',
  ],
  reader: [
    'Rol: solo lectura. Podrá ver las cartas de porte y la auditoría, sin cambiar nada.',
    'Role: read-only. You can see consignment notes and the audit trail, without changing anything.',
  ],
} as const satisfies TextTable<UserRole>
