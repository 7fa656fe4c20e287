/**
 * Owners manage the company, its keys and its people; members work with its notes; drivers see them and carry their goods; readers see
 * them and the audit trail, and change nothing.
 */
export const userRoles = ['owner', 'member', 'driver', 'reader'] as const
export type UserRole = (typeof userRoles)[number]

/**
 * As what a person of a company acts: `person` sees its notes, `auditor` its audit trail, `driver` records what happens to the goods on
 * their way, `member` writes notes and issues documents, `owner` manages the company.
 */
export type Standing = 'person' | 'auditor' | 'driver' | 'member' | 'owner'

const standings: Readonly<Record<UserRole, readonly Standing[]>> = {
  owner: ['person', 'auditor', 'driver', 'member', 'owner'],
  member: ['person', 'auditor', 'driver', 'member'],
  driver: ['person', 'driver'],
  reader: ['person', 'auditor'],
}

/** Whether a role allows to act as something. */
export function mayActAs(role: UserRole, standing: Standing): boolean {
  return standings[role].includes(standing)
}
