/** Something that the suite asks for and that this service does not have, on purpose. */
export interface NotMet {
  /** as the table calls it */
  readonly what: string
  readonly why: string
  /** the checks that fail or warn because of it, by their scenarios */
  readonly failing: Readonly<Record<string, readonly string[]>>
}

/** All scenarios that fail or warn. Any other failure or warning, and a listed one that passes, is a fault of this list or of our code. */
export const notMet: readonly NotMet[] = [
  {
    what: 'own tools',
    why: "calls tools of the suite's own example server; this service has six of its own",
    failing: {
      'tools-call-simple-text': ['tools-call-simple-text'],
      'tools-call-image': ['tools-call-image'],
      'tools-call-audio': ['tools-call-audio'],
      'tools-call-embedded-resource': ['tools-call-embedded-resource'],
      'tools-call-mixed-content': ['tools-call-mixed-content'],
      'tools-call-error': ['tools-call-error'],
      'tools-call-with-progress': ['tools-call-with-progress'],
      'input-required-result-ignore-extra-params': ['sep-2322-ignore-unexpected-params'],
      'json-schema-2020-12': ['json-schema-2020-12-tool-found'],
      'http-custom-header-server-validation': [
        'sep-2243-server-no-xmcp-tool',
        'sep-2243-server-decode-base64',
        'sep-2243-server-validate-param-match',
        'sep-2243-server-reject-invalid-param-chars',
        'sep-2243-server-reject-param-mismatch',
      ],
    },
  },
  {
    what: 'questions to clients',
    why: 'asks that tools put questions to the client or its person; ours answer at once and need nobody',
    failing: {
      'tools-call-sampling': ['tools-call-sampling'],
      'tools-call-elicitation': ['tools-call-elicitation'],
      'elicitation-sep1034-defaults': ['elicitation-sep1034-general'],
      'elicitation-sep1330-enums': ['elicitation-sep1330-general'],
      'server-stateless': [
        'sep-2575-server-rejects-undeclared-capability',
        'sep-2575-missing-capability-http-400',
        'sep-2575-http-server-no-independent-requests-on-stream',
      ],
      'input-required-result-missing-input-response': ['sep-2322-missing-response-rerequests'],
      'input-required-result-basic-elicitation': ['sep-2322-elicitation-incomplete'],
      'input-required-result-basic-sampling': ['sep-2322-sampling-incomplete'],
      'input-required-result-basic-list-roots': ['sep-2322-list-roots-incomplete'],
      'input-required-result-request-state': ['sep-2322-request-state-incomplete'],
      'input-required-result-multiple-input-requests': ['sep-2322-multiple-inputs-incomplete'],
      'input-required-result-multi-round': ['sep-2322-multi-round-r1'],
      'input-required-result-non-tool-request': ['sep-2322-non-tool-incomplete'],
      'input-required-result-result-type': ['sep-2322-result-type-included'],
      'input-required-result-tampered-state': ['sep-2322-reject-tampered-state'],
      'input-required-result-capability-check': ['sep-2322-respect-client-capabilities'],
    },
  },
  {
    what: 'sessions',
    why: 'a server may do without (MAY, in the specification): each message is answered by itself, by whichever process gets it',
    failing: {
      'server-sse-multiple-streams': ['server-sse-multiple-streams-session'],
      'server-sse-polling': ['server-sse-polling-session'],
    },
  },
  {
    what: 'resources',
    why: 'resources are not offered: what there is to read is read with tools, and resources/read is a method not found',
    failing: {
      'sep-2164-resource-not-found': ['sep-2164-error-code', 'sep-2164-data-uri'],
      'resources-list': ['resources-list'],
      'resources-read-text': ['resources-read-text'],
      'resources-read-binary': ['resources-read-binary'],
      'resources-templates-read': ['resources-templates-read'],
      'resources-subscribe': ['resources-subscribe'],
      'resources-unsubscribe': ['resources-unsubscribe'],
      caching: ['sep-2549-resources-list-caching-hints', 'sep-2549-resources-templates-list-caching-hints'],
    },
  },
  {
    what: 'prompts',
    why: 'prompts are not offered',
    failing: {
      'prompts-list': ['prompts-list'],
      'prompts-get-simple': ['prompts-get-simple'],
      'prompts-get-with-args': ['prompts-get-with-args'],
      'prompts-get-embedded-resource': ['prompts-get-embedded-resource'],
      'prompts-get-with-image': ['prompts-get-with-image'],
      caching: ['sep-2549-prompts-list-caching-hints'],
    },
  },
  {
    what: 'completion',
    why: 'completion is for the arguments of prompts and resources, which are not offered',
    failing: {
      'completion-complete': ['completion-complete'],
    },
  },
  {
    what: 'logging',
    why: 'the service writes its log for its operator, and none for clients',
    failing: {
      'logging-set-level': ['logging-set-level'],
      'tools-call-with-logging': ['tools-call-with-logging'],
      'server-stateless': ['sep-2575-server-no-log-without-loglevel'],
    },
  },
  {
    what: 'tasks',
    why: 'an extension for work that takes long; every tool here answers within seconds',
    failing: {
      'tasks-lifecycle': [
        'tasks-sync-tool-call',
        'sep-2663-result-type-task-on-create',
        'sep-2663-tasks-get-status-working',
        'sep-2663-tasks-get-status-completed',
        'sep-2663-tool-error-uses-completed-status',
        'sep-2663-tasks-get-status-failed',
        'sep-2663-cancel-ack-empty-result',
        'tasks-cancel-terminal-idempotent-ack',
      ],
      'tasks-capability-negotiation': [
        'tasks-extension-advertised',
        'sep-2663-tasks-methods-non-declaring',
        'sep-2663-server-rejects-undeclared-client',
        'tasks-per-request-meta-opt-in',
      ],
      'tasks-wire-fields': [
        'tasks-wire-field-renames',
        'tasks-no-early-ttl-expiry',
        'tasks-no-related-task-meta-on-inlined-result',
      ],
      'tasks-request-state-removal': ['tasks-request-state-removal-setup'],
      'tasks-mrtr-input': [
        'sep-2663-tasks-get-status-input-required',
        'tasks-mrtr-tasks-update-resumes',
        'tasks-mrtr-partial-fulfillment',
      ],
      'tasks-request-headers': [
        'tasks-headers-tolerate-mcp-method-on-tools-call',
        'sep-2663-routing-headers-accepted-on-tasks-get',
        'sep-2663-server-rejects-mismatched-mcp-name-on-tasks-get',
      ],
      'tasks-dispatch-and-envelope': [
        'tasks-server-directed-creation-no-hint',
        'sep-2663-legacy-task-param-ignored',
        'tasks-immediate-result-shortcut',
        'tasks-result-type-complete-on-non-task-responses',
        'sep-2663-durable-create-strong-consistency',
        'sep-2663-tasks-get-invalid-task-id-32602',
      ],
      'tasks-required-task-error': ['sep-2663-server-returns-missing-capability-when-required'],
      'tasks-mrtr-composition': ['sep-2663-mrtr-synchronous-before-task-creation'],
    },
  },
]
