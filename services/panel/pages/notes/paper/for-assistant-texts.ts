import { textTable } from '@ecmr/contract'

/** What the page says when there is nothing to send, or no more. */
export type AssistantMessage =
  | 'done'
  | 'reading'
  | 'used'
  | 'expired'
  | 'disconnected'
  | 'other_person'
  | 'unknown'

/** What the pages say on which a person sends a document that an assistant has asked for. */
export const assistantTexts = textTable({
  title: ['Documento para su asistente', 'Document for your assistant'],
  intro: [
    (assistant: string, until: string) =>
      `El asistente «${assistant}» le pide un documento. Haga una foto de la carta de porte o del albarán, o elija un escaneo: el asistente recibirá los datos leídos, no la imagen. El enlace es válido una sola vez, hasta el ${until}.`,
    (assistant: string, until: string) =>
      `The assistant “${assistant}” asks for a document. Take a photo of the consignment note or delivery note, or choose a scan: the assistant gets the data, not the picture. The link is valid once, until ${until}.`,
  ],
  again: ['Elija de nuevo la imagen.', 'Choose the picture again.'],
  notStored: [
    'La imagen no se guarda. Los datos leídos se guardan cifrados un máximo de 10 minutos, hasta que el asistente los recoge, y después se borran.',
    'The picture is not stored. The data is kept encrypted for up to 10 minutes until the assistant fetches it, then erased.',
  ],
  help: ['Ver los asistentes conectados', 'View connected assistants'],
  messages: {
    done: {
      title: ['Documento leído', 'Document read'],
      sentence: [
        'Vuelva a su asistente e indíquele que lo ha enviado. Ya puede cerrar esta página.',
        'Go back to your assistant and tell it you have sent the document. You can close this page.',
      ],
    },
    reading: {
      title: ['Ya se está leyendo un documento', 'A document is already being read'],
      sentence: [
        'Se está leyendo un documento enviado con este enlace. Espere unos segundos y vuelva a su asistente.',
        'A document sent with this link is being read. Wait a few seconds and go back to your assistant.',
      ],
    },
    used: {
      title: ['Este enlace ya se ha usado', 'This link has already been used'],
      sentence: [
        'Cada enlace sirve para un documento. Para enviar otro, pida otro enlace a su asistente.',
        'Each link is for one document. To send another, ask your assistant for a new link.',
      ],
    },
    expired: {
      title: ['Este enlace ha caducado', 'This link has expired'],
      sentence: [
        'Los enlaces son válidos durante 10 minutos. Pida otro a su asistente.',
        'Links are valid for 10 minutes. Ask your assistant for a new one.',
      ],
    },
    disconnected: {
      title: ['El asistente ya no está conectado', 'The assistant is no longer connected'],
      sentence: [
        'La conexión que pidió este documento ha terminado. No se ha enviado nada.',
        'The connection that asked for this document has ended. Nothing was sent.',
      ],
    },
    other_person: {
      title: ['Este enlace es para otra persona', 'This link is for another person'],
      sentence: [
        'Solo puede usarlo la persona que conectó el asistente. Si es usted, salga y entre con esa cuenta. Si no, pida un enlace a su propio asistente.',
        'Only the person who connected the assistant can use it. If that is you, log out and log in with that account. Otherwise, ask your own assistant for a link.',
      ],
    },
    unknown: {
      title: ['Este enlace no existe', 'This link does not exist'],
      sentence: [
        'Compruebe que lo ha copiado entero o pida otro a su asistente. Los enlaces caducados se eliminan.',
        'Check that you copied all of it or ask your assistant for a new one. Expired links are deleted.',
      ],
    },
  },
})
