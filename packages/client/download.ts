/** A file as it comes: nothing of it is held in memory until it is asked for. */
export interface Download {
  /** such as `application/pdf` */
  readonly type: string
  /** the name that the service gives it, if any */
  readonly filename: string | undefined
  readonly body: ReadableStream<Uint8Array>
  /** reads all of it */
  bytes(): Promise<Uint8Array>
}

/** @throws when the answer has no body */
export function downloadOf(response: Response): Download {
  const { body, headers } = response
  if (body === null) throw new Error('the answer has no body')
  return {
    type: headers.get('content-type') ?? 'application/octet-stream',
    filename: /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1],
    body,
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
  }
}
