import { reportIncident, resolveIncident } from '@ecmr/application'
import { incidentBody, resolutionBody } from '@ecmr/contract'
import { incidentTypes, outcomes, severities } from '@ecmr/domain'
import type { FormState, FormValues } from '../../../forms/form.js'
import type { Pages } from '../../../panel-server.js'
import type { Control } from '../fields/controls.js'
import { commandForm, type FormPlace, given, type ReadForm } from '../shared/command-form.js'
import { incidentTypeLabels, outcomeLabels, severityLabels } from '../shared/labels.js'
import { momentControls, readStatedMoment } from '../shared/stated-moment.js'

/** The form for reporting that something went wrong. */
export const incidentPages: Pages = (app, context) =>
  commandForm(app, context, {
    path: 'incidencias',
    access: 'driver',
    schema: incidentBody,
    flash: 'incident_reported',
    texts: (t) => t.incident,
    trial: () => ({
      type: 'report_incident',
      incident_id: 'trial',
      incident: { type: 'other', description: 'trial' },
    }),
    controls,
    read: readIncident,
    commands: (body, commandId) => [reportIncident(body, commandId)],
  })

function controls({ language, t, timeZone }: FormPlace, { values }: FormState): readonly Control[] {
  const said = t.incident
  return [
    {
      name: 'type',
      label: said.type,
      required: true,
      options: [
        ['', t.choose],
        ...incidentTypes.map((type) => [type, incidentTypeLabels[language][type]] as const),
      ],
    },
    {
      name: 'severity',
      label: said.severity,
      options: [
        ['', severityLabels[language].medium],
        ...severities
          .filter((severity) => severity !== 'medium')
          .map((severity) => [severity, severityLabels[language][severity]] as const),
      ],
    },
    { name: 'description', label: said.description, required: true, rows: 4 },
    ...momentControls('occurred_at', said.occurred, values, { t, timeZone }),
    { name: 'place', label: said.place, autocomplete: 'off' },
  ]
}

/** What happened, with the local time of the company as an instant. */
function readIncident(values: FormValues, place: FormPlace): ReadForm {
  const { occurred_at: _, ...body } = given(incidentBody, values)
  const when = readStatedMoment('occurred_at', values, place)
  if ('faults' in when) return { body, faults: when.faults }
  return { body: { ...body, ...(when.instant !== undefined && { occurred_at: when.instant }) } }
}

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
