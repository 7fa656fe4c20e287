import type { Register } from '@ecmr/contract'

/** The registers in addresses of the panel. */
export const registerPaths = {
  parties: 'empresas',
  drivers: 'conductores',
  vehicles: 'vehiculos',
  templates: 'plantillas',
} as const satisfies Readonly<Record<Register, string>>

/** Where the pages of a register are. */
export function registerAddress(register: Register, more = ''): string {
  return `/fichas/${registerPaths[register]}${more}`
}
