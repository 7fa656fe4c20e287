import type { Fault } from '@ecmr/domain'
import type { AddressGuard, Refusal } from '../sending/address-guard.js'
import { findAddresses, HostRefused, hostOf, portOf } from '../sending/find-addresses.js'
import { type Resolver, systemResolver } from '../sending/resolver.js'

/** What an endpoint's URL must be like. */
export interface UrlRules {
  readonly guard: AddressGuard
  /** refuse plain http */
  readonly httpsOnly: boolean
  readonly resolve?: Resolver
  /** milliseconds; 3,000 unless given */
  readonly dnsTimeoutMs?: number
}

const LONGEST_URL = 2_048

const SENTENCES: Readonly<Record<Refusal, string>> = {
  not_public: 'The URL must lead to public internet addresses only.',
  own_port: 'The port of the URL belongs to this service itself; let your receiver listen on another one.',
}

/**
 * Checks where an endpoint wants to be called. A name that does not resolve at present is let through: it may be set
 * up later, and every attempt checks the addresses again.
 *
 * @returns the URL in its normal form, or what is wrong with it
 */
export async function checkUrl(text: string, rules: UrlRules): Promise<URL | Fault> {
  if (text.length > LONGEST_URL)
    return fault('too_long', `The URL must not exceed ${LONGEST_URL} characters.`)
  if (!URL.canParse(text))
    return fault('invalid_url', 'Send an absolute URL such as https://example.com/hooks.')
  const url = new URL(text)
  return checkForm(url, rules) ?? (await checkHost(url, rules)) ?? url
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

async function checkHost(url: URL, rules: UrlRules): Promise<Fault | undefined> {
  const { guard, resolve = systemResolver, dnsTimeoutMs: timeoutMs = 3_000 } = rules
  try {
    await findAddresses(hostOf(url), { port: guard.at(portOf(url)), resolve, timeoutMs })
    return undefined
  } catch (error) {
    if (!(error instanceof HostRefused)) throw error
    if (error.reason === 'dns_failed') return undefined
    return fault('forbidden_address', SENTENCES[error.reason])
  }
}

function fault(code: string, message: string): Fault {
  return { pointer: '/url', code, message }
}
