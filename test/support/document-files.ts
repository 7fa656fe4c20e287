import type { DocumentFiles } from '@ecmr/application'
import type { DocumentInput } from '@ecmr/documents'
import { MOST_OBJECT_BYTES, type ObjectStorage, objectKey } from '@ecmr/storage'
import { secretBox } from '@ecmr/webhooks'

/** A storage in memory. */
export function memoryStorage(): ObjectStorage & { readonly objects: Map<string, Uint8Array> } {
  const objects = new Map<string, Uint8Array>()
  return {
    objects,
    async put(bytes) {
      if (bytes.length > MOST_OBJECT_BYTES) throw new RangeError(`an object has ${bytes.length} bytes`)
      const key = objectKey(bytes)
      objects.set(key, bytes)
      return key
    },
    get: async (key) => objects.get(key),
    async head(key) {
      const bytes = objects.get(key)?.length
      return bytes === undefined ? undefined : { bytes }
    },
    async remove(key) {
      objects.delete(key)
    },
    async *keys() {
      yield* objects.keys()
    },
    check: async () => undefined,
  }
}

/** Files that say as JSON what they are made from, so that tests see what a renderer would be given. */
export function plainFiles(changed: Partial<DocumentFiles> = {}): DocumentFiles {
  return {
    render: async (input) => ({
      bytes: new TextEncoder().encode(JSON.stringify(input)),
      template: `${input.kind}/test`,
      replacedCharacters: [],
    }),
    storage: memoryStorage(),
    box: secretBox('test'),
    check: async () => undefined,
    ...changed,
  }
}

/** What a plain file was made from. */
export function inputIn(file: Uint8Array | string): DocumentInput {
  const input: DocumentInput = JSON.parse(typeof file === 'string' ? file : new TextDecoder().decode(file))
  return input
}
