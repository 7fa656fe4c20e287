// Made by "npm run client:generate". SHA-256 of the described interface: 3d812f5941efb81ca453ffed23358cbcbc5b49f81a2e16ed21aaaaee7fe5bcb1
import type { Answer } from '../answer.js'
import type { Download } from '../download.js'
import { type Call, path } from '../http/call.js'
import type { Listing, Page } from '../listing.js'
import type { ChangeOptions, ReadOptions, WriteOptions } from '../options.js'
import type * as t from './types.js'

/** The operations of the interface, one method each. */
export abstract class Operations {
  /** Sends a request whose answer is JSON, or nothing. */
  protected abstract call<Data>(call: Call): Answer<Data>
  /** Reads a list, whose next pages are found by this parameter. */
  protected abstract list<P extends Page>(call: Call, by: 'cursor' | 'after'): Listing<P>
  /** Sends a request whose answer is a file. */
  protected abstract download(call: Call): Answer<Download>

  /** List the consignment notes of your company, now or as they stood at an instant. */
  listEcmrs(
    query?: t.ListEcmrsData['query'],
    options?: ReadOptions,
  ): Listing<t.ListEcmrsResponse> {
    return this.list<t.ListEcmrsResponse>({ method: 'GET', path: path`/api/ecmrs`, query, options }, 'cursor')
  }

  /** Create a consignment note. */
  createEcmr(
    body: t.CreateEcmrData['body'],
    options?: WriteOptions,
  ): Answer<t.CreateEcmrResponse> {
    return this.call<t.CreateEcmrResponse>({ method: 'POST', path: path`/api/ecmrs`, body, options })
  }

  /** Export a list of consignment notes as CSV, 10,000 notes at most. */
  exportEcmrs(
    query?: t.ExportEcmrsData['query'],
    options?: ReadOptions,
  ): Answer<Download> {
    return this.download({ method: 'GET', path: path`/api/ecmrs.csv`, query, options })
  }

  /** Create up to 100 consignment notes, each by itself. */
  createEcmrBatch(
    body: t.CreateEcmrBatchData['body'],
    options?: WriteOptions,
  ): Answer<t.CreateEcmrBatchResponse> {
    return this.call<t.CreateEcmrBatchResponse>({ method: 'POST', path: path`/api/ecmrs/batch`, body, options })
  }

  /** Try out a creation: its faults and what the law would still miss. Nothing is stored. */
  validateEcmr(
    body: t.ValidateEcmrData['body'],
    options?: WriteOptions,
  ): Answer<t.ValidateEcmrResponse> {
    return this.call<t.ValidateEcmrResponse>({ method: 'POST', path: path`/api/ecmrs/validate`, body, options })
  }

  /** Read a consignment note or delivery note from photographs, scans or a PDF. Nothing is stored. */
  readDocument(
    body: t.ReadDocumentData['body'],
    options?: WriteOptions,
  ): Answer<t.ReadDocumentResponse> {
    return this.call<t.ReadDocumentResponse>({ method: 'POST', path: path`/api/ocr`, body, options })
  }

  /** Read a consignment note, now or as it stood at an instant. */
  readEcmr(
    id: string,
    query?: t.ReadEcmrData['query'],
    options?: ReadOptions,
  ): Answer<t.ReadEcmrResponse> {
    return this.call<t.ReadEcmrResponse>({ method: 'GET', path: path`/api/ecmrs/${id}`, query, options })
  }

  /** Change a consignment note: any of its fields, its status, a signature, an incident, a reservation. */
  updateEcmr(
    id: string,
    body: t.UpdateEcmrData['body'],
    options?: ChangeOptions,
  ): Answer<t.UpdateEcmrResponse> {
    return this.call<t.UpdateEcmrResponse>({ method: 'PATCH', path: path`/api/ecmrs/${id}`, body, options })
  }

