import type { Pages } from '../panel-server.js'
import { invitationPages } from './account/invitation.js'
import { loginPages } from './account/login.js'
import { identifyPages } from './account/identify/identify.js'
import { profilePages } from './account/profile.js'
import { recoveryPages } from './account/recovery.js'
import { secondStepPages } from './account/second-step/second-step.js'
import { securityPages } from './account/security/security.js'
import { registrationPages } from './account/registration.js'
import { unsubscribePages } from './account/unsubscribe.js'
import { apiKeyPages } from './api-keys/index.js'
import { auditPages } from './audit/index.js'
import { detailsPages } from './company/details/details.js'
import { logoPages } from './company/logo/logo.js'
import { peoplePages } from './company/people/people.js'
import { companySecurityPages } from './company/security/security.js'
import { companySharingPages } from './company/sharing/sharing.js'
import { connectPages } from './connect/index.js'
import { errorCodePages } from './error-codes/index.js'
import { driverLinkPages } from './driver-link/index.js'
import { homePages } from './home/index.js'
import { livePages } from './live/index.js'
import { attachmentPages } from './notes/attachments/attachments.js'
import {
  cancelPages,
  reservationPages,
  revertPages,
  statusPages,
} from './notes/change-status/change-status.js'
import { vehiclePages } from './notes/change-vehicle/change-vehicle.js'
import { createPages } from './notes/create/create.js'
import { documentPages } from './notes/documents/index.js'
import { editPages } from './notes/edit/edit.js'
import { erasePages } from './notes/erase/erase.js'
import { noteHistoryPage } from './notes/history/history.js'
import { incidentPages, incidentResolvePages } from './notes/incidents/incidents.js'
import { bulkPages } from './notes/list/bulk/bulk.js'
import { listLookPages } from './notes/list/columns.js'
import { noteInvitationPages } from './notes/invitations/invitations.js'
import { noteList } from './notes/list/list.js'
import { savedViewPages } from './notes/list/views/views.js'
import { paperPages } from './notes/paper/index.js'
import { noteSharingPages } from './notes/sharing/sharing.js'
import { proofPages } from './notes/proof/proof.js'
import { notePage } from './notes/read/read.js'
import { signPages } from './notes/sign/sign.js'
import { preferencePages } from './preferences/index.js'
import { procedurePages } from './procedures/index.js'
import { registerPages } from './registers/index.js'
import { searchPages } from './search/index.js'
import { signingLinkPages } from './signing-link/index.js'
import { switchPages } from './company/switch/switch.js'
import { testModePages } from './test-mode/index.js'
import { trackingPages } from './tracking/index.js'
import { verifyProofPages } from './verify-proof/index.js'
import { changeWebhookPages, deleteWebhookPages } from './webhooks/id/change.js'
import { deliveryPages } from './webhooks/id/deliveries/deliveries.js'
import { replayPages } from './webhooks/id/replays/replays.js'
import { secretPages } from './webhooks/id/secret.js'
import { showWebhookPages, testWebhookPages } from './webhooks/id/show.js'
import { listWebhookPages, registerWebhookPages } from './webhooks/list.js'

/** Every page, by the part of the menu that it belongs to. */
export const pages: readonly Pages[] = [
  homePages,
  livePages,
  preferencePages,
  registrationPages,
  loginPages,
  recoveryPages,
  invitationPages,
  profilePages,
  secondStepPages,
  identifyPages,
  securityPages,
  unsubscribePages,
  detailsPages,
  logoPages,
  companySharingPages,
  peoplePages,
  companySecurityPages,
  switchPages,
  searchPages,
  noteList,
  listLookPages,
  bulkPages,
  savedViewPages,
  notePage,
  noteHistoryPage,
  proofPages,
  documentPages,
  createPages,
  paperPages,
  editPages,
  signPages,
  noteInvitationPages,
  attachmentPages,
  noteSharingPages,
  statusPages,
  incidentPages,
  incidentResolvePages,
  reservationPages,
  vehiclePages,
  revertPages,
  cancelPages,
  erasePages,
  registerPages,
  trackingPages,
  signingLinkPages,
  driverLinkPages,
  procedurePages,
  errorCodePages,
  testModePages,
  verifyProofPages,
  apiKeyPages,
  listWebhookPages,
  registerWebhookPages,
  showWebhookPages,
  changeWebhookPages,
  testWebhookPages,
  secretPages,
  deleteWebhookPages,
  deliveryPages,
  replayPages,
  connectPages,
  auditPages,
]
