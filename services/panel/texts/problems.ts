import { type TextTable, textTable } from '@ecmr/contract'
import type { PageProblemCode } from '../problems/page-problem.js'

/** What a page says instead of what was asked for. */
export const problems = textTable({
  malformed: {
    title: ['No se entiende la petición', 'Invalid request'],
    sentence: [
      'La dirección o el formulario no están bien formados. Vuelva atrás e inténtelo de nuevo.',
      'The address or the form is invalid. Go back and try again.',
    ],
  },
  form_expired: {
    title: ['El formulario ha caducado', 'The form has expired'],
    sentence: [
      'No se ha guardado nada. Vuelva a abrir la página del formulario y envíelo de nuevo.',
      'Nothing was saved. Reload the page and send the form again.',
    ],
  },
  session_ended: {
    title: ['Su sesión ha terminado', 'Your session has ended'],
    sentence: [
      'No se ha guardado nada. Entre y repita lo último que hizo.',
      'Nothing was saved. Log in and repeat your last step.',
    ],
  },
  owners_only: {
    title: ['Solo para propietarios', 'For owners only'],
    sentence: [
      'Esta página es para los propietarios de la cuenta de su empresa. Pídaselo a uno de ellos.',
      'Only owners of your company’s account can open this page. Ask one of them.',
    ],
  },
  not_found: {
    title: ['No encontrado', 'Not found'],
    sentence: [
      'Aquí no hay nada con esta dirección, o no es de su empresa.',
      'There is nothing at this address, or it does not belong to your company.',
    ],
  },
  method_not_allowed: {
    title: ['Así no se puede abrir esta dirección', 'Method not allowed'],
    sentence: [
      'Vuelva a la página anterior y use sus botones.',
      'Go back to the previous page and use its buttons.',
    ],
  },
  too_large: {
    title: ['Demasiado grande', 'Too large'],
    sentence: [
      'Lo que ha enviado es demasiado grande. No se ha guardado nada.',
      'What you sent is too large. Nothing was saved.',
    ],
  },
  not_a_form: {
    title: ['No es un formulario', 'Not a form'],
    sentence: [
      'Esta dirección solo recibe formularios de esta página.',
      'This address only accepts forms of this site.',
    ],
  },
  rate_limited: {
    title: ['Demasiadas peticiones', 'Too many requests'],
    sentence: ['Espere un minuto e inténtelo de nuevo.', 'Wait a minute and try again.'],
  },
  proof_too_large: {
    title: ['La prueba es demasiado grande', 'The proof is too large'],
    sentence: [
      'Con todos los documentos de la carta de porte, el archivo sería más grande de lo que se puede comprobar. Pida la prueba de una versión anterior.',
      'With all documents of the note the file would be larger than can be verified. Ask for the proof of an earlier version.',
    ],
  },
  evidence_off: {
    title: ['Aquí no hay pruebas', 'No proofs here'],
    sentence: [
      'Quien opera este servicio no ha configurado las pruebas verificables (EVIDENCE_KEY_FILE).',
      'The operator of this service has not set up verifiable proofs (EVIDENCE_KEY_FILE).',
    ],
  },
  document_too_large: {
    title: ['El documento sería demasiado grande', 'The document would be too large'],
    sentence: [
      'Un documento puede ocupar 5 MB como mucho. Acorte los textos o las listas de la carta de porte.',
      'A document may take 5 MB at most. Shorten the texts or the lists of the consignment note.',
    ],
  },
  failed: {
    title: ['Algo ha fallado por nuestra parte', 'Something went wrong on our side'],
    sentence: [
      'El fallo ha quedado registrado. Inténtelo de nuevo y, si se repite, dígaselo al operador.',
      'The error has been logged. Try again. If it happens again, contact the operator.',
    ],
  },
  clock_differs: {
    title: ['El reloj del servicio no es fiable ahora mismo', 'The service clock is unreliable right now'],
    sentence: [
      'No se ha guardado nada, porque no se sabría a qué hora. Inténtelo de nuevo en unos segundos.',
      'Nothing was saved, because the time would be wrong. Try again in a few seconds.',
    ],
  },
  documents_unavailable: {
    title: ['Los documentos no están disponibles ahora mismo', 'Documents are unavailable right now'],
    sentence: [
      'El documento no se puede crear o leer en este momento. No se ha emitido nada. Inténtelo de nuevo en unos segundos y, si se repite, dígaselo al operador.',
      'The document cannot be made or read at the moment. Nothing was issued. Try again in a few seconds. If it happens again, contact the operator.',
    ],
  },
  unavailable: {
    title: ['El servicio no está disponible ahora mismo', 'The service is unavailable right now'],
    sentence: [
      'No se ha guardado nada. Inténtelo de nuevo en unos segundos.',
      'Nothing was saved. Try again in a few seconds.',
    ],
  },
  outcome_unknown: {
    title: ['Puede que el cambio no se haya guardado', 'Your change may not have been saved'],
    sentence: [
      'El servicio no respondió a tiempo. Compruebe si el cambio se ha hecho antes de repetirlo.',
      'The service did not respond in time. Check whether the change was made before you repeat it.',
    ],
  },
} satisfies Readonly<Record<PageProblemCode, TextTable<'title' | 'sentence'>>>)

/** What a page says besides, when what was typed into a form is not lost. */
export const keptTexts = textTable({
  logInFirst: [
    'No se ha guardado nada todavía, pero lo que ha escrito sigue en esta página. Entre en su cuenta en otra pestaña, vuelva a esta y continúe.',
    'Nothing has been saved yet, but what you entered is still on this page. Log in in another tab, then return to this one and continue.',
  ],
  logIn: ['Entrar en otra pestaña', 'Log in in another tab'],
  goOn: ['Ya he entrado: continuar', 'I have logged in: continue'],
  kept: [
    'No se ha guardado nada todavía. Lo que ha escrito se conserva: puede enviarlo otra vez.',
    'Nothing has been saved yet. Your entries are kept: you can send them again.',
  ],
  sendAgain: ['Enviar otra vez', 'Send again'],
  reload: [
    'Lo que ha escrito no se ha perdido: actualice esta página dentro de un momento para enviarlo otra vez.',
    'Your entries are not lost. Reload this page in a moment to send them again.',
  ],
  reference: ['Referencia del error:', 'Error reference:'],
})
