/** The end of a command's help: how one would type it. */
export const example = (line: string): string => `\nExample:\n  $ ${line}\n`
