import { Type } from '@sinclair/typebox'

/** Where people of the company see a note in the panel. */
export function panelUrl(siteUrl: string, noteId: string): string {
  return `${siteUrl}/ecmrs/${noteId}`
}

export const panelUrlSchema = Type.String({
  description: 'Su página en el panel, para personas',
})