  /** Change a consignment note: any of its fields, its status, a signature, an incident, a reservation. */
  putEcmr(
    id: string,
    body: t.PutEcmrData['body'],
    options?: ChangeOptions,
  ): Answer<t.PutEcmrResponse> {
    return this.call<t.PutEcmrResponse>({ method: 'PUT', path: path`/api/ecmrs/${id}`, body, options })
  }

  /** Sign a consignment note. */
  signEcmr(
    id: string,
    body: t.SignEcmrData['body'],
    options?: ChangeOptions,
  ): Answer<t.SignEcmrResponse> {
    return this.call<t.SignEcmrResponse>({ method: 'POST', path: path`/api/ecmrs/${id}/signatures`, body, options })
  }

  /** Invite someone without an account to sign by a link; it is shown this once, and mailed when an e-mail address is given. */
  inviteSigner(
    id: string,
    body: t.InviteSignerData['body'],
    options?: ChangeOptions,
  ): Answer<t.InviteSignerResponse> {
    return this.call<t.InviteSignerResponse>({ method: 'POST', path: path`/api/ecmrs/${id}/invitations`, body, options })
  }

  /** List the invitations to sign a note, newest first; their links are not shown again. */
  listInvitations(
    id: string,
    options?: ReadOptions,
  ): Answer<t.ListInvitationsResponse> {
    return this.call<t.ListInvitationsResponse>({ method: 'GET', path: path`/api/ecmrs/${id}/invitations`, options })
  }

  /** Revoke an invitation to sign; its link leads nowhere from now on. */
  revokeInvitation(
    id: string,
    invitationId: string,
    options?: ChangeOptions,
  ): Answer<t.RevokeInvitationResponse> {
    return this.call<t.RevokeInvitationResponse>({ method: 'DELETE', path: path`/api/ecmrs/${id}/invitations/${invitationId}`, options })
  }

  /** Share a note with another company of this installation, to read it or to act in a role. */
  shareEcmr(
    id: string,
    body: t.ShareEcmrData['body'],
    options?: ChangeOptions,
  ): Answer<t.ShareEcmrResponse> {
    return this.call<t.ShareEcmrResponse>({ method: 'POST', path: path`/api/ecmrs/${id}/shares`, body, options })
  }

  /** List with which companies a note is shared, and whose it is, newest first. */
  listShares(
    id: string,
    options?: ReadOptions,
  ): Answer<t.ListSharesResponse> {
    return this.call<t.ListSharesResponse>({ method: 'GET', path: path`/api/ecmrs/${id}/shares`, options })
  }

  /** End a share; the company sees the note no more than one that it was never shared with. */
  revokeEcmrShare(
    id: string,
    shareId: string,
    options?: ChangeOptions,
  ): Answer<t.RevokeEcmrShareResponse> {
    return this.call<t.RevokeEcmrShareResponse>({ method: 'DELETE', path: path`/api/ecmrs/${id}/shares/${shareId}`, options })
  }

  /** Report an incident on the shipment. */
  reportEcmrIncident(
    id: string,
    body: t.ReportEcmrIncidentData['body'],
    options?: ChangeOptions,
  ): Answer<t.ReportEcmrIncidentResponse> {
    return this.call<t.ReportEcmrIncidentResponse>({ method: 'POST', path: path`/api/ecmrs/${id}/incidents`, body, options })
  }

  /** Resolve an incident. */
  resolveEcmrIncident(
    id: string,
    incidentId: string,
    body: t.ResolveEcmrIncidentData['body'],
    options?: ChangeOptions,
  ): Answer<t.ResolveEcmrIncidentResponse> {
    return this.call<t.ResolveEcmrIncidentResponse>({ method: 'POST', path: path`/api/ecmrs/${id}/incidents/${incidentId}/resolution`, body, options })
  }

  /** Record a reservation. */
  recordEcmrReservation(
    id: string,
    body: t.RecordEcmrReservationData['body'],
    options?: ChangeOptions,
  ): Answer<t.RecordEcmrReservationResponse> {
    return this.call<t.RecordEcmrReservationResponse>({ method: 'POST', path: path`/api/ecmrs/${id}/reservations`, body, options })
  }

