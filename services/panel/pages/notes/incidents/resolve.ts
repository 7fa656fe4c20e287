import { resolveIncident } from '@ecmr/application'
import { resolutionBody } from '@ecmr/contract'
import { outcomes } from '@ecmr/domain'
import type { Pages } from '../../../panel-server.js'
import { commandForm } from '../shared/command-form.js'
import { incidentTypeLabels, outcomeLabels } from '../shared/labels.js'

/** The form for saying how an incident ended. */
export const incidentResolvePages: Pages = (app, context) =>
  commandForm(app, context, {
    path: 'incidencias/:incident/resolver',
    schema: resolutionBody,
    flash: 'incident_resolved',
    texts: (t) => t.resolve,
    trial: ({ params }) => ({
      type: 'resolve_incident',
      incident_id: params.incident ?? '',
      outcome: 'continue',
    }),
    intro: ({ note, params, language }) => {
      const incident = note.incidents.find(({ incident_id }) => incident_id === params.incident)
      return incident && `${incidentTypeLabels[language][incident.type]}: ${incident.description}`
    },
    controls: ({ t, language }) => [
      {
        name: 'outcome',
        label: t.resolve.outcome,
        hint: t.resolve.outcomeHint,
        required: true,
        options: [['', t.choose], ...outcomes.map((each) => [each, outcomeLabels[language][each]] as const)],
      },
      { name: 'note', label: t.resolve.note, rows: 3 },
    ],
    commands: (body, _commandId, { params }) => [resolveIncident(params.incident ?? '', body)],
  })
