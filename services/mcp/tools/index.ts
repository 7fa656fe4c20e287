import { estimatedTokens, MOST_TOKENS } from './answer-size.js'
import { argumentCheck } from './check-arguments.js'
import { connectionStatus } from './connection-status.js'
import { listWebhooks } from './list-webhooks.js'
import { type ListedTool, listedTool } from './listed-tool.js'
import { readDocument } from './read-document.js'
import { readNote } from './read-note.js'
import { searchNotes } from './search-notes.js'
import type { Tool, ToolContext } from './tool.js'
import { consultTracking } from './track-note.js'

export type { ListedTool } from './listed-tool.js'

/** What a tool answers, as both generations of the protocol carry it. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: true
}

const tools: readonly Tool[] = [
  searchNotes,
  readNote,
  consultTracking,
  listWebhooks,
  readDocument,
  connectionStatus,
]

export const listedTools: readonly ListedTool[] = tools.map(listedTool)

const callable: ReadonlyMap<string, ReturnType<typeof caller>> = new Map(
  tools.map((tool) => [tool.name, caller(tool)]),
)

/**
 * Calls a tool. Wrong arguments and refusals are results with `isError` that say what to do; `undefined` when there is no such
 * tool. Rejects when the database is away.
 */
export async function callTool(
  name: string,
  args: unknown,
  context: ToolContext,
): Promise<ToolResult | undefined> {
  return callable.get(name)?.(args, context)
}

function caller(tool: Tool) {
  const check = argumentCheck(tool.input)
  return async (args: unknown, context: ToolContext): Promise<ToolResult> => {
    const checked = check(args)
    if (!checked.ok) return refusal(checked.sentence)
    if (!tool.isExpensive?.(checked.args)) return called(tool, checked.args, context)
    const { reads, assistant, signal } = context
    const turn = await reads?.enter(assistant.company.id, { signal })
    if (turn?.ok === false) return refusal(tooMuch(turn.retryAfterSeconds))
    let bytes = 0
    try {
      const result = await called(tool, checked.args, context)
      bytes = result.content.reduce((sum, { text }) => sum + text.length, 0)
      return result
    } finally {
      turn?.leave(bytes)
    }
  }
}

async function called(
  tool: Tool,
  args: Parameters<Tool['call']>[0],
  context: ToolContext,
): Promise<ToolResult> {
  const answer = await tool.call(args, context)
  if (!answer.ok) return refusal(answer.sentence)
  const whole = fitting(answer.data)
  if (whole !== undefined) return whole
  return (answer.shorter && fitting(answer.shorter())) ?? refusal(TOO_LONG)
}

const TOO_LONG =
  'La respuesta es demasiado larga para una conversación. Pida menos, o véala en el panel: estado_conexion dice su dirección.'

const tooMuch = (seconds: number): string =>
  `La empresa está leyendo demasiado a la vez; espere ${seconds} s y haga menos consultas al mismo tiempo.`

/** An answer, unless it is too long. The text says the same, for clients that do not look at the structure. */
function fitting(data: Record<string, unknown>): ToolResult | undefined {
  const text = JSON.stringify(data)
  // A character of ours is hardly ever more than one token, so most answers need not be measured.
  if (text.length > MOST_TOKENS && estimatedTokens(text) > MOST_TOKENS) return undefined
  return { content: [{ type: 'text', text }], structuredContent: data }
}

function refusal(sentence: string): ToolResult {
  return { content: [{ type: 'text', text: sentence }], isError: true }
}
