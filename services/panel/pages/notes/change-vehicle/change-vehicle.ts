import { changeVehicle } from '@ecmr/application'
import { fullFieldLabel, vehicleChangeBody } from '@ecmr/contract'
import type { FieldName } from '@ecmr/domain'
import { type FormValues, typedAs } from '../../../forms/form.js'
import { sentencesFor } from '../../../forms/sentences.js'
import type { Pages } from '../../../panel-server.js'
import { commandForm, type FormPlace, given, type ReadForm } from '../shared/command-form.js'
import { momentControls, readStatedMoment } from '../shared/stated-moment.js'

const shown = [
  'vehicle_plate',
  'trailer_plate',
  'driver_name',
  'driver_phone',
] as const satisfies readonly FieldName[]

/** The form for another vehicle or driver on the way. It begins with those of the note. */
export const vehiclePages: Pages = (app, context) =>
  commandForm(app, context, {
    path: 'vehiculo',
    access: 'driver',
    schema: vehicleChangeBody,
    flash: 'vehicle_changed',
    texts: (t) => t.vehicle,
    trial: () => ({ type: 'change_vehicle', changes: { vehicle_plate: 'trial' }, reason: 'trial' }),
    controls: ({ note, t, language, timeZone }, { values }) => [
      ...shown.map((name) => ({
        name,
        label: fullFieldLabel(name, language),
        autocomplete: 'off',
        value: note.fields[name] ?? '',
        ...(name === 'vehicle_plate' && { required: true }),
      })),
      { name: 'reason', label: t.vehicle.reason, required: true, rows: 2 },
      ...momentControls('changed_at', t.vehicle.when, values, { t, timeZone }),
      { name: 'place', label: t.vehicle.place, autocomplete: 'off' },
    ],
    read,
    commands: (body) => [changeVehicle(body)],
  })

const MISSING_PLATE = { pointer: '/vehicle_plate', code: 'required', message: '' }

/** What differs from the note; a control that was emptied clears its field. */
function read(values: FormValues, place: FormPlace): ReadForm {
  const { changed_at: _, ...typed } = given(vehicleChangeBody, values)
  const { fields } = place.note
  const plate = typedAs(values, 'vehicle_plate')
  const changes = shown
    .filter((name) => typedAs(values, name) !== (fields[name] ?? ''))
    .map((name) => [name, typedAs(values, name) || null] as const)
  const others = Object.entries(typed).filter(([name]) => !shown.some((field) => field === name))
  const body = Object.fromEntries([...changes, ...others])
  const { vehicle } = place.t
  if (plate === '') return { body, faults: sentencesFor([MISSING_PLATE], place.language) }
  if (changes.length === 0) return { body, faults: { vehicle_plate: vehicle.same } }
  const when = readStatedMoment('changed_at', values, place)
  if ('faults' in when) return { body, faults: when.faults }
  return { body: { ...body, ...(when.instant !== undefined && { changed_at: when.instant }) } }
}