  /** Record another vehicle or driver on the way. */
  changeEcmrVehicle(
    id: string,
    body: t.ChangeEcmrVehicleData['body'],
    options?: ChangeOptions,
  ): Answer<t.ChangeEcmrVehicleResponse> {
    return this.call<t.ChangeEcmrVehicleResponse>({ method: 'POST', path: path`/api/ecmrs/${id}/vehicle-changes`, body, options })
  }

  /** Take back a delivery that was recorded by mistake. */
  revertEcmrDelivery(
    id: string,
    body: t.RevertEcmrDeliveryData['body'],
    options?: ChangeOptions,
  ): Answer<t.RevertEcmrDeliveryResponse> {
    return this.call<t.RevertEcmrDeliveryResponse>({ method: 'POST', path: path`/api/ecmrs/${id}/delivery-reversal`, body, options })
  }

  /** Cancel a consignment note. */
  cancelEcmr(
    id: string,
    body: t.CancelEcmrData['body'],
    options?: ChangeOptions,
  ): Answer<t.CancelEcmrResponse> {
    return this.call<t.CancelEcmrResponse>({ method: 'POST', path: path`/api/ecmrs/${id}/cancellation`, body, options })
  }

  /** Add a picture or a PDF to a note; pictures lose their metadata and keep their pixels. */
  addEcmrAttachment(
    id: string,
    body: t.AddEcmrAttachmentData['body'] | FormData,
    options?: ChangeOptions,
  ): Answer<t.AddEcmrAttachmentResponse> {
    return this.call<t.AddEcmrAttachmentResponse>({ method: 'POST', path: path`/api/ecmrs/${id}/attachments`, body, options })
  }

  /** List the attachments of a note, newest first, withdrawn ones too. */
  listEcmrAttachments(
    id: string,
    options?: ReadOptions,
  ): Answer<t.ListEcmrAttachmentsResponse> {
    return this.call<t.ListEcmrAttachmentsResponse>({ method: 'GET', path: path`/api/ecmrs/${id}/attachments`, options })
  }

  /** Read what is known of an attachment. */
  readEcmrAttachment(
    id: string,
    attachmentId: string,
    options?: ReadOptions,
  ): Answer<t.ReadEcmrAttachmentResponse> {
    return this.call<t.ReadEcmrAttachmentResponse>({ method: 'GET', path: path`/api/ecmrs/${id}/attachments/${attachmentId}`, options })
  }

  /** Download the file of an attachment. */
  readEcmrAttachmentContent(
    id: string,
    attachmentId: string,
    options?: ReadOptions,
  ): Answer<Download> {
    return this.download({ method: 'GET', path: path`/api/ecmrs/${id}/attachments/${attachmentId}/content`, options })
  }

  /** Withdraw an attachment: it stays in the history, and its file is not given out any more. */
  withdrawEcmrAttachment(
    id: string,
    attachmentId: string,
    body: t.WithdrawEcmrAttachmentData['body'],
    options?: ChangeOptions,
  ): Answer<t.WithdrawEcmrAttachmentResponse> {
    return this.call<t.WithdrawEcmrAttachmentResponse>({ method: 'POST', path: path`/api/ecmrs/${id}/attachments/${attachmentId}/withdrawal`, body, options })
  }

  /** Issue a note’s document: a PDF with a public address that its QR code shows. */
  issueEcmrDocument(
    id: string,
    body?: t.IssueEcmrDocumentData['body'],
    options?: ChangeOptions,
  ): Answer<t.IssueEcmrDocumentResponse> {
    return this.call<t.IssueEcmrDocumentResponse>({ method: 'POST', path: path`/api/ecmrs/${id}/documents`, body, options })
  }

  /** List the issued versions of a note’s documents, now or at an instant, newest first. */
  listEcmrDocuments(
    id: string,
    query?: t.ListEcmrDocumentsData['query'],
    options?: ReadOptions,
  ): Listing<t.ListEcmrDocumentsResponse> {
    return this.list<t.ListEcmrDocumentsResponse>({ method: 'GET', path: path`/api/ecmrs/${id}/documents`, query, options }, 'cursor')
  }

