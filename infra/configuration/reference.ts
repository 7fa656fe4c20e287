import { isSecret, SETTINGS } from '@ecmr/runtime'

/** Where the table of settings stands in `docs/configuration.md`. */
const TABLE = /(?<=<!-- settings -->\n)[\s\S]*(?=<!-- \/settings -->)/

const settings = Object.entries(SETTINGS.properties)

/** The text of `.env.example`: every setting with its meaning, as a comment that is ready to be used. */
export function envExample(): string {
  const entries = settings.map(
    ([name, { about, description, unset }]) =>
      `# ${about}.\n# Allowed: ${description}\n#${name}=${unset ?? ''}\n`,
  )
  const head = [
    '# Every setting of the service. Copy this file to .env and remove the # before what you set.',
    '# Docker Compose reads .env by itself; in a shell: set -a; . ./.env; set +a',
    `# Secrets (${secrets().join(', ')}) are`,
    '# better kept in files: SECRET_KEY_FILE=/run/secrets/secret_key, and so on for the others.',
  ]
  return `${head.join('\n')}\n\n${entries.join('\n')}`
}

/** A document with its table of settings brought up to date. */
export function withSettings(document: string): string {
  const rows = settings.map(([name, schema]) => {
    const mark = isSecret(schema) ? ' *' : ''
    const unset = schema.unset === undefined ? '' : `\`${schema.unset}\``
    return `| \`${name}\`${mark} | ${unset} | ${schema.about} |`
  })
  return document.replace(TABLE, () => `| name | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n`)
}

function secrets(): readonly string[] {
  return settings.flatMap(([name, schema]) => (isSecret(schema) ? [name] : []))
}
