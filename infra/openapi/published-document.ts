import type { OpenApiDocument } from '../client/document.js'
import { startWholeService } from '../harness/whole-service.js'

/** The OpenAPI document as a service of this checkout publishes it. */
export async function publishedDocument(): Promise<OpenApiDocument> {
  const service = await startWholeService('openapi')
  try {
    const read: unknown = await (await fetch(`${service.url}/api/openapi.json`)).json()
    if (!isDocument(read)) throw new Error('no OpenAPI document')
    return read
  } finally {
    await service.stop()
  }
}

function isDocument(value: unknown): value is OpenApiDocument {
  return typeof value === 'object' && value !== null && 'paths' in value && 'components' in value
}
