import type { Fault } from '@ecmr/domain'
import type { AddressGuard, AddressRefusal } from '../sending/address-guard.js'
import { hostOf, knownAddresses, portOf, refusalOf } from '../sending/find-addresses.js'

/** What an endpoint's URL must be like. */
export interface UrlRules {
  readonly guard: AddressGuard
  /** refuse plain http */
  readonly httpsOnly: boolean
}

const LONGEST_URL = 2_048

const SENTENCES: Readonly<Record<AddressRefusal, string>> = {
  not_public: 'The URL must lead to public internet addresses only.',
  own_port: 'The port of the URL belongs to this service itself; let your receiver listen on another one.',
}

/**
 * Checks where an endpoint wants to be called. Names are not resolved: what this said about a name would tell who registers
 * it which names there are in our network. Every attempt checks the addresses that a name has by then.
 *
 * @returns the URL in its normal form, or what is wrong with it
 */
export function checkUrl(text: string, rules: UrlRules): URL | Fault {
  if (text.length > LONGEST_URL)
    return fault('too_long', `The URL must not exceed ${LONGEST_URL} characters.`)
  if (!URL.canParse(text))
    return fault('invalid_url', 'Send an absolute URL such as https://example.com/hooks.')
  const url = new URL(text)
  return checkForm(url, rules) ?? checkHost(url, rules) ?? url
}

function checkForm(url: URL, { httpsOnly }: UrlRules): Fault | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return fault('invalid_scheme', 'The URL must begin with https:// or http://.')
  }
  if (httpsOnly && url.protocol === 'http:') {
    return fault('https_required', 'The URL must begin with https://: notes are not sent in the clear.')
  }
  if (url.username !== '' || url.password !== '') {
    return fault('credentials_in_url', 'Leave user name and password out; verify the signature instead.')
  }
  if (url.href.includes('#')) return fault('fragment_in_url', 'Leave out the part from # on.')
  return undefined
}

function checkHost(url: URL, { guard }: UrlRules): Fault | undefined {
  const reason = refusalOf(knownAddresses(hostOf(url)) ?? [], guard.at(portOf(url)))
  return reason && fault('forbidden_address', SENTENCES[reason])
}

function fault(code: string, message: string): Fault {
  return { pointer: '/url', code, message }
}
