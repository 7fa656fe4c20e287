import type { Route } from '../api-server.js'
import { issueJoint } from './documents/issue-joint.js'
import { createEcmrBatch } from './ecmrs/batch/create-batch.js'
import { createEcmr } from './ecmrs/create.js'
import { exportEcmrs } from './ecmrs/export.js'
import { addEcmrAttachment } from './ecmrs/id/attachments/add.js'
import { readEcmrAttachmentContent } from './ecmrs/id/attachments/content.js'
import { listEcmrAttachments } from './ecmrs/id/attachments/list.js'
import { readEcmrAttachment } from './ecmrs/id/attachments/read.js'
import { withdrawEcmrAttachment } from './ecmrs/id/attachments/withdraw.js'
import { cancelEcmr } from './ecmrs/id/cancel.js'
import { changeEcmrVehicle } from './ecmrs/id/change-vehicle.js'
import { closeEcmrDocument } from './ecmrs/id/documents/close.js'
import { readCurrentDocument } from './ecmrs/id/documents/current.js'
import { readEcmrDocumentFile } from './ecmrs/id/documents/file.js'
import { issueEcmrDocument } from './ecmrs/id/documents/issue.js'
import { listEcmrDocuments } from './ecmrs/id/documents/list.js'
import { readDocumentQrPng, readDocumentQrSvg } from './ecmrs/id/documents/qr-code.js'
import { readEcmrDocument } from './ecmrs/id/documents/read.js'
import { listEcmrDocumentReads } from './ecmrs/id/documents/reads.js'
import { sendEcmrDocument } from './ecmrs/id/documents/send.js'
import { shareEcmrDocument } from './ecmrs/id/documents/share.js'
import { listEcmrEvents } from './ecmrs/id/history.js'
import { inviteSigner } from './ecmrs/id/invitations/invite.js'
import { listInvitations } from './ecmrs/id/invitations/list.js'
import { revokeInvitation } from './ecmrs/id/invitations/revoke.js'
import { readEcmrProof } from './ecmrs/id/proof.js'
import { readEcmr } from './ecmrs/id/read.js'
import { recordEcmrReservation } from './ecmrs/id/record-reservation.js'
import { reportEcmrIncident } from './ecmrs/id/report-incident.js'
import { resolveEcmrIncident } from './ecmrs/id/resolve-incident.js'
import { revertEcmrDelivery } from './ecmrs/id/revert-delivery.js'
import { listShares } from './ecmrs/id/shares/list.js'
import { revokeEcmrShare } from './ecmrs/id/shares/revoke.js'
import { shareEcmr } from './ecmrs/id/shares/share.js'
import { signEcmr } from './ecmrs/id/sign.js'
import { updateEcmr } from './ecmrs/id/update.js'
import { listEcmrs } from './ecmrs/list.js'
import { validateEcmr } from './ecmrs/validate.js'
import { listChanges } from './events/list.js'
import { readEventLog } from './evidence/describe-log.js'
import { readCheckpoint, readTile } from './evidence/tiles.js'
import { readHealth } from './health/read.js'
import { readMe } from './me/read.js'
import { readDocument } from './ocr/read.js'
import { registerRoutes } from './registers/index.js'
import { readTracking } from './tracking/read.js'
import { readUsage } from './usage/read.js'
import { webhookRoutes } from './webhooks/index.js'

/** Every endpoint, in the order of the documentation. */
export const routes: readonly Route[] = [
  listEcmrs,
  exportEcmrs,
  createEcmr,
  createEcmrBatch,
  validateEcmr,
  readDocument,
  readEcmr,
  updateEcmr,
  signEcmr,
  inviteSigner,
  listInvitations,
  revokeInvitation,
  shareEcmr,
  listShares,
  revokeEcmrShare,
  reportEcmrIncident,
  resolveEcmrIncident,
  recordEcmrReservation,
  changeEcmrVehicle,
  revertEcmrDelivery,
  cancelEcmr,
  addEcmrAttachment,
  listEcmrAttachments,
  readEcmrAttachment,
  readEcmrAttachmentContent,
  withdrawEcmrAttachment,
  issueEcmrDocument,
  listEcmrDocuments,
  readEcmrDocument,
  readEcmrDocumentFile,
  listEcmrDocumentReads,
  readCurrentDocument,
  readDocumentQrSvg,
  readDocumentQrPng,
  shareEcmrDocument,
  sendEcmrDocument,
  closeEcmrDocument,
  issueJoint,
  listEcmrEvents,
  readEcmrProof,
  listChanges,
  readTracking,
  ...registerRoutes,
  ...webhookRoutes,
  readMe,
  readUsage,
  readEventLog,
  readCheckpoint,
  readTile,
  readHealth,
]
