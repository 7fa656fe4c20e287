/**
 * Proxies as Fastify wants to be told of them: nobody, networks, or a judgement of each hop, of which the first is the
 * one that is connected to us.
 *
 * @param proxies whose X-Forwarded-For is believed: nobody's, so many proxies', or these networks'
 */
export function trustedProxies(
  proxies: false | number | readonly string[] | undefined,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (!proxies) return false
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : [...proxies]
}
