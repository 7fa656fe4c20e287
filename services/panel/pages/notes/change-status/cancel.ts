import { cancel } from '@ecmr/application'
import { cancellationBody } from '@ecmr/contract'
import type { Pages } from '../../../panel-server.js'
import { commandForm } from '../shared/command-form.js'

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
