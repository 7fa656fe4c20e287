import { changeStatus } from '@ecmr/application'
import { closed, oneOf, text } from '@ecmr/contract'
import { allowedTransitions, hasSigned, type Note, type Status, statuses, statusLabel } from '@ecmr/domain'
import { Type } from '@sinclair/typebox'
import type { Pages } from '../../../panel-server.js'
import { commandForm } from '../shared/command-form.js'

const statusForm = closed({
  status: oneOf(statuses, 'Where the note is to go'),
  unsigned_reason: Type.Optional(text('Why the receiver did not sign', 2000)),
})

/** The form for moving a note on. An incident is reported on a page of its own. */
export const statusPages: Pages = (app, context) =>
  commandForm(app, context, {
    path: 'estado',
    schema: statusForm,
    flash: 'note_moved',
    texts: (t) => ({ ...t.status, intro: t.status.skipped }),
    // One that has to go on, or cannot: what stands in the way is said.
    trial: ({ note }) => (waysOf(note).length > 0 ? undefined : { type: 'change_status', to: 'delivered' }),
    useless: ({ note, t }) => (note.progress === 'delivered' ? t.status.none : undefined),
    controls: ({ note, t, language }) => [
      {
        name: 'status',
        label: t.status.to,
        required: true,
        options: [['', t.choose], ...waysOf(note).map((to) => [to, statusLabel(to, language)] as const)],
      },
      ...(hasSigned(note, 'receiver')
        ? []
        : [{ name: 'unsigned_reason', label: t.status.unsigned, hint: t.status.unsignedHint, rows: 2 }]),
    ],
    commands: ({ status, unsigned_reason }) => [changeStatus(status, unsigned_reason)],
  })

function waysOf(note: Note): readonly Status[] {
  return allowedTransitions(note).filter((to) => to !== 'incident')
}
