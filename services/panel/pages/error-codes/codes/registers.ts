import type { CodeText } from '../code-text.js'

/** About parties, drivers, vehicles and templates. */
export const registerCodes = {
  entry_not_found: {
    title: 'No existe esa ficha en su empresa',
    why: [
      'La petición nombra, por ejemplo con `driver_id`, una ficha que no existe, se eliminó o es de otro tipo. Los datos reales y los de prueba tienen fichas distintas.',
      'The request names an entry, for example with `driver_id`, that does not exist, was removed or belongs to another register. Real data and test data have separate registers.',
    ],
    remedy: [
      'Busque la ficha, por ejemplo con `GET /api/drivers?q=…`, y envíe su `id`, o envíe los campos de la carta de porte. `errors` dice cuál falta.',
      'Find the entry, for example with `GET /api/drivers?q=…`, and send its `id`, or send the fields of the note. `errors` names the one that is missing.',
    ],
    detail: 'Send ids of entries that your company has; see errors.',
  },
  reference_taken: {
    title: 'Otra ficha tiene esa referencia',
    why: [
      'En cada tipo de fichas, `reference` es única dentro de su empresa.',
      'In each register, `reference` is unique within your company.',
    ],
    remedy: [
      'Busque la otra ficha con `?reference=…` y modifíquela, o envíe otra referencia o ninguna.',
      'Find the other entry with `?reference=…` and change it, or send another reference or none.',
    ],
    detail: 'Another entry has this reference. Change that one, or send another reference.',
  },
  register_full: {
    title: 'No caben más fichas',
    why: [
      'Cada empresa tiene un máximo de fichas de cada tipo: 5000 empresas, 2000 conductores, 2000 vehículos y 200 plantillas.',
      'Each company has a maximum of each: 5,000 parties, 2,000 drivers, 2,000 vehicles and 200 templates.',
    ],
    remedy: [
      'Elimine las que ya no use. Las cartas de porte conservan su copia de lo que decían.',
      'Remove those that you no longer use. Notes keep their own copy of what they said.',
    ],
    detail: 'Your company can have at most 2,000 drivers. Remove what you no longer use.',
  },
} as const satisfies Readonly<Record<string, CodeText>>