  /** Read what is known of an issued version, or was at an instant. */
  readEcmrDocument(
    id: string,
    n: number,
    query?: t.ReadEcmrDocumentData['query'],
    options?: ReadOptions,
  ): Answer<t.ReadEcmrDocumentResponse> {
    return this.call<t.ReadEcmrDocumentResponse>({ method: 'GET', path: path`/api/ecmrs/${id}/documents/${n}`, query, options })
  }

  /** Download an issued version, byte for byte as it was issued. */
  readEcmrDocumentFile(
    id: string,
    n: number,
    options?: ReadOptions,
  ): Answer<Download> {
    return this.download({ method: 'GET', path: path`/api/ecmrs/${id}/documents/${n}.pdf`, options })
  }

  /** List who fetched a document at its public addresses, newest first. */
  listEcmrDocumentReads(
    id: string,
    n: number,
    query?: t.ListEcmrDocumentReadsData['query'],
    options?: ReadOptions,
  ): Listing<t.ListEcmrDocumentReadsResponse> {
    return this.list<t.ListEcmrDocumentReadsResponse>({ method: 'GET', path: path`/api/ecmrs/${id}/documents/${n}/reads`, query, options }, 'cursor')
  }

  /** Download the document that was issued last, or a draft of the note. */
  readCurrentDocument(
    id: string,
    query?: t.ReadCurrentDocumentData['query'],
    options?: ReadOptions,
  ): Answer<Download> {
    return this.download({ method: 'GET', path: path`/api/ecmrs/${id}/document.pdf`, query, options })
  }

  /** The QR code of the current document as a drawing. */
  readDocumentQrSvg(
    id: string,
    options?: ReadOptions,
  ): Answer<Download> {
    return this.download({ method: 'GET', path: path`/api/ecmrs/${id}/document.qr.svg`, options })
  }

  /** The QR code of the current document as a picture. */
  readDocumentQrPng(
    id: string,
    options?: ReadOptions,
  ): Answer<Download> {
    return this.download({ method: 'GET', path: path`/api/ecmrs/${id}/document.qr.png`, options })
  }

  /** Make another address of a document, for the other party of the carriage. */
  shareEcmrDocument(
    id: string,
    n: number,
    body: t.ShareEcmrDocumentData['body'],
    options?: ChangeOptions,
  ): Answer<t.ShareEcmrDocumentResponse> {
    return this.call<t.ShareEcmrDocumentResponse>({ method: 'POST', path: path`/api/ecmrs/${id}/documents/${n}/links`, body, options })
  }

  /** Send an issued version by e-mail, with its public address and the file; a repeat with the same key sends nothing twice. */
  sendEcmrDocument(
    id: string,
    n: number,
    body: t.SendEcmrDocumentData['body'],
    options?: ChangeOptions,
  ): Answer<t.SendEcmrDocumentResponse> {
    return this.call<t.SendEcmrDocumentResponse>({ method: 'POST', path: path`/api/ecmrs/${id}/documents/${n}/send`, body, options })
  }

  /** Close a document’s public address for ever, from seven days after delivery on. */
  closeEcmrDocument(
    id: string,
    n: number,
    options?: ChangeOptions,
  ): Answer<t.CloseEcmrDocumentResponse> {
    return this.call<t.CloseEcmrDocumentResponse>({ method: 'DELETE', path: path`/api/ecmrs/${id}/documents/${n}/link`, options })
  }

  /** Issue one control document for several notes with the same shipper and carrier. */
  issueJointDocument(
    body: t.IssueJointDocumentData['body'],
    options?: WriteOptions,
  ): Answer<t.IssueJointDocumentResponse> {
    return this.call<t.IssueJointDocumentResponse>({ method: 'POST', path: path`/api/documents`, body, options })
  }

