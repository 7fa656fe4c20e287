import { createHash } from 'node:crypto'

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, unknown>>
}
interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
}
interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

/** An operation of an OpenAPI document, as far as the client's methods follow from it. */
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content?: Readonly<Record<string, object>> }
  readonly responses: Readonly<Record<string, Answer>>
}

/** An OpenAPI document of the service. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
  }
}

/** The SHA-256 of what an OpenAPI document says of the interface, whichever installation it describes. */
export function digestOf(document: OpenApiDocument): string {
  return createHash('sha256')
    .update(JSON.stringify(portable(document)))
    .digest('hex')
}

/** The same document without what differs from one installation to the next. */
export function portable(document: OpenApiDocument): object {
  const {
    servers: _,
    externalDocs: __,
    info,
    ...rest
  } = { servers: [], externalDocs: {}, info: {}, ...document }
  return { ...rest, openapi: '3.1.0', info: { ...info, version: '0.0.0' } }
}
