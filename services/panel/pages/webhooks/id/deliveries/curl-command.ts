/** Longer bodies are read from a file: a command line of 20 KB is of no use to anyone. */
const LONGEST_BODY = 8_000

/** A request as it was made. */
interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A command that makes the same request again, for a POSIX shell; with a long body left out it names a file instead. */
export function curlCommand({ url, headers, body }: Request) {
  const isBodyInFile = body.length > LONGEST_BODY
  const lines = [
    `curl -sS -X POST ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${isBodyInFile ? '@payload.json' : quoted(body)}`,
  ]
  return { command: lines.join(' \\\n  '), isBodyInFile }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
