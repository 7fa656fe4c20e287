import { type Language, textTable } from '@ecmr/contract'

/** How one kind of assistant is connected. */
export interface Way {
  /** for anchors */
  readonly id: string
  readonly name: string
  readonly steps: readonly string[]
  /** what is to be copied into it */
  readonly code?: string
  /** it connects from its maker's computers, so it needs an address on the internet */
  readonly isRemote: boolean
}

/** How each common assistant is connected to the MCP endpoint at an address. */
export function waysTo(address: string, language: Language): readonly Way[] {
  const says = steps[language]
  const cursor = { mcpServers: { ecmr: { url: address } } }
  const vsCode = { servers: { ecmr: { type: 'http', url: address } } }
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
      code: JSON.stringify(cursor, null, 2),
    },
    {
      id: 'vs-code',
      name: 'VS Code',
      isRemote: false,
      steps: says.vsCode,
      code: JSON.stringify(vsCode, null, 2),
    },
    {
      id: 'gemini-cli',
      name: 'Gemini CLI',
      isRemote: false,
      steps: says.gemini,
      code: `gemini mcp add --transport http ecmr ${address}`,
    },
    { id: 'other', name: says.otherName, isRemote: false, steps: says.other },
  ]
}

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
  cursor: [
    [
      'Copie esto en el archivo ~/.cursor/mcp.json.',
      'Abra «Customize», «MCPs», active «ecmr» y autorice el acceso.',
    ],
    [
      'Copy this into the file ~/.cursor/mcp.json.',
      'Open “Customize”, “MCPs”, switch “ecmr” on and grant access.',
    ],
  ],
  vsCode: [
    [
      'Ejecute «MCP: Add Server», elija HTTP y pegue la dirección, o copie esto en .vscode/mcp.json.',
      'Autorice el acceso cuando VS Code se lo pida.',
    ],
    [
      'Run “MCP: Add Server”, choose HTTP and paste the address, or copy this into .vscode/mcp.json.',
      'Grant access when VS Code asks for it.',
    ],
  ],
  gemini: [
    ['Ejecute este comando.', 'Dentro de Gemini CLI escriba /mcp auth ecmr y autorice el acceso.'],
    ['Run this command.', 'Within Gemini CLI type /mcp auth ecmr and grant access.'],
  ],
  otherName: ['Otro cliente MCP', 'Another MCP client'],
  other: [
    [
      'Añada un servidor MCP remoto de tipo «Streamable HTTP» con la dirección de arriba.',
      'El cliente debe poder autorizarse por OAuth 2.1 con PKCE; se registra él mismo.',
    ],
    [
      'Add a remote MCP server of the type “Streamable HTTP” with the address above.',
      'The client must be able to get access by OAuth 2.1 with PKCE; it registers itself.',
    ],
  ],
})
