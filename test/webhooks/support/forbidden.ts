import { type Resolver, systemResolver } from '@ecmr/webhooks'

/** Hosts that lead, or would lead, into a private network, by what is special about them. */
const forbidden: Readonly<Record<string, string>> = {
  loopback: '127.0.0.1 127.1 127.255.255.254 [::1] [0:0:0:0:0:0:0:1]',
  'decimal, octal and hexadecimal': `2130706433 017700000001 0177.0.0.1 0x7f000001 0x7f.1 0x7F.0x0.0x0.0x1 3232235777 0xa9fea9fe`,
  'full-width digits and other dots': '１２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1 127．0．0．1',
  'percent-encoded': '%31%32%37.0.0.1 127%2e0%2E0%2e1 %6cocalhost',
  'trailing dots': '127.0.0.1. 0x7f.1. localhost.',
  'mixed case': 'LOCALHOST LocalHost 0X7F.1 [::FFFF:7F00:1]',
  'names of the system itself': 'localhost app.localhost a.b.LOCALHOST.',
  unspecified: '0.0.0.0 0 0.1.2.3 [::]',
  private: '10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.1',
  'carrier-grade NAT': '100.64.0.1 100.127.255.254',
  'link-local and metadata': `169.254.0.1 169.254.169.254 169.254.170.2 168.63.129.16 [::ffff:168.63.129.16] 192.0.0.192
     100.100.100.200 [fd20:ce::254] [fe80::1] [febf::1] [fd00:ec2::254]`,
  'unique local': '[fc00::1] [fdff::1]',
  multicast: '224.0.0.1 239.255.255.250 [ff02::1] [ff0e::1]',
  'broadcast and reserved': '255.255.255.255 240.0.0.1 192.0.0.1 198.18.0.1 192.88.99.1',
  documentation: '192.0.2.1 198.51.100.1 203.0.113.1 [2001:db8::1] [3fff::1]',
  'IPv4 inside IPv6': `[::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:10.0.0.1] [::ffff:169.254.169.254] [::127.0.0.1]
     [::7f00:1] [::ffff:0:7f00:1]`,
  'NAT64, 6to4 and Teredo':
    '[64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001::1]',
  'site-local and the rest': '[fec0::1] [100::1] [5f00::1] [4000::1]',
}

/** The same one by one: what is special, and the host as it may stand in a URL. */
export const addresses = Object.entries(forbidden).flatMap(([kind, hosts]) =>
  hosts.split(/\s+/).map((host) => [kind, host] as const),
)

/** Names that resolve to forbidden addresses, alone or among good ones. */
export const names: Readonly<Record<string, readonly string[]>> = {
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'metadata.test': ['169.254.169.254'],
  'private.test': ['10.1.2.3'],
  'mapped.test': ['::ffff:192.168.0.1'],
  'nat64.test': ['64:ff9b::a00:1'],
  'unique-local.test': ['fd12:3456::1'],
  'scoped.test': ['fe80::1%lo'],
  'scoped-public.test': ['2606:4700:4700::1111%lo'],
  'zero.test': ['0.0.0.0'],
  'no-address.test': ['nonsense'],
  'empty.test': ['93.184.215.14', ''],
  'mixed.test': ['93.184.215.14', '127.0.0.1'],
  'first.test': ['127.0.0.1', '93.184.215.14'],
  'public6-private4.test': ['2606:4700:4700::1111', '192.168.1.1'],
  'public4-private6.test': ['93.184.215.14', 'fd00::1'],
  // A resolver follows the chain of CNAME records itself, and answers what is at its end.
  'alias.of.loopback.test': ['127.0.0.1'],
  'hundredth.test': [...Array.from({ length: 99 }, (_, nth) => `93.184.215.${nth}`), '10.0.0.1'],
}

/** Knows the names above, and `localhost` as we know it anywhere. */
export const resolve: Resolver = async (name, timeoutMs) => names[name] ?? systemResolver(name, timeoutMs)

/** URLs that look as if they led elsewhere than they do, and what is said of them at registration. */
export function tricks(port: number): Readonly<Record<string, string>> {
  return {
    [`http://good.example@127.0.0.1:${port}/`]: 'credentials_in_url',
    [`http://good.example:80@127.0.0.1:${port}/`]: 'credentials_in_url',
    [`http://good.example%2F@127.0.0.1:${port}/`]: 'credentials_in_url',
    [`http://@127.0.0.1:${port}/`]: 'forbidden_address',
    [`http://127.0.0.1:${port}\\@good.example/`]: 'forbidden_address',
    [`http://127.0.0.1:${port}#@good.example/`]: 'fragment_in_url',
    [`http://127.0.0.1:${port}?@good.example/`]: 'forbidden_address',
    [`http:\\\\127.0.0.1:${port}\\hooks`]: 'forbidden_address',
    [`http:/\\127.0.0.1:${port}/`]: 'forbidden_address',
    [`http:127.0.0.1:${port}`]: 'forbidden_address',
    [`http:///127.0.0.1:${port}/`]: 'forbidden_address',
    [`hTTp://127.0.0.1:${port}/`]: 'forbidden_address',
    [` \u0001http://127.0.0.1:${port}/ `]: 'forbidden_address',
    [`http://127.0.\t0.1:${port}/`]: 'forbidden_address',
    [`ht\ntp://127.0.0.1:${port}/`]: 'forbidden_address',
    [`http://127.0.0.1:${String(port).slice(0, 1)}\r${String(port).slice(1)}/`]: 'forbidden_address',
    [`http://127.0.0.1:000${port}/`]: 'forbidden_address',
    [`http://0x7f.1:0${port}/`]: 'forbidden_address',
    [`http://127.0.0.1\u00AD:${port}/`]: 'forbidden_address',
    [`http://local\u00ADhost:${port}/`]: 'forbidden_address',
    [`http://[::1%25lo]:${port}/`]: 'invalid_url',
    [`http://[fe80::1%lo]:${port}/`]: 'invalid_url',
    [`http://[::ffff:127.0.0.1%25lo]:${port}/`]: 'invalid_url',
    [`http://[127.0.0.1]:${port}/`]: 'invalid_url',
    [`http://[::1:${port}/`]: 'invalid_url',
    [`http://127.0.0.1:${port + 65_536}/`]: 'invalid_url',
    [`http://127.0.0.1:+${port}/`]: 'invalid_url',
    [`http://127.0.0.256:${port}/`]: 'invalid_url',
    [`http://127.0.0.1%00.good.example:${port}/`]: 'invalid_url',
    [`ftp://127.0.0.1:${port}/`]: 'invalid_scheme',
    [`gopher://127.0.0.1:${port}/_POST`]: 'invalid_scheme',
    [`ws://127.0.0.1:${port}/`]: 'invalid_scheme',
    [`//127.0.0.1:${port}/`]: 'invalid_url',
  }
}
