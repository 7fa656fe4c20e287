/** A backup cannot be taken, read or restored; the message is a sentence that says what to do. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}

/** Another process takes a backup, or removes old ones, at the moment. */
export class BackupUnderWay extends BackupFault {
  constructor() {
    super('Another process is taking a backup of this installation. Wait until it is done.')
  }
}
