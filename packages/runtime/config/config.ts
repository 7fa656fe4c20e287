import type { SupportContact } from './values/support-contact.js'
import type { WitnessAddress } from './values/witness.js'

export type { SupportContact, WitnessAddress }

/** Where the key that encrypts stored secrets comes from. */
export type SecretKeySource =
  | { readonly kind: 'given'; readonly key: string }
  /** generated into this file at the first start */
  | { readonly kind: 'file'; readonly path: string }

/** Which product keeps the event log. */
export type EventStoreSource =
  /** the one of `databaseUrl` */
  | { readonly kind: 'postgres' }
  /** a connection string of EventStoreDB, with credentials if it has any */
  | { readonly kind: 'eventstoredb'; readonly url: string }

/** A directory of documents. */
export interface ObjectDirectory {
  readonly kind: 'local'
  /** its absolute path */
  readonly directory: string
}

/** A bucket of documents. */
export interface S3Bucket {
  readonly kind: 's3'
  /** origin of the server */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

/** Where documents can be kept. */
export interface Storages {
  readonly local: ObjectDirectory
  /** undefined: its settings are not all there */
  readonly s3: S3Bucket | undefined
}

/** How mail is sent. */
export interface MailSource {
  /** of the mail server, with credentials if it asks for any */
  readonly url: string
  /** whom messages come from: an address, or a name with an address in angle brackets */
  readonly from: string
}

/** What issued documents are sealed with. */
export interface DocumentSealSource {
  /** the path of a PKCS#12 file */
  readonly file: string
  readonly password: string
  /** of a time stamp authority (RFC 3161); undefined: none */
  readonly tsaUrl: string | undefined
}

/** Where the key comes from that signs checkpoints of the event log. */
export interface EvidenceKeySource {
  readonly path: string
  /** whether it is generated into that file at the first start */
  readonly isGenerated: boolean
}

/** A place in a bucket. */
export interface S3Prefix extends S3Bucket {
  /** empty, or with a slash at its end */
  readonly prefix: string
}

/** Who reads the pictures of documents. */
export type DocumentEngine =
  /** on this machine, offline */
  | { readonly kind: 'tesseract' }
  | {
      readonly kind: 'gemini'
      readonly apiKey: string
      readonly model: string
      /** without a slash at its end; absent: Google's own */
      readonly baseUrl?: string
    }

/** What pages say about the operator of the service. */
export interface OperatorInfo {
  /** whom they ask for help */
  readonly support: SupportContact | undefined
  readonly legalNoticeUrl: string | undefined
  readonly privacyPolicyUrl: string | undefined
}

/** Where traces are sent. */
export interface TracingTarget {
  /** of the receiver of spans, OTLP over HTTP */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** of requests that is recorded, 0 to 1 */
  readonly share: number
}

/** `auto`: pretty at a terminal, JSON elsewhere. */
export type LogFormat = 'auto' | 'json' | 'pretty'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** The configuration of every process, parsed once at its start. */
export interface Config {
  readonly host: string
  /** 0: any free port */
  readonly port: number
  /** where `/metrics` is; undefined: nowhere */
  readonly metrics:
    | {
        readonly host: string
        /** 0: any free port */
        readonly port: number
      }
    | undefined
  /** public origin without a trailing slash; every URL that we print starts with it */
  readonly siteUrl: string
  /** absolute path of the directory that holds the embedded PostgreSQL, generated secrets and documents */
  readonly dataDir: string
  /** undefined: the embedded PostgreSQL under `dataDir` */
  readonly databaseUrl: string | undefined
  readonly eventStore: EventStoreSource
  /** of EventStoreDB, whichever product keeps the log: one that it is moved to or from is reached by this */
  readonly eventStoreDbUrl: string | undefined
  /** where documents are kept */
  readonly storage: ObjectDirectory | S3Bucket
  /** those between which documents can be moved */
  readonly storages: Storages
  readonly evidence: {
    /** undefined: checkpoints are not made */
    readonly key: EvidenceKeySource | undefined
    /** where checkpoints are kept besides the database; undefined: nowhere */
    readonly checkpoints: ObjectDirectory | S3Prefix | undefined
    /** of a time stamp authority (RFC 3161); undefined: none */
    readonly tsaUrl: string | undefined
    /** who cosigns checkpoints */
    readonly witnesses: readonly WitnessAddress[]
  }
  readonly backup: {
    /** where backups are made by themselves; undefined: nowhere */
    readonly to: ObjectDirectory | S3Prefix | undefined
    /** milliseconds between two of them */
    readonly everyMs: number
    /** what they are encrypted with; undefined: they are not */
    readonly key: string | undefined
  }
  /** an S3 server, whatever bucket is used there; undefined: its settings are not all there */
  readonly s3Server: Omit<S3Bucket, 'kind' | 'bucket'> | undefined
  /** undefined: documents are not sealed */
  readonly documentSeal: DocumentSealSource | undefined
  /** NATS servers; undefined: the in-process broker */
  readonly natsServers: readonly string[] | undefined
  readonly secretKey: SecretKeySource
  /** undefined: no mail is sent */
  readonly mail: MailSource | undefined
  readonly operator: OperatorInfo
  readonly webhooks: {
    /** CIDRs that deliveries may go to although they are not public */
    readonly allowedNetworks: readonly string[]
    /** pause before each attempt, milliseconds */
    readonly retrySchedule: readonly number[]
  }
  readonly ocr: {
    /** who reads documents */
    readonly engine: DocumentEngine
    /** the Unix socket of a reader, which looks at pages for others; undefined: this process does, by processes of its own */
    readonly readerSocket: string | undefined
    /** how many pages each process looks at at once */
    readonly processes: number
  }
  readonly mcp: {
    /** origins of web pages that may call the MCP endpoint, besides the site's own and those of this machine */
    readonly allowedOrigins: readonly string[]
    /** whether assistants may identify themselves by a document at an https address, which the panel then fetches */
    readonly clientDocuments: boolean
  }
  readonly rateLimits: {
    readonly perKeyPerMinute: number
    readonly perCompanyPerMinute: number
    readonly publicPerMinute: number
  }
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
  /** undefined: nothing is traced */
  readonly tracing: TracingTarget | undefined
  /** whose X-Forwarded-For is trusted for the client address: none, that many proxies' in front of us, or these networks' */
  readonly trustProxy: false | number | readonly string[]
  /** the files that secrets were read from, and those that are secret */
  readonly secretFiles: readonly string[]
  /** what the operator should know, one sentence each */
  readonly warnings: readonly string[]
}
