// One server for all simulators: each under its own path, all under one clock and one table of faults.
import { DatabaseSync } from 'node:sqlite'
import Fastify, { type FastifyInstance } from 'fastify'
import { type GatewaySettings, openGateway } from './card-gateway/gateway.ts'
import { registerCardGateway } from './card-gateway/plugin.ts'
import type { Merchant } from './card-gateway/signature.ts'
import { createClock } from './clock.ts'
import { registerControls } from './controls.ts'
import { createFaults } from './faults.ts'
import { registerRates } from './rates/plugin.ts'

export type SandboxOptions = {
  port?: number
  host?: string
  /** Public base; by default http://localhost with the port that was taken. */
  url?: string
  /** SQLite file of the books; in memory when absent. */
  dataFile?: string
  cardGatewayMerchants: readonly Merchant[]
  cardGateway?: Partial<GatewaySettings>
}

export type Sandbox = { url: string; close(): Promise<void> }

export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const database = new DatabaseSync(options.dataFile ?? ':memory:')
  // A crash of the machine may cost the last entries; a crash of the process costs none.
  database.exec('pragma journal_mode = wal; pragma synchronous = off')
  const clock = createClock()
  const faults = createFaults()
  let url = options.url ?? ''
  // Hanging replies are part of the play, so closing does not wait for them.
  const app = Fastify({ forceCloseConnections: true, logger: { level: 'error', stream: process.stderr } })
  const gateway = await openGateway({
    database,
    clock,
    merchants: options.cardGatewayMerchants,
    url: () => url,
    settings: options.cardGateway ?? {},
  })
  await registerCardGateway(app, gateway, faults)
  await registerRates(app, { clock, faults })
  await app.register(async (scope) => registerControls(scope, { gateway, faults }), { prefix: '/sandbox' })
  app.get('/', () => ({ sandbox: true, simulators: ['/gateway', '/rates'], controls: '/sandbox' }))
  await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' })
  url ||= `http://localhost:${portOf(app)}`
  return {
    url,
    async close() {
      await app.close()
      database.close()
    },
  }
}

function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address()
  return typeof address === 'object' ? address?.port : undefined
}
