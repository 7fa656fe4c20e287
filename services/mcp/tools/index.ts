import type { ToolContext } from './tool.js'

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
  readonly outputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: true
    readonly destructiveHint: false
    readonly idempotentHint: true
    readonly openWorldHint: false
  }
}

/** What a tool answers, as both generations of the protocol carry it. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: true
}

/** Every tool, in the order in which they are listed. */
export const listedTools: readonly ListedTool[] = []

/**
 * Calls a tool. Wrong arguments and refusals are results with `isError` that say what to do; `undefined` when there is no such
 * tool. Rejects when the database is away.
 */
export async function callTool(
  _name: string,
  _args: unknown,
  _context: ToolContext,
): Promise<ToolResult | undefined> {
  return undefined
}
