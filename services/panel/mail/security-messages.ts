import { FEW_RECOVERY_CODES } from '@ecmr/accounts'
import { inBoth, type Language } from '@ecmr/contract'
import type { Message } from '@ecmr/mail'
import { inWords } from './messages.js'

/** What happened to the security of an account. */
export type SecurityNews =
  | { readonly kind: 'new_device' }
  | { readonly kind: 'factor_added'; readonly factor: 'app' | 'passkey'; readonly isFirst: boolean }
  | { readonly kind: 'factor_removed'; readonly factor: 'app' | 'passkey'; readonly isLast: boolean }
  | { readonly kind: 'recovery_code_used'; readonly left: number }
  | { readonly kind: 'recovery_codes_renewed' }
  /** a right password, and then wrong codes */
  | { readonly kind: 'codes_refused' }
  | { readonly kind: 'reset_by_owner'; readonly by: string; readonly company: string }

interface Where {
  readonly at: Date
  /** in words */
  readonly browser: string
  /** network address */
  readonly address: string
  readonly siteUrl: string
}

type Told = (news: SecurityNews) => { readonly subject: string; readonly text: string }

const spanish: Told = (news) => {
  switch (news.kind) {
    case 'new_device':
      return {
        subject: 'Se ha entrado en su cuenta de eCMR desde otro navegador',
        text: 'Se ha entrado en su cuenta de eCMR desde un navegador que no se había usado antes con ella.',
      }
    case 'factor_added':
      return {
        subject: news.isFirst ? 'Verificación en dos pasos activada' : 'Nuevo método de verificación',
        text: `Se ha añadido ${news.factor === 'app' ? 'una aplicación de códigos' : 'una llave de acceso'} a su cuenta de eCMR.${news.isFirst ? ' Desde ahora hace falta al entrar, y se han cerrado sus demás sesiones.' : ''}`,
      }
    case 'factor_removed':
      return {
        subject: news.isLast ? 'Verificación en dos pasos desactivada' : 'Método de verificación quitado',
        text: `Se ha quitado ${news.factor === 'app' ? 'la aplicación de códigos' : 'una llave de acceso'} de su cuenta de eCMR.${news.isLast ? ' Desde ahora basta la contraseña para entrar.' : ''}`,
      }
    case 'recovery_code_used':
      return {
        subject: 'Código de recuperación usado',
        text: `Se ha usado un código de recuperación para entrar en su cuenta de eCMR. ${news.left === 0 ? 'No queda ninguno' : `Quedan ${news.left}`}.${news.left <= FEW_RECOVERY_CODES ? ' Cree códigos nuevos en «Seguridad».' : ''}`,
      }
    case 'recovery_codes_renewed':
      return {
        subject: 'Códigos de recuperación nuevos',
        text: 'Se han creado códigos de recuperación nuevos para su cuenta de eCMR. Los anteriores ya no sirven.',
      }
    case 'codes_refused':
      return {
        subject: 'Alguien conoce su contraseña de eCMR',
        text: 'Se ha escrito su contraseña de eCMR correctamente y después varios códigos de verificación incorrectos. No se ha entrado en su cuenta.',
      }
    case 'reset_by_owner':
      return {
        subject: 'Su verificación en dos pasos se ha restablecido',
        text: `${news.by} (${news.company}) ha quitado la verificación en dos pasos de su cuenta de eCMR y se han cerrado sus sesiones. Al entrar podrá configurarla de nuevo.`,
      }
    default:
      return news satisfies never
  }
}

const english: Told = (news) => {
  switch (news.kind) {
    case 'new_device':
      return {
        subject: 'New browser logged in to your eCMR account',
        text: 'Someone logged in to your eCMR account from a browser that has not been used with it before.',
      }
    case 'factor_added':
      return {
        subject: news.isFirst ? 'Two-step verification is on' : 'New verification method',
        text: `${news.factor === 'app' ? 'An authenticator app' : 'A passkey'} was added to your eCMR account.${news.isFirst ? ' It is needed to log in from now on, and your other sessions were ended.' : ''}`,
      }
    case 'factor_removed':
      return {
        subject: news.isLast ? 'Two-step verification is off' : 'Verification method removed',
        text: `${news.factor === 'app' ? 'The authenticator app' : 'A passkey'} was removed from your eCMR account.${news.isLast ? ' From now on the password alone is enough to log in.' : ''}`,
      }
    case 'recovery_code_used':
      return {
        subject: 'Recovery code used',
        text: `A recovery code was used to log in to your eCMR account. ${news.left === 0 ? 'None are' : `${news.left} ${news.left === 1 ? 'is' : 'are'}`} left.${news.left <= FEW_RECOVERY_CODES ? ' Create new codes under “Security”.' : ''}`,
      }
    case 'recovery_codes_renewed':
      return {
        subject: 'New recovery codes',
        text: 'New recovery codes were created for your eCMR account. The earlier ones no longer work.',
      }
    case 'codes_refused':
      return {
        subject: 'Someone knows your eCMR password',
        text: 'Your eCMR password was entered correctly, and then several wrong verification codes. Nobody got into your account.',
      }
    case 'reset_by_owner':
      return {
        subject: 'Your two-step verification was reset',
        text: `${news.by} (${news.company}) has removed the two-step verification of your eCMR account, and your sessions were ended. You can set it up again when you log in.`,
      }
    default:
      return news satisfies never
  }
}

/** Who only knows the password must not use up the mails of the person by what is refused. */
function boundedBy({ kind }: SecurityNews): Pick<Message, 'isBounded'> {
  return kind === 'codes_refused' ? {} : { isBounded: true }
}

/** Tells a person what happened to the security of their account, when and where, and what to do if it was not them. */
export const securityMessage: Readonly<
  Record<Language, (told: SecurityNews & Where) => Omit<Message, 'to'>>
> = inBoth(
  (told) => {
    const { subject, text } = spanish(told)
    return {
      ...boundedBy(told),
      subject,
      text: `Hola:

${text}

Cuándo: ${inWords(told.at, 'es')}
Navegador: ${told.browser}
Dirección de red: ${told.address}

Si ha sido usted${told.kind === 'reset_by_owner' ? ' quien lo ha pedido' : ''}, no tiene que hacer nada.

Si no: cambie la contraseña, cierre las demás sesiones y revise sus métodos de verificación:

${told.siteUrl}/cuenta
${told.siteUrl}/cuenta/seguridad

Si no puede entrar, elija otra contraseña en ${told.siteUrl}/recuperar y avise a un propietario de su empresa.
`,
    }
  },
  (told) => {
    const { subject, text } = english(told)
    return {
      ...boundedBy(told),
      subject,
      text: `Hello,

${text}

When: ${inWords(told.at, 'en')}
Browser: ${told.browser}
Network address: ${told.address}

If ${told.kind === 'reset_by_owner' ? 'you asked for this' : 'this was you'}, there is nothing to do.

If not: change your password, end the other sessions and check your verification methods:

${told.siteUrl}/cuenta
${told.siteUrl}/cuenta/seguridad

If you cannot log in, choose another password at ${told.siteUrl}/recuperar and tell an owner of your company.
`,
    }
  },
)
