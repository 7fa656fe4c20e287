import { reportIncident, resolveIncident } from '@ecmr/application'
import { incidentBody, resolutionBody } from '@ecmr/contract'
import { incidentTypes, outcomes, severities } from '@ecmr/domain'
import { type FormState, type FormValues, typedAs } from '../../../forms/form.js'
import { momentsOf } from '../../../forms/local-time.js'
import type { Pages } from '../../../panel-server.js'
import type { Control } from '../fields/controls.js'
import { commandForm, type FormPlace, given, type ReadForm } from '../shared/command-form.js'
import { incidentTypeLabels, outcomeLabels, severityLabels } from '../shared/labels.js'

/** The form for reporting that something went wrong. */
export const incidentPages: Pages = (app, context) =>
  commandForm(app, context, {
    path: 'incidencias',
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
  const moments = momentsOf(typedAs(values, 'occurred_at'), timeZone) ?? []
  const [first, second] = moments
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
    {
      name: 'occurred_at',
      label: said.occurred,
      type: 'datetime-local',
      hint: said.occurredHint(timeZone),
    },
    ...(first && second
      ? [
          {
            name: 'occurred_at_offset',
            label: said.which,
            options: [
              ['', t.choose],
              [first.offset, said.first(first.offset)],
              [second.offset, said.second(second.offset)],
            ] as const,
          },
        ]
      : []),
    { name: 'place', label: said.place, autocomplete: 'off' },
  ]
}

/** What happened, with the local time of the company as an instant. */
function readIncident(values: FormValues, { t, timeZone }: FormPlace): ReadForm {
  const body = given(incidentBody, values)
  const typed = typedAs(values, 'occurred_at')
  if (typed === '') return { body }
  const { occurred_at: _, ...others } = body
  const moments = momentsOf(typed, timeZone)
  const [only, second] = moments ?? []
  const fault = (name: string, sentence: string): ReadForm => ({ body: others, faults: { [name]: sentence } })
  if (moments === undefined) return fault('occurred_at', t.faults.noTime)
  if (only === undefined) return fault('occurred_at', t.faults.skippedTime)
  const chosen = second
    ? moments.find(({ offset }) => offset === typedAs(values, 'occurred_at_offset'))
    : only
  if (chosen === undefined) return fault('occurred_at_offset', t.faults.which)
  return { body: { ...others, occurred_at: chosen.instant } }
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
