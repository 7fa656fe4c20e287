interface Operation {
  readonly operationId?: string
  readonly requestBody?: { required?: boolean }
}

/** Says of some operations of an OpenAPI document that their body may be missing; its maker takes all for required. */
export function admitMissingBodies<D extends { paths?: object | undefined }>(
  document: D,
  operationIds: ReadonlySet<string>,
): D {
  for (const operations of Object.values(document.paths ?? {})) {
    for (const { operationId, requestBody } of Object.values<Operation>(operations)) {
      if (requestBody && operationIds.has(operationId ?? '')) requestBody.required = false
    }
  }
  return document
}
