import { recordReservation } from '@ecmr/application'
import { reservationBody } from '@ecmr/contract'
import { roles } from '@ecmr/domain'
import type { Pages } from '../../../panel-server.js'
import { commandForm } from '../shared/command-form.js'
import { roleLabels } from '../shared/labels.js'

/** The form for remarks on the condition or the count of the goods. */
export const reservationPages: Pages = (app, context) =>
  commandForm(app, context, {
    path: 'reservas',
    schema: reservationBody,
    flash: 'reservation_recorded',
    texts: (t) => t.reserve,
    trial: () => ({ type: 'record_reservation', reservation_id: 'trial', by: 'receiver', grounds: 'trial' }),
    controls: ({ note, t, language }) => [
      {
        name: 'by',
        label: t.reserve.by,
        required: true,
        options: [
          ['', t.choose],
          ...roles
            .filter((role) => note.progress !== 'delivered' || role === 'receiver')
            .map((role) => [role, roleLabels[language][role]] as const),
        ],
      },
      { name: 'grounds', label: t.reserve.grounds, hint: t.reserve.groundsHint, required: true, rows: 4 },
    ],
    commands: (body, commandId) => [recordReservation(body, commandId)],
  })