  /** Read a note’s history: who, when, what changed. */
  listEcmrEvents(
    id: string,
    query?: t.ListEcmrEventsData['query'],
    options?: ReadOptions,
  ): Listing<t.ListEcmrEventsResponse> {
    return this.list<t.ListEcmrEventsResponse>({ method: 'GET', path: path`/api/ecmrs/${id}/events`, query, options }, 'cursor')
  }

  /** Download the proof of a note’s events, now or as of an instant: a file to be verified offline. */
  readEcmrProof(
    id: string,
    query?: t.ReadEcmrProofData['query'],
    options?: ReadOptions,
  ): Answer<Download> {
    return this.download({ method: 'GET', path: path`/api/ecmrs/${id}/proof`, query, options })
  }

  /** Follow what happens to the notes of your company. */
  listChanges(
    query?: t.ListChangesData['query'],
    options?: ReadOptions,
  ): Listing<t.ListChangesResponse> {
    return this.list<t.ListChangesResponse>({ method: 'GET', path: path`/api/events`, query, options }, 'after')
  }

  /** Follow a shipment by its number, without a key. */
  readTracking(
    ecmrNumber: string,
    options?: ReadOptions,
  ): Answer<t.ReadTrackingResponse> {
    return this.call<t.ReadTrackingResponse>({ method: 'GET', path: path`/api/tracking/${ecmrNumber}`, options })
  }

  /** List or search the parties of your company. */
  listParties(
    query?: t.ListPartiesData['query'],
    options?: ReadOptions,
  ): Listing<t.ListPartiesResponse> {
    return this.list<t.ListPartiesResponse>({ method: 'GET', path: path`/api/parties`, query, options }, 'cursor')
  }

  /** Add a party to the register of your company. */
  createParty(
    body: t.CreatePartyData['body'],
    options?: WriteOptions,
  ): Answer<t.CreatePartyResponse> {
    return this.call<t.CreatePartyResponse>({ method: 'POST', path: path`/api/parties`, body, options })
  }

  /** Export the parties of your company as CSV. */
  exportParties(
    options?: ReadOptions,
  ): Answer<Download> {
    return this.download({ method: 'GET', path: path`/api/parties.csv`, options })
  }

  /** Import parties from a CSV table, all of it or nothing. */
  importParties(
    body: t.ImportPartiesData['body'],
    query?: t.ImportPartiesData['query'],
    options?: WriteOptions,
  ): Answer<t.ImportPartiesResponse> {
    return this.call<t.ImportPartiesResponse>({ method: 'POST', path: path`/api/parties.csv`, body, type: 'text/csv', query, options })
  }

  /** Read a party. */
  readParty(
    id: string,
    options?: ReadOptions,
  ): Answer<t.ReadPartyResponse> {
    return this.call<t.ReadPartyResponse>({ method: 'GET', path: path`/api/parties/${id}`, options })
  }

  /** Change a party: what you send is changed, the rest stays. Notes keep what they said. */
  changeParty(
    id: string,
    body: t.ChangePartyData['body'],
    options?: ChangeOptions,
  ): Answer<t.ChangePartyResponse> {
    return this.call<t.ChangePartyResponse>({ method: 'PATCH', path: path`/api/parties/${id}`, body, options })
  }

  /** Remove a party for good; notes keep their own copy of what it said. */
  deleteParty(
    id: string,
    options?: ChangeOptions,
  ): Answer<void> {
    return this.call<void>({ method: 'DELETE', path: path`/api/parties/${id}`, options })
  }

  /** List or search the drivers of your company. */
  listDrivers(
    query?: t.ListDriversData['query'],
    options?: ReadOptions,
  ): Listing<t.ListDriversResponse> {
    return this.list<t.ListDriversResponse>({ method: 'GET', path: path`/api/drivers`, query, options }, 'cursor')
  }

  /** Add a driver to the register of your company. */
  createDriver(
    body: t.CreateDriverData['body'],
    options?: WriteOptions,
  ): Answer<t.CreateDriverResponse> {
    return this.call<t.CreateDriverResponse>({ method: 'POST', path: path`/api/drivers`, body, options })
  }

