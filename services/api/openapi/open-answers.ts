/**
 * The same document with answers and notifications that may get more members: those who read them ignore what they do
 * not know. Requests stay closed, so that a misspelt member is told. No object of the answer is one of the request.
 */
export function openAnswers<D extends object>(document: D): D {
  // Schemas that a request and an answer share become two.
  const opened: D = JSON.parse(JSON.stringify(document))
  for (const operation of operationsOf(opened, 'paths')) open(Reflect.get(operation, 'responses'))
  for (const operation of operationsOf(opened, 'webhooks')) open(operation)
  return opened
}

/** The operations of the paths, or of the webhooks, of an OpenAPI document. */
export function operationsOf(document: object, section: 'paths' | 'webhooks'): readonly object[] {
  const items: unknown = Reflect.get(document, section)
  if (typeof items !== 'object' || items === null) return []
  return Object.values(items).flatMap((methods: object) => Object.values<object>({ ...methods }))
}

function open(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if (Reflect.get(node, 'additionalProperties') === false)
    Reflect.deleteProperty(node, 'additionalProperties')
  for (const member of Object.values(node)) open(member)
}
