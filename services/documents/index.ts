export { buildDocuments } from './build-documents.js'
export type { DocumentsDependencies, DocumentsServer } from './documents-server.js'
export { openDocuments } from './open-documents.js'
export { DOCUMENT_PATHS } from './serve-documents.js'
