import { networkOf } from '@ecmr/runtime'
import t from 'tap'

t.test('a network is an address of IPv4, or a /64 of IPv6, however it is written', async (t) => {
  for (const [address, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:0:0:192.0.2.7', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['no address', 'no address'],
    ['', ''],
  ] as const)
    t.equal(networkOf(address), network, address)
})

t.test('a wider one may be asked for', async (t) => {
  const wide = { ipv4: 24, ipv6: 48 }
  t.equal(networkOf('192.0.2.7', wide), '192.0.2.0/24')
  t.equal(networkOf('::ffff:192.0.2.255', wide), '192.0.2.0/24')
  t.equal(networkOf('2001:db8:ffff:2::7', wide), '2001:db8:ffff::/48')
  t.equal(networkOf('2001:db8:ffff:2::7', { ipv4: 20, ipv6: 40 }), '2001:db8:ff00::/40')
  t.equal(networkOf('172.31.255.1', { ipv4: 20, ipv6: 40 }), '172.31.240.0/20')
  t.equal(networkOf('2001:db8:1:2:3:4:5:6', { ipv4: 32, ipv6: 128 }), '2001:db8:1:2:3:4:5:6/128')
})
