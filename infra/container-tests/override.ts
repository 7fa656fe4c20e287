/** In what the installation under test differs from docker-compose.yml. */
export interface Differences {
  /** the images of ours, by service */
  readonly images: Readonly<Record<string, string>>
  /** where the proxy listens on this machine */
  readonly port: number
  /** where the customer's server says what it has received */
  readonly customerPort: number
  /** the program, key and certificate of the customer's server */
  readonly customerFolder: string
  /** of the network to the outside, with the customer in it */
  readonly outside: string
}

/** The customer's server in the network, as the notifiers see it. */
export const CUSTOMER_URL = 'https://customer:9000/hook'

const SETTINGS: Readonly<Record<string, string>> = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  WEBHOOK_RETRY_SCHEDULE: '0s,0.5s,1s,2s,5s,10s,20s,30s',
}

/**
 * The Compose file that is laid over docker-compose.yml: images, ports and networks of its own, a customer who receives webhooks, and
 * no limit on how much one customer may ask.
 */
export function overrideFile({ images, port, customerPort, customerFolder, outside }: Differences): string {
  const settings = { ...SETTINGS, WEBHOOK_ALLOWED_NETWORKS: outside }
  const more: Readonly<Record<string, readonly string[]>> = {
    api: [environment(settings)],
    panel: [environment(settings)],
    notifier: [
      environment({ ...settings, NODE_EXTRA_CA_CERTS: '/run/customer.crt' }),
      `volumes: ['${customerFolder}/receiver.crt:/run/customer.crt:ro']`,
    ],
  }
  const ours = Object.entries(images).map(([name, image]) =>
    [`  ${name}:`, `    image: ${image}`, ...(more[name] ?? []).map((line) => `    ${line}`)].join('\n'),
  )
  return `services:
${ours.join('\n')}
  proxy:
    ports: !override ['127.0.0.1:${port}:${port}']
  customer:
    image: ${images.api}
    command: [node, /customer/receiver.mjs]
    user: '1000:1000'
    init: true
    read_only: true
    cap_drop: [ALL]
    security_opt: ['no-new-privileges:true']
    volumes: ['${customerFolder}:/customer:ro']
    networks: [outside]
    ports: ['127.0.0.1:${customerPort}:9001']
    healthcheck:
      test: [CMD, node, -e, "fetch('http://127.0.0.1:9001/0').then((answer) => process.exit(answer.ok ? 0 : 1))"]
      interval: 10s
      start_period: 60s
      start_interval: 1s
networks:
  outside:
    ipam: { config: [{ subnet: '${outside}' }] }
`
}

function environment(settings: Readonly<Record<string, string>>): string {
  const entries = Object.entries(settings).map(([name, value]) => `${name}: '${value}'`)
  return `environment: { ${entries.join(', ')} }`
}
