export * from './close-document.js'
export * from './document-cases.js'
export {
  counterpartyUrls,
  type DocumentAddresses,
  documentEntries,
  documentEntry,
  documentUrlOf,
} from './document-entries.js'
export * from './draft-document.js'
export { closedDocuments, type Issuing, issueDocument } from './issue-document.js'
export { type IssuedInput, issuedInput } from './issued-input.js'
export { issueJointDocument, type JointIssuing, type NotJoined } from './joint-document.js'
export * from './keep-documents-current.js'
export * from './keep-links-tidy.js'
export * from './send-document.js'
export { languageOf } from './plan-version.js'
