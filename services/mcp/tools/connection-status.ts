import { closed, LARGEST_PAGE, list } from '@ecmr/contract'
import { dayInZone } from '@ecmr/domain'
import { LARGEST_IMAGE } from '@ecmr/ocr'
import { lastChange } from '@ecmr/read-models'
import { Type } from '@sinclair/typebox'
import { MOST_TOKENS } from './answer-size.js'
import type { Tool } from './tool.js'

const instant = (description: string) => Type.String({ description: `${description} (RFC 3339, UTC)` })

const input = closed({})

const output = closed({
  company: closed(
    { name: Type.String(), plan: Type.String(), time_zone: Type.String() },
    { description: 'De qué empresa son los datos' },
  ),
  today: Type.String({ description: 'Qué día es en esa zona horaria, AAAA-MM-DD' }),
  now: instant('Qué hora es'),
  client: closed({ name: Type.String({ description: 'Como se llama a sí mismo; nadie lo ha verificado' }) }),
  connected_by: Type.String({ description: 'Quién autorizó la conexión' }),
  scopes: list(Type.String(), { description: 'Qué permite; ecmr:read es solo leer' }),
  connected_at: instant('Desde cuándo'),
  token_expires_at: instant('Hasta cuándo vale el permiso de acceso, que se renueva solo'),
  grant_expires_at: instant('Hasta cuándo vale la conexión si no se usa'),
  server: closed({ name: Type.String(), version: Type.String(), url: Type.String() }),
  protocol_version: Type.String({ description: 'Versión de MCP que se está usando' }),
  limits: closed({
    calls_per_minute: Type.Integer(),
    results_per_page: Type.Integer({ description: 'Como mucho, en buscar_ecmrs' }),
    answer_tokens: Type.Integer({ description: 'Como mucho, en cada respuesta; lo demás, con cursor' }),
    image_bytes: Type.Integer({ description: 'Como mucho, en extraer_documento' }),
  }),
  last_change_at: Type.Union([instant('Último cambio en una carta de porte de la empresa'), Type.Null()]),
})

export const connectionStatus: Tool<typeof input, typeof output> = {
  name: 'estado_conexion',
  title: 'Ver el estado de la conexión',
  description:
    'Dice qué día es para la empresa y su zona horaria, con qué empresa y plan está conectado el asistente, quién lo autorizó, qué puede ' +
    'hacer, hasta cuándo y con qué límites, y cuándo hubo el último cambio. Úsela cuando algo no funcione o para saber qué es hoy y de quién son los datos.',
  input,
  output,
  async call(_args, { assistant, pool, siteUrl, version, limits, now, protocolVersion }) {
    const { company, client, user, scopes } = assistant
    return {
      ok: true,
      data: {
        company: { name: company.name, plan: company.plan, time_zone: company.time_zone },
        today: dayInZone(now.toISOString(), company.time_zone),
        now: now.toISOString(),
        client: { name: client.name },
        connected_by: user.name,
        scopes,
        connected_at: assistant.connected_at,
        token_expires_at: assistant.token_expires_at,
        grant_expires_at: assistant.grant_expires_at,
        server: { name: 'ecmr', version, url: siteUrl },
        protocol_version: protocolVersion,
        limits: {
          calls_per_minute: limits.perGrant,
          results_per_page: LARGEST_PAGE,
          answer_tokens: MOST_TOKENS,
          image_bytes: LARGEST_IMAGE,
        },
        last_change_at: (await lastChange(pool, company.id)) ?? null,
      },
    }
  },
}
