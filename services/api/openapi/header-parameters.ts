const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})

const always = [header('X-Request-Id', 'Your own id for this request; the answer carries it')]
const reading = [
  header('Accept-Language', 'Language of status_label: es (the default) or en'),
  header('X-Min-Position', 'An X-Position: wait until the answer includes what was recorded there'),
]
const writing = [
  header('Accept-Language', 'Language of status_label: es (the default) or en'),
  header('Idempotency-Key', 'Up to 255 characters of your own; repeats within 24 hours change nothing twice'),
]
const changing = [header('If-Match', 'The ETag that the note must still have; 412 when it has changed')]
const WITH_VERSIONS = /^\/api\/(ecmrs|parties|drivers|vehicles|templates)\/\{id\}/

/** Adds the request headers that the service understands to every operation of an OpenAPI document. */
export function addHeaderParameters<D extends { paths?: object | undefined }>(document: D): D {
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries<{ parameters?: object[] }>(operations)) {
      operation.parameters = [...(operation.parameters ?? []), ...headersOf(path, method)]
    }
  }
  return document
}

function headersOf(path: string, method: string): readonly object[] {
  if (method === 'get') return [...always, ...reading]
  return [...always, ...writing, ...(WITH_VERSIONS.test(path) ? changing : [])]
}
