import type { PageProblemCode } from '../problems/page-problem.js'
import { inBoth } from './texts.js'

interface Said {
  readonly title: string
  readonly sentence: string
}

/** What a page says instead of what was asked for. */
export const problems = inBoth<Readonly<Record<PageProblemCode, Said>>>(
  {
    malformed: {
      title: 'No se entiende la petición',
      sentence: 'La dirección o el formulario no están bien formados. Vuelva atrás e inténtelo de nuevo.',
    },
    form_expired: {
      title: 'El formulario ha caducado',
      sentence: 'No se ha guardado nada. Vuelva a abrir la página del formulario y envíelo de nuevo.',
    },
    session_ended: {
      title: 'Su sesión ha terminado',
      sentence: 'No se ha guardado nada. Entre y repita lo último que hizo.',
    },
    owners_only: {
      title: 'Solo para propietarios',
      sentence: 'Esta página es para los propietarios de la cuenta de su empresa. Pídaselo a uno de ellos.',
    },
    not_found: {
      title: 'No encontrado',
      sentence: 'Aquí no hay nada con esta dirección, o no es de su empresa.',
    },
    method_not_allowed: {
      title: 'Así no se puede abrir esta dirección',
      sentence: 'Vuelva a la página anterior y use sus botones.',
    },
    too_large: {
      title: 'Demasiado grande',
      sentence: 'Lo que ha enviado es demasiado grande. No se ha guardado nada.',
    },
    not_a_form: {
      title: 'No es un formulario',
      sentence: 'Esta dirección solo recibe formularios de esta página.',
    },
    rate_limited: {
      title: 'Demasiadas peticiones',
      sentence: 'Espere un minuto e inténtelo de nuevo.',
    },
    failed: {
      title: 'Algo ha fallado por nuestra parte',
      sentence: 'El fallo ha quedado registrado. Inténtelo de nuevo y, si se repite, dígaselo al operador.',
    },
    clock_differs: {
      title: 'El reloj del servicio no es fiable ahora mismo',
      sentence:
        'No se ha guardado nada, porque no se sabría a qué hora. Inténtelo de nuevo en unos segundos.',
    },
    unavailable: {
      title: 'El servicio no está disponible ahora mismo',
      sentence: 'No se ha guardado nada. Inténtelo de nuevo en unos segundos.',
    },
    outcome_unknown: {
      title: 'Puede que el cambio no se haya guardado',
      sentence: 'El servicio no respondió a tiempo. Compruebe si el cambio se ha hecho antes de repetirlo.',
    },
  },
  {
    malformed: {
      title: 'Invalid request',
      sentence: 'The address or the form is invalid. Go back and try again.',
    },
    form_expired: {
      title: 'The form has expired',
      sentence: 'Nothing was saved. Reload the page and send the form again.',
    },
    session_ended: {
      title: 'Your session has ended',
      sentence: 'Nothing was saved. Log in and repeat your last step.',
    },
    owners_only: {
      title: 'For owners only',
      sentence: 'Only owners of your company’s account can open this page. Ask one of them.',
    },
    not_found: {
      title: 'Not found',
      sentence: 'There is nothing at this address, or it does not belong to your company.',
    },
    method_not_allowed: {
      title: 'Method not allowed',
      sentence: 'Go back to the previous page and use its buttons.',
    },
    too_large: {
      title: 'Too large',
      sentence: 'What you sent is too large. Nothing was saved.',
    },
    not_a_form: {
      title: 'Not a form',
      sentence: 'This address only accepts forms of this site.',
    },
    rate_limited: {
      title: 'Too many requests',
      sentence: 'Wait a minute and try again.',
    },
    failed: {
      title: 'Something went wrong on our side',
      sentence: 'The error has been logged. Try again. If it happens again, contact the operator.',
    },
    clock_differs: {
      title: 'The service clock is unreliable right now',
      sentence: 'Nothing was saved, because the time would be wrong. Try again in a few seconds.',
    },
    unavailable: {
      title: 'The service is unavailable right now',
      sentence: 'Nothing was saved. Try again in a few seconds.',
    },
    outcome_unknown: {
      title: 'Your change may not have been saved',
      sentence:
        'The service did not respond in time. Check whether the change was made before you repeat it.',
    },
  },
)

/** What a page says besides, when what was typed into a form is not lost. */
export const keptTexts = inBoth(
  {
    logInFirst:
      'No se ha guardado nada todavía, pero lo que ha escrito sigue en esta página. Entre en su cuenta en otra pestaña, vuelva a esta y continúe.',
    logIn: 'Entrar en otra pestaña',
    goOn: 'Ya he entrado: continuar',
    kept: 'No se ha guardado nada todavía. Lo que ha escrito se conserva: puede enviarlo otra vez.',
    sendAgain: 'Enviar otra vez',
    reload:
      'Lo que ha escrito no se ha perdido: actualice esta página dentro de un momento para enviarlo otra vez.',
    reference: 'Referencia del error:',
  },
  {
    logInFirst:
      'Nothing has been saved yet, but what you entered is still on this page. Log in in another tab, then return to this one and continue.',
    logIn: 'Log in in another tab',
    goOn: 'I have logged in: continue',
    kept: 'Nothing has been saved yet. Your entries are kept: you can send them again.',
    sendAgain: 'Send again',
    reload: 'Your entries are not lost. Reload this page in a moment to send them again.',
    reference: 'Error reference:',
  },
)
