import type { DocumentFiles } from '@ecmr/application'
import type { TokenBox } from '@ecmr/document-links'
import {
  documentContent,
  type ObserveRendering,
  openDocumentRenderer,
  openSeal,
  templateVersions,
} from '@ecmr/documents'
import { type Config, keptSecrets } from '@ecmr/runtime'
import { type ObserveStorage, openObjectStorage } from '@ecmr/storage'

/** What makes the documents of notes and keeps them, opened. */
export interface OpenDocumentFiles {
  readonly files: DocumentFiles
  /** of the certificate that seals documents; undefined: none does */
  readonly sealEnds: Date | undefined
  close(): Promise<void>
}

/** One renders some forty pages a second; a second one would take the processor from commands. */
const PROCESSES = 1

/**
 * Opens renderer, seal and storage. Nothing is started before the first document.
 *
 * @throws StartFault when there is a seal that cannot be used
 */
export async function openDocumentFiles(options: {
  readonly config: Config
  readonly box: TokenBox
  readonly log: Parameters<typeof openDocumentRenderer>[0]['log']
  readonly observe: { readonly rendering: ObserveRendering; readonly storage: ObserveStorage }
}): Promise<OpenDocumentFiles> {
  const { config, box, log, observe } = options
  const seal = config.documentSeal && (await openSeal(config.documentSeal))
  const storage = openObjectStorage(config.storage, { log, observe: observe.storage })
  const kept = keptSecrets(config)
  const renderer = openDocumentRenderer({ processes: PROCESSES, log, kept, observe: observe.rendering })
  const render: DocumentFiles['render'] = async (input, caller) => {
    const { bytes, replacedCharacters } = await renderer.render(documentContent(input), caller)
    const at = new Date(input.modifiedAt)
    const sealed = seal && !isDraft(input) ? await seal.seal(bytes, { at, signal: caller.signal }) : bytes
    return { bytes: sealed, template: templateVersions[input.kind], replacedCharacters }
  }
  const check = async (): Promise<void> => {
    const fault = renderer.state().fault ?? seal?.state().fault
    if (fault !== undefined) throw new Error(`Documents cannot be made: ${fault}.`)
    await storage.check()
  }
  return {
    files: { render, storage, box, check, ...(seal && { sealHolder: seal.holder }) },
    sealEnds: seal?.validUntil,
    close: () => renderer.close(),
  }
}

/** What was not issued is nobody's to seal. */
function isDraft({ mark }: Parameters<DocumentFiles['render']>[0]): boolean {
  return mark === 'draft'
}
