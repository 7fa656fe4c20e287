import { type TextTable, textTable } from '@ecmr/contract'
import type { PageProblemCode } from '../problems/page-problem.js'

/** What a page says instead of what was asked for. */
export const problems = textTable({
  malformed: {
    title: ['No se entiende la petición', 'Invalid request'],
    sentence: [
      'La dirección o el formulario no son válidos. Vuelva atrás e inténtelo de nuevo.',
      'The address or the form is not valid. Go back and try again.',
    ],
  },
  form_expired: {
    title: ['El formulario ha caducado', 'The form has expired'],
    sentence: [
      'No se ha guardado nada. Abra de nuevo la página y vuelva a enviar el formulario.',
      'Nothing was saved. Reload the page and submit the form again.',
    ],
  },
  session_ended: {
    title: ['Su sesión ha caducado', 'Your session has expired'],
    sentence: [
      'No se ha guardado nada. Entre y repita el último paso.',
      'Nothing was saved. Log in and repeat your last step.',
    ],
  },
  other_company: {
    title: ['Este formulario es de otra empresa', 'This form belongs to another company'],
    sentence: [
      'No se ha guardado nada. Cambie a la empresa para la que lo abrió y repita el último paso.',
      'Nothing was saved. Switch to the company you opened it for and repeat your last step.',
    ],
  },
  owners_only: {
    title: ['Solo para propietarios', 'Owners only'],
    sentence: [
      'Solo los propietarios de la cuenta pueden abrir esta página. Pida ayuda a uno de ellos.',
      'Only owners of your company’s account can open this page. Ask one of them for help.',
    ],
  },
  second_factor_required: {
    title: ['Falta la verificación en dos pasos', 'Two-step verification required'],
    sentence: [
      'No se ha guardado nada. Su empresa exige la verificación en dos pasos: configúrela en «Seguridad» y repita el último paso.',
      'Nothing was saved. Your company requires two-step verification: set it up under “Security” and repeat your last step.',
    ],
  },
  not_permitted: {
    title: ['Su rol no lo permite', 'Your role does not allow this'],
    sentence: [
      'No se ha cambiado nada. Si necesita hacerlo, pida a un propietario de la cuenta que cambie su rol.',
      'Nothing was changed. If you need to do this, ask an owner of the account to change your role.',
    ],
  },
  not_found: {
    title: ['Página no encontrada', 'Page not found'],
    sentence: [
      'Esta página no existe o no pertenece a su empresa.',
      'This page does not exist or does not belong to your company.',
    ],
  },
  method_not_allowed: {
    title: ['Esta dirección no se puede abrir así', 'This address cannot be opened this way'],
    sentence: [
      'Vuelva a la página anterior y use los botones.',
      'Go back to the previous page and use its buttons.',
    ],
  },
  too_large: {
    title: ['Demasiado grande', 'Too large'],
    sentence: [
      'El envío es demasiado grande. No se ha guardado nada. Redúzcalo e inténtelo de nuevo.',
      'Your submission is too large. Nothing was saved. Make it smaller and try again.',
    ],
  },
  not_a_form: {
    title: ['No es un formulario', 'Not a form'],
    sentence: [
      'Esta dirección solo acepta formularios de este sitio.',
      'This address only accepts forms from this site.',
    ],
  },
  rate_limited: {
    title: ['Demasiadas peticiones', 'Too many requests'],
    sentence: ['Espere un minuto e inténtelo de nuevo.', 'Wait a minute and try again.'],
  },
  proof_too_large: {
    title: ['La prueba es demasiado grande', 'The proof is too large'],
    sentence: [
      'Con todos sus documentos, el archivo supera el tamaño que se puede verificar. Descargue la prueba de una versión anterior.',
      'With all its documents, the file would be too large to verify. Download the proof of an earlier version.',
    ],
  },
  evidence_off: {
    title: ['Las pruebas no están activadas', 'Proofs are not enabled'],
    sentence: [
      'El operador de este servicio no ha configurado las pruebas verificables (EVIDENCE_KEY_FILE).',
      'The operator of this service has not configured verifiable proofs (EVIDENCE_KEY_FILE).',
    ],
  },
  document_too_large: {
    title: ['El documento es demasiado grande', 'The document is too large'],
    sentence: [
      'El máximo es de 5 MB. Acorte los textos o las listas de la carta de porte.',
      'The maximum is 5 MB. Shorten the texts or the lists of the consignment note.',
    ],
  },
  failed: {
    title: ['Se ha producido un error', 'Something went wrong'],
    sentence: [
      'El error ha quedado registrado. Inténtelo de nuevo y, si se repite, avise al operador.',
      'The error has been logged. Try again. If it happens again, contact the operator.',
    ],
  },
  clock_differs: {
    title: ['La hora del servicio no es fiable ahora mismo', 'The service clock is unreliable right now'],
    sentence: [
      'No se ha guardado nada, porque la hora sería incorrecta. Inténtelo de nuevo en unos segundos.',
      'Nothing was saved, because the time would be wrong. Try again in a few seconds.',
    ],
  },
  documents_unavailable: {
    title: ['Los documentos no están disponibles ahora mismo', 'Documents are unavailable right now'],
    sentence: [
      'No se ha emitido nada. Inténtelo de nuevo en unos segundos y, si se repite, avise al operador.',
      'Nothing was issued. Try again in a few seconds. If it happens again, contact the operator.',
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
      'El servicio no respondió a tiempo. Antes de repetir el cambio, compruebe si se ha guardado.',
      'The service did not respond in time. Check whether the change was saved before you try again.',
    ],
  },
} satisfies Readonly<Record<PageProblemCode, TextTable<'title' | 'sentence'>>>)

/** What a page says besides, when what was typed into a form is not lost. */
export const keptTexts = textTable({
  logInFirst: [
    'Aún no se ha guardado nada, pero lo que ha escrito sigue en esta página. Entre en otra pestaña, vuelva a esta y continúe.',
    'Nothing has been saved yet, but your entries are still on this page. Log in in another tab, then come back and continue.',
  ],
  logInHere: [
    'Aún no se ha guardado nada, pero este navegador conserva lo que ha escrito. Entre en su cuenta y lo tendrá de nuevo en el formulario.',
    'Nothing has been saved yet, but this browser keeps what you entered. Log in, and it is in the form again.',
  ],
  logInAndGoOn: ['Entrar y continuar', 'Log in and continue'],
  logIn: ['Entrar en otra pestaña', 'Log in in another tab'],
  goOn: ['Ya he entrado: continuar', 'I have logged in: continue'],
  kept: [
    'Aún no se ha guardado nada. Lo que ha escrito se conserva: puede volver a enviarlo.',
    'Nothing has been saved yet. Your entries are kept, so you can submit them again.',
  ],
  sendAgain: ['Enviar de nuevo', 'Submit again'],
  reload: [
    'Lo que ha escrito no se ha perdido. Actualice esta página en unos segundos para volver a enviarlo.',
    'Your entries are not lost. Reload this page in a moment to submit them again.',
  ],
  reference: ['Referencia del error:', 'Error reference:'],
})
