import { listedTools, type ToolResult } from '@ecmr/mcp'
import { AjvJsonSchemaValidator as NewerValidator } from '@modelcontextprotocol/client/validators/ajv'
import { CfWorkerJsonSchemaValidator as BrowserValidator } from '@modelcontextprotocol/client/validators/cf-worker'
import { AjvJsonSchemaValidator as OlderValidator } from '@modelcontextprotocol/sdk/validation/ajv'

/** Says what is wrong with an answer; nothing when it is as the tool's output schema promises. */
type Check = (answer: unknown) => string | undefined

/** How clients of both generations hold answers against what tools promise. */
const validators = [new NewerValidator(), new BrowserValidator(), new OlderValidator()]

const checks: ReadonlyMap<string, readonly Check[]> = new Map(
  listedTools.map(({ name, outputSchema }) => [
    name,
    validators.map((validator): Check => {
      const validate = validator.getValidator(outputSchema)
      return (answer) => validate(answer).errorMessage
    }),
  ]),
)

/** Throws when an answer is not what clients of either generation may expect of the tool. */
export function keepsPromise(name: string, { structuredContent, content, isError }: ToolResult): void {
  const [text, ...more] = content
  if (text?.type !== 'text' || more.length > 0) throw new Error(`${name}: not one text`)
  if (isError) {
    if (structuredContent !== undefined) throw new Error(`${name}: a refusal with data`)
    return
  }
  const faults = checks.get(name)?.flatMap((check) => check(JSON.parse(text.text)) ?? [])
  if (faults === undefined || faults.length > 0) throw new Error(`${name}: ${faults?.join('; ')}`)
  if (text.text !== JSON.stringify(structuredContent))
    throw new Error(`${name}: the text says something else`)
}
