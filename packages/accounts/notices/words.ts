import { inBoth } from '@ecmr/contract'
import type { Message } from '@ecmr/mail'
import type { SomeNotes } from '@ecmr/read-models'
import type { ClaimedMail, Notice } from './claim.js'
import { MOST_NAMED } from './kinds.js'

const words = inBoth(
  {
    locale: 'es-ES',
    hello: 'Hola:',
    incident: (number: string) => `Incidencia en la carta de porte ${number}`,
    signature: (number: string, by: string | undefined) =>
      `Firma ${by === undefined ? '' : `${by} `}en la carta de porte ${number}`,
    signedAs: { sender: 'del remitente', carrier: 'del transportista', receiver: 'del destinatario' },
    recorded: (when: string) => `Registrada el ${when}.`,
    several: (count: number) => `${count} avisos de eCMR`,
    severalIntro: 'En la última hora ha habido más avisos de los que enviamos por separado:',
    late: (count: number) => (count === 1 ? '1 entrega con retraso' : `${count} entregas con retraso`),
    lateBeyond: (count: number) => `Más de ${count} entregas con retraso`,
    planned: (number: string, day: string) => `Carta de porte ${number}, entrega prevista el ${day}`,
    more: (count: number, isExact = true) => `Y ${isExact ? '' : 'más de '}${count} más:`,
    why: (company: string) =>
      `Recibe este mensaje sobre ${company} porque lo eligió en su cuenta, donde puede cambiar sus avisos:`,
    unsubscribe: 'Para dejar de recibir estos avisos, sin iniciar sesión:',
  },
  {
    locale: 'en-GB',
    hello: 'Hello,',
    incident: (number: string) => `Incident on consignment note ${number}`,
    signature: (number: string, by: string | undefined) =>
      `${by === undefined ? 'Signature' : `Signature of the ${by}`} on consignment note ${number}`,
    signedAs: { sender: 'sender', carrier: 'carrier', receiver: 'consignee' },
    recorded: (when: string) => `Recorded on ${when}.`,
    several: (count: number) => `${count} eCMR notices`,
    severalIntro: 'There were more notices in the last hour than we send one by one:',
    late: (count: number) => (count === 1 ? '1 late delivery' : `${count} late deliveries`),
    lateBeyond: (count: number) => `More than ${count} late deliveries`,
    planned: (number: string, day: string) => `Consignment note ${number}, delivery planned for ${day}`,
    more: (count: number, isExact = true) => `And ${isExact ? '' : 'more than '}${count} more:`,
    why: (company: string) =>
      `You receive this message about ${company} because you chose it in your account, where you can change your notices:`,
    unsubscribe: 'To stop receiving these notices, without logging in:',
  },
)

type Said = Omit<Message, 'to'>

/** Where the links of a mail lead. */
export interface MailLinks {
  readonly siteUrl: string
  /** switches off the notices that the mail is about */
  readonly unsubscribe: string
}

/** A mail about what has happened: of one notice, or of several. Names notes by number only. */
export function noticeMessage({ person, notices }: ClaimedMail, links: MailLinks): Said {
  const { siteUrl } = links
  const w = words[person.language]
  const [first, ...others] = notices
  const part = (notice: Notice): string =>
    `${happened(notice, w)}\n${w.recorded(inWords(notice.recorded_at, w.locale, person.time_zone))}\n${siteUrl}/ecmrs/${notice.ecmr_id}`
  if (others.length === 0) return message(happened(first, w), [part(first)], person, links)
  const more = notices.length - MOST_NAMED
  const parts = [
    w.severalIntro,
    ...notices.slice(0, MOST_NAMED).map(part),
    ...(more > 0 ? [`${w.more(more)}\n${inCompany(`${siteUrl}/ecmrs`, person)}`] : []),
  ]
  return message(w.several(notices.length), parts, person, links)
}

/** A mail about deliveries that are late. */
export function lateMessage(
  { person }: ClaimedMail,
  { items, total, totalIsExact }: SomeNotes,
  links: MailLinks,
): Said {
  const { siteUrl } = links
  const w = words[person.language]
  const day = (of: string): string =>
    new Intl.DateTimeFormat(w.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(of))
  const parts = items.map(
    ({ id, ecmr_number, delivery_date }) =>
      `${w.planned(ecmr_number, delivery_date ? day(delivery_date) : '')}\n${siteUrl}/ecmrs/${id}`,
  )
  const more = total - items.length
  const rest =
    more > 0 ? [`${w.more(more, totalIsExact)}\n${inCompany(`${siteUrl}/ecmrs?late=delivery`, person)}`] : []
  return message(totalIsExact ? w.late(total) : w.lateBeyond(total), [...parts, ...rest], person, links)
}

function message(
  subject: string,
  parts: readonly string[],
  person: ClaimedMail['person'],
  { siteUrl, unsubscribe }: MailLinks,
): Said {
  const w = words[person.language]
  const choice = `${inCompany(`${siteUrl}/cuenta`, person)}#avisos`
  const foot = [`${w.why(person.company_name)}\n${choice}`, `${w.unsubscribe}\n${unsubscribe}`]
  const text = [w.hello, ...parts, ...foot].join('\n\n')
  return { subject, text: `${text}\n`, unsubscribe, isBounded: true }
}

/** A link to a page that is each company's own, saying of which: the reader may act for several. */
function inCompany(address: string, { company_id }: ClaimedMail['person']): string {
  return `${address}${address.includes('?') ? '&' : '?'}como=${company_id}`
}

type Words = (typeof words)['es' | 'en']

function happened({ kind, ecmr_number, signed_as }: Notice, w: Words): string {
  const number = ecmr_number ?? ''
  if (kind === 'incidents') return w.incident(number)
  const by = Object.entries(w.signedAs).find(([role]) => role === signed_as)?.[1]
  return w.signature(number, by)
}

function inWords(at: Date | null, locale: string, timeZone: string): string {
  if (at === null) return ''
  const format = {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  return new Intl.DateTimeFormat(locale, { ...format, timeZone, timeZoneName: 'short' }).format(at)
}