  /** Export the drivers of your company as CSV. */
  exportDrivers(
    options?: ReadOptions,
  ): Answer<Download> {
    return this.download({ method: 'GET', path: path`/api/drivers.csv`, options })
  }

  /** Import drivers from a CSV table, all of it or nothing. */
  importDrivers(
    body: t.ImportDriversData['body'],
    query?: t.ImportDriversData['query'],
    options?: WriteOptions,
  ): Answer<t.ImportDriversResponse> {
    return this.call<t.ImportDriversResponse>({ method: 'POST', path: path`/api/drivers.csv`, body, type: 'text/csv', query, options })
  }

  /** Read a driver. */
  readDriver(
    id: string,
    options?: ReadOptions,
  ): Answer<t.ReadDriverResponse> {
    return this.call<t.ReadDriverResponse>({ method: 'GET', path: path`/api/drivers/${id}`, options })
  }

  /** Change a driver: what you send is changed, the rest stays. Notes keep what they said. */
  changeDriver(
    id: string,
    body: t.ChangeDriverData['body'],
    options?: ChangeOptions,
  ): Answer<t.ChangeDriverResponse> {
    return this.call<t.ChangeDriverResponse>({ method: 'PATCH', path: path`/api/drivers/${id}`, body, options })
  }

  /** Remove a driver for good; notes keep their own copy of what it said. */
  deleteDriver(
    id: string,
    options?: ChangeOptions,
  ): Answer<void> {
    return this.call<void>({ method: 'DELETE', path: path`/api/drivers/${id}`, options })
  }

  /** List or search the vehicles of your company. */
  listVehicles(
    query?: t.ListVehiclesData['query'],
    options?: ReadOptions,
  ): Listing<t.ListVehiclesResponse> {
    return this.list<t.ListVehiclesResponse>({ method: 'GET', path: path`/api/vehicles`, query, options }, 'cursor')
  }

  /** Add a vehicle to the register of your company. */
  createVehicle(
    body: t.CreateVehicleData['body'],
    options?: WriteOptions,
  ): Answer<t.CreateVehicleResponse> {
    return this.call<t.CreateVehicleResponse>({ method: 'POST', path: path`/api/vehicles`, body, options })
  }

  /** Export the vehicles of your company as CSV. */
  exportVehicles(
    options?: ReadOptions,
  ): Answer<Download> {
    return this.download({ method: 'GET', path: path`/api/vehicles.csv`, options })
  }

  /** Import vehicles from a CSV table, all of it or nothing. */
  importVehicles(
    body: t.ImportVehiclesData['body'],
    query?: t.ImportVehiclesData['query'],
    options?: WriteOptions,
  ): Answer<t.ImportVehiclesResponse> {
    return this.call<t.ImportVehiclesResponse>({ method: 'POST', path: path`/api/vehicles.csv`, body, type: 'text/csv', query, options })
  }

  /** Read a vehicle. */
  readVehicle(
    id: string,
    options?: ReadOptions,
  ): Answer<t.ReadVehicleResponse> {
    return this.call<t.ReadVehicleResponse>({ method: 'GET', path: path`/api/vehicles/${id}`, options })
  }

  /** Change a vehicle: what you send is changed, the rest stays. Notes keep what they said. */
  changeVehicle(
    id: string,
    body: t.ChangeVehicleData['body'],
    options?: ChangeOptions,
  ): Answer<t.ChangeVehicleResponse> {
    return this.call<t.ChangeVehicleResponse>({ method: 'PATCH', path: path`/api/vehicles/${id}`, body, options })
  }

  /** Remove a vehicle for good; notes keep their own copy of what it said. */
  deleteVehicle(
    id: string,
    options?: ChangeOptions,
  ): Answer<void> {
    return this.call<void>({ method: 'DELETE', path: path`/api/vehicles/${id}`, options })
  }

  /** List or search the templates of your company. */
  listTemplates(
    query?: t.ListTemplatesData['query'],
    options?: ReadOptions,
  ): Listing<t.ListTemplatesResponse> {
    return this.list<t.ListTemplatesResponse>({ method: 'GET', path: path`/api/templates`, query, options }, 'cursor')
  }

