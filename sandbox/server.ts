// One server for all simulators, each under its own path, with a shared clock and fault table.
import { DatabaseSync } from 'node:sqlite'
import Fastify, { type FastifyInstance } from 'fastify'
import { type GatewaySettings, openGateway } from './card-gateway/gateway.ts'
import { registerCardGateway } from './card-gateway/plugin.ts'
import type { Merchant } from './card-gateway/signature.ts'
import { createClock } from './clock.ts'
import { registerControls } from './controls.ts'
import { createFaults } from './faults.ts'
import { registerInbox } from './inbox/routes.ts'
import { openInbox } from './inbox/store.ts'
import { registerOperatorControls } from './operators/controls.ts'
import { mpesaPublicKey } from './operators/mpesa/bearer.ts'
import { openOperators } from './operators/operators.ts'
import { registerOperators, startOperators } from './operators/plugin.ts'
import { protocols } from './operators/protocols.ts'
import { storeRsaKey } from './operators/rsa.ts'
import type { OperatorOptions } from './operators/settings.ts'
import { registerRates } from './rates/plugin.ts'

export type SandboxOptions = {
  port?: number
  host?: string
  /** Public base URL; by default http://localhost with the actual port. */
  url?: string
  /** SQLite file for all stored data; in memory when absent. */
  dataFile?: string
  cardGatewayMerchants: readonly Merchant[]
  cardGateway?: Partial<GatewaySettings>
  /** Secret, token, API key and callback key of every operator protocol. */
  operatorSecret?: string
  operators?: OperatorOptions
  /** RSA key of the M-Pesa portal, in PEM; generated when absent. */
  mpesaPrivateKey?: string
}

export type Sandbox = {
  url: string
  operators: {
    /** As the M-Pesa portal shows it: Base64 of the DER SubjectPublicKeyInfo. */
    mpesaPublicKey: string
  }
  close(): Promise<void>
}

export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const database = new DatabaseSync(options.dataFile ?? ':memory:')
  // The last entries may be lost when the machine crashes, but not when only the process does.
  database.exec('pragma journal_mode = wal; pragma synchronous = off')
  const clock = createClock()
  const faults = createFaults()
  let url = options.url ?? ''
  // Replies that hang on purpose are part of the simulation, so closing does not wait for them.
  const app = Fastify({ forceCloseConnections: true, logger: { level: 'error', stream: process.stderr } })
  const gateway = await openGateway({
    database,
    clock,
    merchants: options.cardGatewayMerchants,
    url: () => url,
    settings: options.cardGateway ?? {},
  })
  const operators = openOperators({
    database,
    clock,
    url: () => url,
    protocols,
    settings: { ...options.operators, ...(options.operatorSecret && { secret: options.operatorSecret }) },
    onError: (error) => app.log.error(error),
  })
  if (options.mpesaPrivateKey) storeRsaKey(operators.book, 'mpesa', options.mpesaPrivateKey)
  await registerCardGateway(app, gateway, faults)
  await registerOperators(app, operators, faults)
  await registerRates(app, { clock, faults })
  registerInbox(app, openInbox(database))
  await app.register(async (scope) => registerControls(scope, { gateway, operators, faults }), {
    prefix: '/sandbox',
  })
  await app.register(async (scope) => registerOperatorControls(scope, operators), {
    prefix: '/sandbox/operators',
  })
  const simulators = ['/gateway', '/operators', '/rates', '/inbox']
  app.get('/', () => ({ sandbox: true, simulators, controls: '/sandbox' }))
  await app.listen({ port: options.port ?? 0, host: options.host ?? '127.0.0.1' })
  url ||= `http://localhost:${portOf(app)}`
  startOperators(operators)
  return {
    url,
    operators: { mpesaPublicKey: await mpesaPublicKey(operators.book) },
    async close() {
      await app.close()
      await operators.close()
      database.close()
    },
  }
}

function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address()
  return typeof address === 'object' ? address?.port : undefined
}
