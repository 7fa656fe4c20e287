import { textTable } from '@ecmr/contract'

/** What a page says about the form that was sent on the previous page. */
export const flashes = textTable({
  logged_out: ['Ha cerrado la sesión.', 'You have logged out.'],
  session_over: [
    'Su sesión ha terminado y no se ha guardado nada. Entre y repita lo último que hizo.',
    'Your session has ended. Nothing was saved. Log in and repeat your last step.',
  ],
  registered: ['Su cuenta está lista.', 'Your account is ready.'],
  joined: ['Ya forma parte de la empresa.', 'You are now part of the company.'],
  password_changed: [
    'Contraseña cambiada. Las demás sesiones se han cerrado.',
    'Password changed. All other sessions were ended.',
  ],
  password_changed_for_all: [
    'Contraseña cambiada. Las demás sesiones se han cerrado y sus asistentes de IA se han desconectado.',
    'Password changed. All other sessions were ended and your AI assistants disconnected.',
  ],
  profile_saved: ['Sus datos se han guardado.', 'Details saved.'],
  session_ended: ['Sesión cerrada.', 'Session ended.'],
  sessions_ended: ['Las demás sesiones se han cerrado.', 'All other sessions were ended.'],
  key_revoked: ['La clave está revocada.', 'Key revoked.'],
  key_revoked_before: ['La clave ya estaba revocada.', 'This key was already revoked.'],
  company_saved: ['Los datos de la empresa se han guardado.', 'Company details saved.'],
  role_changed: ['Rol cambiado.', 'Role changed.'],
  person_removed: [
    'La persona ya no forma parte de la empresa.',
    'The person is no longer part of the company.',
  ],
  invited: ['Invitación enviada.', 'Invitation sent.'],
  invitation_withdrawn: [
    'Invitación retirada. Su enlace ya no sirve.',
    'Invitation withdrawn. Its link no longer works.',
  ],
  assistant_disconnected: ['El asistente está desconectado.', 'Assistant disconnected.'],
  note_created: ['La carta de porte está creada.', 'Consignment note created.'],
  note_changed: ['Los cambios están guardados.', 'Changes saved.'],
  note_unchanged: ['No había nada que cambiar.', 'There was nothing to change.'],
  note_signed: ['La firma está guardada.', 'Signature saved.'],
  note_moved: ['Se ha cambiado el estado.', 'Status changed.'],
  note_cancelled: ['La carta de porte está anulada.', 'Consignment note cancelled.'],
  document_issued: ['El documento está emitido.', 'Document issued.'],
  document_unchanged: [
    'El documento ya muestra la carta de porte como está: no hace falta otra versión.',
    'The document already shows the note as it is: no other version is needed.',
  ],
  data_erased: [
    'Los datos están borrados. Los documentos se sustituyen en unos segundos.',
    'The data is erased. Documents are replaced within seconds.',
  ],
  erasure_waits: [
    'El borrado está solicitado. Se hará cuando la ley deje de obligar a conservar los datos.',
    'The erasure is recorded. It will be done when the law has the data kept no longer.',
  ],
  document_closed: ['El enlace está cerrado.', 'Link closed.'],
  document_sent: ['El documento está enviado.', 'Document sent.'],
  document_link_made: [
    'El enlace está creado. Cópielo y envíeselo a la otra parte.',
    'Link made. Copy it and send it to the other party.',
  ],
  incident_reported: ['La incidencia está comunicada.', 'Incident reported.'],
  incident_resolved: ['La incidencia está resuelta.', 'Incident resolved.'],
  reservation_recorded: ['La reserva está anotada.', 'Reservation recorded.'],
  webhook_saved: ['Los cambios del webhook están guardados.', 'Webhook changes saved.'],
  webhook_enabled: ['El webhook está activado.', 'Webhook enabled.'],
  webhook_disabled: ['El webhook está desactivado.', 'Webhook disabled.'],
  webhook_deleted: ['El webhook está eliminado.', 'Webhook deleted.'],
  webhook_test_arrived: ['La prueba ha llegado.', 'The test was delivered.'],
  webhook_delivery_due: ['La entrega se envía otra vez ahora.', 'The delivery is being sent again.'],
  webhook_replay_asked: ['Reenvío solicitado.', 'Replay requested.'],
  webhook_replay_cancelled: ['El reenvío está cancelado.', 'Replay cancelled.'],
})
