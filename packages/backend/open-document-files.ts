import type { DocumentFiles } from '@ecmr/application'
import type { TokenBox } from '@ecmr/document-links'
import { DocumentRenderingUnavailable } from '@ecmr/documents'
import type { Config } from '@ecmr/runtime'
import { openObjectStorage } from '@ecmr/storage'

/** Opens what makes the documents of notes and what keeps them. */
export function openDocumentFiles(config: Config, box: TokenBox): DocumentFiles {
  const render = async () => Promise.reject(new DocumentRenderingUnavailable(60, 'there is no renderer yet'))
  return { render, storage: openObjectStorage(config.storage), box }
}
