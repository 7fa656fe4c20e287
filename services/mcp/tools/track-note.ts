import { closed, trackingView } from '@ecmr/contract'
import { statusLabel } from '@ecmr/domain'
import { noteIdByNumber, trackNote } from '@ecmr/read-models'
import { Type } from '@sinclair/typebox'
import { readNumber, unknownNote } from './named-note.js'
import { shapeOf } from './shape-of.js'
import type { Tool } from './tool.js'

const input = closed({
  ecmr_number: Type.String({
    description: 'Número, como ECMR-2026-7F3K9QZ2M-X; con guiones o sin ellos, en mayúsculas o minúsculas',
    maxLength: 64,
  }),
})

export const consultTracking: Tool<typeof input, typeof trackingView> = {
  name: 'consultar_tracking',
  title: 'Consultar el seguimiento público',
  description:
    'Devuelve lo que ve cualquiera que tenga el número de una carta de porte de la empresa: estado, ciudades, fechas e hitos, sin ' +
    'empresas, mercancía ni precios. Úsela para contestar a un tercero dónde está su envío. Para los datos completos, ver_ecmr.',
  input,
  output: shapeOf(trackingView),
  async call({ ecmr_number }, { assistant, pool }) {
    const read = readNumber(ecmr_number)
    if (!read.ok) return read
    if ((await noteIdByNumber(pool, assistant.company.id, read.number)) === undefined)
      return unknownNote(pool)
    const tracked = await trackNote(pool, read.number)
    if (tracked === undefined) return unknownNote(pool)
    return { ok: true, data: { ...tracked, status_label: statusLabel(tracked.status, 'es') } }
  },
}
