import type { StandardSchemaV1 } from '@modelcontextprotocol/server'

// The package's own schemas would answer parameters that do not fit as a fault of the server.

/** Of tools/list: the list has one page, so that there is no cursor to go on from. */
export const listParameters = schema<undefined>((params) =>
  params.cursor === undefined ? { value: undefined } : fault('the list has one page; leave the cursor out'),
)

/** Of tools/call. The arguments are for the tool to judge. */
export const callParameters = schema<{ readonly name: string; readonly args: unknown }>(
  ({ name, arguments: args = {} }) =>
    typeof name === 'string' ? { value: { name, args } } : fault('name the tool'),
)

function schema<Parameters>(
  validate: (params: Readonly<Record<string, unknown>>) => StandardSchemaV1.Result<Parameters>,
): StandardSchemaV1<unknown, Parameters> {
  const ofAnything = (params: unknown) => validate(typeof params === 'object' ? { ...params } : {})
  return { '~standard': { version: 1, vendor: 'ecmr', validate: ofAnything } }
}

function fault(message: string): StandardSchemaV1.FailureResult {
  return { issues: [{ message }] }
}
