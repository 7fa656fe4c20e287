import { type TextTable, textTable } from '@ecmr/contract'
import type { InvitationView, MailOutcome } from '@ecmr/contract'
import type { DriverLinkState } from '@ecmr/domain'

/** What the page of a note’s invitations to sign says. */
export const invitationTexts = textTable({
  title: ['Invitar a firmar', 'Invite to sign'],
  about: [
    'Quien no tiene cuenta firma con un enlace y un código de seis cifras. El código se envía a su correo, o usted se lo lee por teléfono desde esta página.',
    'People without an account sign with a link and a six-digit code. The code is mailed to them, or you read it out to them from this page.',
  ],
  role: ['Quién firma', 'Who signs'],
  driverSigns: ['El conductor firma por el transportista.', 'The driver signs for the carrier.'],
  name: ['Nombre y apellidos', 'Full name'],
  email: ['Correo electrónico', 'Email address'],
  emailHint: [
    'Ahí se envían el enlace y el código. Sin correo, dele usted el enlace y léale el código.',
    'The link and the code are mailed there. Without it, pass on the link and read out the code yourself.',
  ],
  hours: ['Válido durante', 'Valid for'],
  hourChoices: {
    24: ['1 día', '1 day'],
    72: ['3 días', '3 days'],
    168: ['7 días', '7 days'],
    720: ['30 días', '30 days'],
  },
  invite: ['Crear el enlace', 'Create the link'],
  made: [
    (name: string) => `Enlace para ${name}. Se muestra solo ahora.`,
    (name: string) => `Link for ${name}. It is shown only now.`,
  ],
  secret: [
    'Quien tiene el enlace puede leer la carta de porte. Déselo solo a esta persona.',
    'Anyone who has the link can read the consignment note. Give it to this person only.',
  ],
  toSign: ['Para firmar', 'To sign'],
  onTheWay: ['Para el viaje', 'For the way'],
  copyDriverLink: ['Copiar el enlace para el viaje', 'Copy the link for the way'],
  driverCode: ['Código QR del enlace para el viaje', 'QR code of the link for the way'],
  driverHint: [
    'El conductor lo escanea con su teléfono. Ahí muestra el QR de la inspección y anota recogida, entrega, vehículo e incidencias, también sin cobertura. La primera vez se le pide un código: muéstrelo aquí abajo y léaselo.',
    'The driver scans it with their telephone. There they show the inspection’s QR code and record pickup, delivery, vehicle and incidents, also without coverage. The first time it asks for a code: show one below and read it out.',
  ],
  driverLink: {
    open: ['El enlace para el viaje sigue abierto.', 'The link for the way is still open.'],
    expired: ['El enlace para el viaje ha caducado.', 'The link for the way has expired.'],
    revoked: ['El enlace para el viaje está revocado.', 'The link for the way is revoked.'],
    cancelled: [
      'El enlace para el viaje terminó al anularse la carta de porte.',
      'The link for the way ended when the note was cancelled.',
    ],
  } satisfies TextTable<DriverLinkState>,
  copyLink: ['Copiar el enlace', 'Copy the link'],
  mail: {
    sent: ['También se ha enviado por correo.', 'It was also mailed.'],
    not_sent: [
      'El servidor de correo no lo ha enviado. Páselo usted, por ejemplo por mensaje.',
      'The mail server did not send it. Pass it on yourself, for example by message.',
    ],
    too_many: [
      'No se ha enviado por correo: su empresa ha alcanzado los correos de hoy. Páselo usted.',
      'It was not mailed: your company has reached today’s number of mails. Pass it on yourself.',
    ],
    not_configured: [
      'No se ha enviado por correo: el operador de este servicio no lo ha configurado. Páselo usted.',
      'It was not mailed: the operator of this service has not set up email. Pass it on yourself.',
    ],
    test_note: [
      'No se ha enviado: los correos de cartas de porte de prueba no se envían.',
      'It was not mailed: emails of test notes are not sent.',
    ],
    not_asked: ['Páselo usted, por ejemplo por mensaje.', 'Pass it on yourself, for example by message.'],
  } satisfies TextTable<MailOutcome>,
  list: ['Invitaciones', 'Invitations'],
  none: ['Aún no hay invitaciones.', 'No invitations yet.'],
  state: {
    open: ['Abierta', 'Open'],
    used: ['Firmada', 'Signed'],
    declined: ['Sin firma', 'Not signed'],
    expired: ['Caducada', 'Expired'],
    revoked: ['Revocada', 'Revoked'],
  } satisfies TextTable<InvitationView['state']>,
  earlier: ['Invitaciones anteriores', 'Earlier invitations'],
  until: ['hasta', 'until'],
  revoke: ['Revocar', 'Revoke'],
  showCode: ['Mostrar un código', 'Show a code'],
  code: [(name: string) => `Código para ${name}`, (name: string) => `Code for ${name}`],
  codeHint: [
    (until: string) =>
      `Léaselo solo a esta persona, mejor por teléfono. Es válido una vez, hasta el ${until}; los códigos anteriores ya no valen.`,
    (until: string) =>
      `Read it out to this person only, best by phone. It is valid once, until ${until}; earlier codes no longer work.`,
  ],
  tooManyCodes: [
    'Se han creado demasiados códigos para esta invitación. Espere una hora, o revóquela e invite de nuevo.',
    'Too many codes were made for this invitation. Wait an hour, or revoke it and invite again.',
  ],
})
