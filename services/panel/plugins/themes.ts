import type { FastifyRequest } from 'fastify'
import type { Cookies } from './cookies.js'

/** The colours of pages: as the device wants them, or always the same. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** What a visitor has chosen for this browser. The page comes in it: nothing changes when it is already seen. */
export function themeOf(request: FastifyRequest, cookies: Cookies): Theme {
  return themes.find((theme) => theme === cookies.read(request, 'theme')) ?? 'system'
}
