import type { DocumentFiles } from '@ecmr/application'
import { openDocumentFiles } from '@ecmr/backend/document-files'
import { parseConfig } from '@ecmr/runtime'
import { secretBox } from '@ecmr/webhooks'
import type { Test } from 'tap'

/** Makes and keeps real documents, as the services do with this configuration. */
export async function realFiles(
  t: Test,
  env: { readonly DATA_DIR: string; readonly SECRET_KEY: string } & Readonly<Record<string, string>>,
): Promise<DocumentFiles> {
  const nothing = (): void => undefined
  const { files, close } = await openDocumentFiles({
    config: parseConfig(env),
    box: secretBox(env.SECRET_KEY),
    log: { info: nothing, warn: (fields: object, message: string) => void t.comment(message, fields) },
    observe: { rendering: nothing, storage: nothing },
  })
  t.teardown(close)
  return files
}