  /** Add a template to the register of your company. */
  createTemplate(
    body: t.CreateTemplateData['body'],
    options?: WriteOptions,
  ): Answer<t.CreateTemplateResponse> {
    return this.call<t.CreateTemplateResponse>({ method: 'POST', path: path`/api/templates`, body, options })
  }

  /** Export the templates of your company as CSV. */
  exportTemplates(
    options?: ReadOptions,
  ): Answer<Download> {
    return this.download({ method: 'GET', path: path`/api/templates.csv`, options })
  }

  /** Import templates from a CSV table, all of it or nothing. */
  importTemplates(
    body: t.ImportTemplatesData['body'],
    query?: t.ImportTemplatesData['query'],
    options?: WriteOptions,
  ): Answer<t.ImportTemplatesResponse> {
    return this.call<t.ImportTemplatesResponse>({ method: 'POST', path: path`/api/templates.csv`, body, type: 'text/csv', query, options })
  }

  /** Read a template. */
  readTemplate(
    id: string,
    options?: ReadOptions,
  ): Answer<t.ReadTemplateResponse> {
    return this.call<t.ReadTemplateResponse>({ method: 'GET', path: path`/api/templates/${id}`, options })
  }

  /** Change a template: what you send is changed, the rest stays. Notes keep what they said. */
  changeTemplate(
    id: string,
    body: t.ChangeTemplateData['body'],
    options?: ChangeOptions,
  ): Answer<t.ChangeTemplateResponse> {
    return this.call<t.ChangeTemplateResponse>({ method: 'PATCH', path: path`/api/templates/${id}`, body, options })
  }

  /** Remove a template for good; notes keep their own copy of what it said. */
  deleteTemplate(
    id: string,
    options?: ChangeOptions,
  ): Answer<void> {
    return this.call<void>({ method: 'DELETE', path: path`/api/templates/${id}`, options })
  }

  /** Register a webhook; its signing secret is shown this once. */
  registerWebhook(
    body: t.RegisterWebhookData['body'],
    options?: WriteOptions,
  ): Answer<t.RegisterWebhookResponse> {
    return this.call<t.RegisterWebhookResponse>({ method: 'POST', path: path`/api/webhooks`, body, options })
  }

  /** List the webhooks of your company, newest first. */
  listWebhooks(
    options?: ReadOptions,
  ): Answer<t.ListWebhooksResponse> {
    return this.call<t.ListWebhooksResponse>({ method: 'GET', path: path`/api/webhooks`, options })
  }

  /** Read one webhook. */
  readWebhook(
    id: string,
    options?: ReadOptions,
  ): Answer<t.ReadWebhookResponse> {
    return this.call<t.ReadWebhookResponse>({ method: 'GET', path: path`/api/webhooks/${id}`, options })
  }

  /** Change a webhook, disable it or enable it again: what you send is changed, the rest stays. */
  changeWebhook(
    id: string,
    body: t.ChangeWebhookData['body'],
    options?: WriteOptions,
  ): Answer<t.ChangeWebhookResponse> {
    return this.call<t.ChangeWebhookResponse>({ method: 'PATCH', path: path`/api/webhooks/${id}`, body, options })
  }

  /** Delete a webhook; what waits for it is not sent any more. */
  deleteWebhook(
    id: string,
    options?: WriteOptions,
  ): Answer<void> {
    return this.call<void>({ method: 'DELETE', path: path`/api/webhooks/${id}`, options })
  }

  /** Give a webhook a new signing secret, shown this once; the old one signs too for a while. */
  rotateWebhookSecret(
    id: string,
    body?: t.RotateWebhookSecretData['body'],
    options?: WriteOptions,
  ): Answer<t.RotateWebhookSecretResponse> {
    return this.call<t.RotateWebhookSecretResponse>({ method: 'POST', path: path`/api/webhooks/${id}/rotate-secret`, body, options })
  }

