import { cancel, changeStatus, recordReservation, revertDelivery, standingFor } from '@ecmr/application'
import { cancellationBody, closed, deliveryReversalBody, oneOf, reservationBody, text } from '@ecmr/contract'
import {
  allowedTransitions,
  hasSigned,
  mayActAs,
  mayCommand,
  type Note,
  roles,
  type Status,
  statuses,
  statusLabel,
} from '@ecmr/domain'
import { Type } from '@sinclair/typebox'
import type { FormValues } from '../../../forms/form.js'
import type { Pages } from '../../../panel-server.js'
import { commandForm, type FormPlace, given, type ReadForm } from '../shared/command-form.js'
import { roleLabels } from '../shared/labels.js'
import { momentControls, readStatedMoment } from '../shared/stated-moment.js'

const statusForm = closed({
  status: oneOf(statuses, 'Where the note is to go'),
  unsigned_reason: Type.Optional(text('Why the receiver did not sign', 2000)),
  at: Type.Optional(
    Type.String({ description: 'When the goods were taken over or delivered', format: 'date-time' }),
  ),
})

/** The form for moving a note on. An incident is reported on a page of its own. */
export const statusPages: Pages = (app, context) =>
  commandForm(app, context, {
    path: 'estado',
    access: 'driver',
    schema: statusForm,
    flash: 'note_moved',
    preset: 'status',
    texts: (t) => ({ ...t.status, intro: t.status.skipped }),
    // One that has to go on, or cannot: what stands in the way is said.
    trial: ({ note }) => (waysOf(note).length > 0 ? undefined : { type: 'change_status', to: 'delivered' }),
    asks: () => statuses.filter((to) => to !== 'incident').map((to) => changeStatus(to)),
    useless: ({ note, t }) => (note.progress === 'delivered' ? t.status.none : undefined),
    controls: ({ note, access, t, language, timeZone, userRole }, { values }) => [
      {
        name: 'status',
        label: t.status.to,
        required: true,
        options: [
          ['', t.choose],
          ...waysOf(note)
            .filter((to) => mayActAs(userRole, standingFor(changeStatus(to))))
            .filter((to) => mayCommand(access, changeStatus(to)))
            .map((to) => [to, statusLabel(to, language)] as const),
        ],
      },
      ...momentControls('at', t.status.when, values, { t, timeZone }),
      ...(hasSigned(note, 'receiver')
        ? []
        : [{ name: 'unsigned_reason', label: t.status.unsigned, hint: t.status.unsignedHint, rows: 2 }]),
    ],
    read: readStatus,
    commands: ({ status, unsigned_reason, at }) => [changeStatus(status, unsigned_reason, at)],
  })

/** Where the note goes; a time is taken only with the pickup and the delivery. */
function readStatus(values: FormValues, place: FormPlace): ReadForm {
  const { at: _, ...body } = given(statusForm, values)
  const when = readStatedMoment('at', values, place)
  if ('faults' in when) return { body, faults: when.faults }
  if (when.instant === undefined) return { body }
  if (body.status !== 'in_transit' && body.status !== 'delivered')
    return { body, faults: { at: place.t.status.onlyOnTheWay } }
  return { body: { ...body, at: when.instant } }
}

function waysOf(note: Note): readonly Status[] {
  return allowedTransitions(note).filter((to) => to !== 'incident')
}

/** The form for taking back a delivery that was recorded by mistake. */
export const revertPages: Pages = (app, context) =>
  commandForm(app, context, {
    path: 'retirar-entrega',
    schema: deliveryReversalBody,
    flash: 'delivery_reverted',
    texts: (t) => t.revert,
    trial: () => ({ type: 'revert_delivery', reason: 'trial' }),
    sure: (t) => t.revert.sure,
    controls: ({ t }) => [{ name: 'reason', label: t.revert.reason, required: true, rows: 3 }],
    commands: (body) => [revertDelivery(body)],
  })

/** The form for withdrawing a note for good. */
export const cancelPages: Pages = (app, context) =>
  commandForm(app, context, {
    path: 'anular',
    schema: cancellationBody,
    flash: 'note_cancelled',
    texts: (t) => t.cancel,
    trial: () => ({ type: 'cancel', reason: 'trial' }),
    sure: (t) => t.cancel.sure,
    controls: ({ t }) => [{ name: 'reason', label: t.cancel.reason, required: true, rows: 3 }],
    commands: (body) => [cancel(body)],
  })

/** The form for remarks on the condition or the count of the goods. */
export const reservationPages: Pages = (app, context) =>
  commandForm(app, context, {
    path: 'reservas',
    access: 'driver',
    schema: reservationBody,
    flash: 'reservation_recorded',
    texts: (t) => t.reserve,
    trial: () => ({ type: 'record_reservation', reservation_id: 'trial', by: 'receiver', grounds: 'trial' }),
    asks: () =>
      roles.map((by) => ({ type: 'record_reservation', reservation_id: 'trial', by, grounds: 'trial' })),
    controls: ({ note, access, t, language }) => [
      {
        name: 'by',
        label: t.reserve.by,
        required: true,
        options: [
          ['', t.choose],
          ...roles
            .filter((role) => note.progress !== 'delivered' || role === 'receiver')
            .filter((role) => access.kind === 'own' || access.roles.includes(role))
            .map((role) => [role, roleLabels[language][role]] as const),
        ],
      },
      { name: 'grounds', label: t.reserve.grounds, hint: t.reserve.groundsHint, required: true, rows: 4 },
    ],
    commands: (body, commandId) => [recordReservation(body, commandId)],
  })
