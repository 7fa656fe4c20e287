import { inBoth } from '../../../texts/texts.js'

/** What is said after the forms of a note. */
export const noteFormFlashes = inBoth(
  {
    note_created: 'La carta de porte está creada.',
    note_changed: 'Los cambios están guardados.',
    note_unchanged: 'No había nada que cambiar.',
    note_signed: 'La firma está guardada.',
    note_moved: 'Se ha cambiado el estado.',
    note_cancelled: 'La carta de porte está anulada.',
    incident_reported: 'La incidencia está comunicada.',
    incident_resolved: 'La incidencia está resuelta.',
    reservation_recorded: 'La reserva está anotada.',
  },
  {
    note_created: 'The consignment note is created.',
    note_changed: 'The changes are saved.',
    note_unchanged: 'There was nothing to change.',
    note_signed: 'The signature is saved.',
    note_moved: 'The status is changed.',
    note_cancelled: 'The consignment note is cancelled.',
    incident_reported: 'The incident is reported.',
    incident_resolved: 'The incident is resolved.',
    reservation_recorded: 'The reservation is recorded.',
  },
)
