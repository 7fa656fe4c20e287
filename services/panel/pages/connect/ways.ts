import { type Language, textTable } from '@ecmr/contract'

/** How one kind of assistant is connected. */
export interface Way {
  /** for anchors */
  readonly id: string
  readonly name: string
  readonly steps: readonly string[]
  /** what is to be copied into it */
  readonly code?: string
  /** a link by which the program itself opens and adds the server, in the form that its maker documents */
  readonly install?: { readonly href: string; readonly label: string }
  /** it connects from its maker's computers, so it needs an address on the internet */
  readonly isRemote: boolean
  /** the version with which we have connected it and listed its tools; absent: the steps follow its maker's documentation */
  readonly triedWith?: string
}

/** How each common assistant is connected to the MCP endpoint at an address. */
export function waysTo(address: string, language: Language): readonly Way[] {
  const says = steps[language]
  const cursor = { url: address }
  const vsCode = { type: 'http', url: address }
  return [
    { id: 'claude', name: 'Claude', isRemote: true, steps: says.claude },
    {
      id: 'claude-code',
      name: 'Claude Code',
      isRemote: false,
      steps: says.claudeCode,
      code: `claude mcp add --transport http ecmr ${address}`,
    },
    { id: 'chatgpt', name: 'ChatGPT', isRemote: true, steps: says.chatGpt },
    {
      id: 'cursor',
      name: 'Cursor',
      isRemote: false,
      steps: says.cursor,
      install: { href: cursorLink('ecmr', cursor), label: says.addToCursor },
      code: JSON.stringify({ mcpServers: { ecmr: cursor } }, null, 2),
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      isRemote: false,
      steps: says.vsCode,
      install: { href: vsCodeLink({ name: 'ecmr', ...vsCode }), label: says.addToVsCode },
      code: JSON.stringify({ servers: { ecmr: vsCode } }, null, 2),
    },
    {
      id: 'gemini-cli',
      name: 'Gemini CLI',
      isRemote: false,
      steps: says.gemini,
      code: `gemini mcp add --transport http ecmr ${address}`,
      triedWith: 'Gemini CLI 0.61.0',
    },
    {
      id: 'codex',
      name: 'Codex CLI',
      isRemote: false,
      steps: says.codex,
      code: `codex mcp add ecmr --url ${address}`,
      triedWith: 'Codex CLI 0.169.0',
    },
    {
      id: 'mcp-remote',
      name: 'mcp-remote',
      isRemote: false,
      steps: says.mcpRemote,
      code: JSON.stringify(bridged(address), null, 2),
      triedWith: 'mcp-remote 0.15.1',
    },
    {
      id: 'other',
      name: says.otherName,
      isRemote: false,
      steps: says.other,
      triedWith: says.libraries,
    },
  ]
}

/** cursor.com/docs/mcp/install-links: the settings of one server, as JSON in Base64. */
function cursorLink(name: string, settings: object): string {
  const config = Buffer.from(JSON.stringify(settings)).toString('base64')
  return `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name, config })}`
}

/** code.visualstudio.com/api/extension-guides/ai/mcp: name and settings of one server, as JSON. */
function vsCodeLink(server: object): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(server))}`
}

/** For programs that start servers on their own machine only. */
const bridged = (address: string) => ({
  mcpServers: { ecmr: { command: 'npx', args: ['mcp-remote', address] } },
})

const steps = textTable({
  claude: [
    [
      'Abra «Personalizar» y «Conectores», y pulse el signo más.',
      'Elija «Añadir conector personalizado», ponga «eCMR» de nombre y pegue la dirección.',
      'Pulse «Conectar» y autorice el acceso en la página que se abre.',
      'En planes de equipo lo añade primero un propietario de la organización.',
    ],
    [
      'Open “Customize” and “Connectors”, and press the plus sign.',
      'Choose “Add custom connector”, name it “eCMR” and paste the address.',
      'Press “Connect” and grant access on the page that opens.',
      'On team plans an owner of the organisation adds it first.',
    ],
  ],
  claudeCode: [
    ['Ejecute este comando.', 'Dentro de Claude Code escriba /mcp, elija «ecmr» y autorice el acceso.'],
    ['Run this command.', 'Within Claude Code type /mcp, choose “ecmr” and grant access.'],
  ],
  chatGpt: [
    [
      'Abra «Configuración», «Aplicaciones», «Configuración avanzada» y active el modo de desarrollador.',
      'Pulse «Crear aplicación», ponga «eCMR» de nombre, pegue la dirección y elija OAuth como autenticación.',
      'Autorice el acceso en la página que se abre.',
    ],
    [
      'Open “Settings”, “Apps”, “Advanced settings” and switch developer mode on.',
      'Press “Create app”, name it “eCMR”, paste the address and choose OAuth as authentication.',
      'Grant access on the page that opens.',
    ],
  ],
  addToCursor: ['Añadir a Cursor', 'Add to Cursor'],
  cursor: [
    [
      'Pulse «Añadir a Cursor» y confirme en Cursor. También puede copiar el texto de abajo en ~/.cursor/mcp.json.',
      'Abra «Customize», «MCPs», active «ecmr» y autorice el acceso.',
    ],
    [
      'Choose “Add to Cursor” and confirm in Cursor. Or copy the text below into ~/.cursor/mcp.json.',
      'Open “Customize”, “MCPs”, switch “ecmr” on and grant access.',
    ],
  ],
  addToVsCode: ['Añadir a VS Code', 'Add to VS Code'],
  vsCode: [
    [
      'Pulse «Añadir a VS Code» y confirme en VS Code. También puede copiar el texto de abajo en .vscode/mcp.json.',
      'Autorice el acceso cuando VS Code se lo pida.',
    ],
    [
      'Choose “Add to VS Code” and confirm in VS Code. Or copy the text below into .vscode/mcp.json.',
      'Grant access when VS Code asks for it.',
    ],
  ],
  gemini: [
    ['Ejecute este comando.', 'Dentro de Gemini CLI escriba /mcp auth ecmr y autorice el acceso.'],
    ['Run this command.', 'Within Gemini CLI type /mcp auth ecmr and grant access.'],
  ],
  codex: [
    ['Ejecute este comando y autorice el acceso en la página que se abre.'],
    ['Run this command and grant access on the page that opens.'],
  ],
  mcpRemote: [
    [
      'Para programas que solo admiten servidores locales: copie esto en su configuración.',
      'Autorice el acceso en la página que se abre al arrancar el programa.',
    ],
    [
      'For programs that only support local servers: copy this into their configuration.',
      'Grant access on the page that opens when the program starts.',
    ],
  ],
  otherName: ['Otro cliente MCP', 'Another MCP client'],
  libraries: [
    'las bibliotecas oficiales de TypeScript (SDK 1.32.2 y client 2.4.0)',
    'the official TypeScript libraries (SDK 1.32.2 and client 2.4.0)',
  ],
  other: [
    [
      'Añada un servidor MCP remoto de tipo «Streamable HTTP» con la dirección de arriba.',
      'El cliente debe admitir OAuth 2.1 con PKCE. Se registra solo.',
    ],
    [
      'Add a remote MCP server of the type “Streamable HTTP” with the address above.',
      'The client must support OAuth 2.1 with PKCE. It registers itself.',
    ],
  ],
})
