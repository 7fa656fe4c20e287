// A dot-atom at a domain, and before it a name that needs no quotes: RFC 5322, sections 3.2.3 and 3.4.
const ADDRESS = String.raw`[\w.!#$%&'*+/=?^{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?`
const BARE = new RegExp(`^${ADDRESS}$`)
const NAMED = new RegExp(String.raw`^[^\s<>()[\]:;@\\,"\p{Cc}][^<>()[\]:;@\\,"\p{Cc}]* <${ADDRESS}>$`, 'u')

/** Checks that a text is one address of mail, alone or behind a name, and returns it as it is. Throws when it is not. */
export function mailFrom(text: string): string {
  if (!BARE.test(text) && !NAMED.test(text)) throw new RangeError(text)
  return text
}