  /** Send a webhook an example notification, once, and see what it answers. */
  testWebhook(
    id: string,
    body?: t.TestWebhookData['body'],
    options?: WriteOptions,
  ): Answer<t.TestWebhookResponse> {
    return this.call<t.TestWebhookResponse>({ method: 'POST', path: path`/api/webhooks/${id}/test`, body, options })
  }

  /** List what was sent to a webhook, or is about to be, newest first. */
  listWebhookDeliveries(
    id: string,
    query?: t.ListWebhookDeliveriesData['query'],
    options?: ReadOptions,
  ): Listing<t.ListWebhookDeliveriesResponse> {
    return this.list<t.ListWebhookDeliveriesResponse>({ method: 'GET', path: path`/api/webhooks/${id}/deliveries`, query, options }, 'cursor')
  }

  /** Read one delivery: what is sent, and every attempt. */
  readWebhookDelivery(
    id: string,
    deliveryId: string,
    options?: ReadOptions,
  ): Answer<t.ReadWebhookDeliveryResponse> {
    return this.call<t.ReadWebhookDeliveryResponse>({ method: 'GET', path: path`/api/webhooks/${id}/deliveries/${deliveryId}`, options })
  }

  /** Send a delivery again now, whatever its result; its retry schedule starts again. */
  retryWebhookDelivery(
    id: string,
    deliveryId: string,
    body?: t.RetryWebhookDeliveryData['body'],
    options?: WriteOptions,
  ): Answer<t.RetryWebhookDeliveryResponse> {
    return this.call<t.RetryWebhookDeliveryResponse>({ method: 'POST', path: path`/api/webhooks/${id}/deliveries/${deliveryId}/retry`, body, options })
  }

  /** Send past events again, or for the first time: also those from before the webhook existed. */
  replayWebhook(
    id: string,
    body: t.ReplayWebhookData['body'],
    options?: WriteOptions,
  ): Answer<t.ReplayWebhookResponse> {
    return this.call<t.ReplayWebhookResponse>({ method: 'POST', path: path`/api/webhooks/${id}/replay`, body, options })
  }

  /** List the latest replays of a webhook, newest first. */
  listWebhookReplays(
    id: string,
    options?: ReadOptions,
  ): Answer<t.ListWebhookReplaysResponse> {
    return this.call<t.ListWebhookReplaysResponse>({ method: 'GET', path: path`/api/webhooks/${id}/replays`, options })
  }

  /** Read one replay: how far it is. */
  readWebhookReplay(
    id: string,
    replayId: string,
    options?: ReadOptions,
  ): Answer<t.ReadWebhookReplayResponse> {
    return this.call<t.ReadWebhookReplayResponse>({ method: 'GET', path: path`/api/webhooks/${id}/replays/${replayId}`, options })
  }

  /** Cancel a replay: what it has queued and still waits is not sent. Stays as it is when nothing waits any more. */
  cancelWebhookReplay(
    id: string,
    replayId: string,
    body?: t.CancelWebhookReplayData['body'],
    options?: WriteOptions,
  ): Answer<t.CancelWebhookReplayResponse> {
    return this.call<t.CancelWebhookReplayResponse>({ method: 'POST', path: path`/api/webhooks/${id}/replays/${replayId}/cancel`, body, options })
  }

  /** Read whose API key this is, what it may do, and its limits. */
  readMe(
    options?: ReadOptions,
  ): Answer<t.ReadMeResponse> {
    return this.call<t.ReadMeResponse>({ method: 'GET', path: path`/api/me`, options })
  }

  /** Read what your company has used of its storage, and its limits. */
  readUsage(
    options?: ReadOptions,
  ): Answer<t.ReadUsageResponse> {
    return this.call<t.ReadUsageResponse>({ method: 'GET', path: path`/api/usage`, options })
  }

  /** Check the state of the service. */
  readHealth(
    options?: ReadOptions,
  ): Answer<t.ReadHealthResponse> {
    return this.call<t.ReadHealthResponse>({ method: 'GET', path: path`/api/health`, options })
  }
}
