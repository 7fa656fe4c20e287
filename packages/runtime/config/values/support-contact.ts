import { mailFrom } from './mail-from.js'
import { webPage } from './web-page.js'

/** Whom people ask for help, as pages and mails say it. */
export interface SupportContact {
  readonly text: string
  /** of the scheme mailto, tel, https or http; absent: the text says how to reach them */
  readonly href?: string
}

const LONGEST = 200
const TELEPHONE = /^\+?\d[\d ()/.-]{4,30}$/

/** Reads an address of mail, alone or behind a name, a telephone number, a URL, or a text in one line. Throws when it is longer. */
export function supportContact(text: string): SupportContact {
  if (text.length > LONGEST || !/^[^\p{C}]*\S[^\p{C}]*$/u.test(text)) throw new RangeError(text)
  if (/^https?:/i.test(text)) return { text: text.replace(/^https?:\/\/|\/$/gi, ''), href: webPage(text) }
  if (TELEPHONE.test(text)) return { text, href: `tel:${text.replace(/[^\d+]/g, '')}` }
  const address = addressIn(text)
  if (address === undefined) return { text }
  const [local = '', domain = ''] = address.split('@')
  const name = text.slice(0, text.indexOf(' <'))
  return {
    text: text.endsWith('>') ? `${name} (${address})` : address,
    href: `mailto:${encodeURIComponent(local)}@${domain}`,
  }
}

/** The address in a text that is one, alone or behind a name. */
function addressIn(text: string): string | undefined {
  try {
    return /<(.+)>$/.exec(mailFrom(text))?.[1] ?? text
  } catch {
    return undefined
  }
}
