import { isNear } from './near.js'
import { origin } from './origin.js'

/**
 * Reads the origin of an S3 server. Throws when it is none: documents go there, so that plain http is for this machine, private
 * addresses, and names without a dot, which are those of a private network.
 */
export function s3Endpoint(text: string): string {
  const endpoint = origin(text)
  const { protocol, hostname } = new URL(endpoint)
  if (protocol === 'http:' && hostname.includes('.') && !isNear(hostname)) throw new RangeError(text)
  return endpoint
}
