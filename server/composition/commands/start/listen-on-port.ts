// Opens the ports of a process, with errors that name the setting at fault.
import type { FastifyInstance } from 'fastify'
import { listenRefusal } from '../../../platform/process/listening.ts'
import { openMonitoring } from '../../app.ts'
import type { System } from '../../system.ts'

/** @throws Error that names the setting at fault. */
export async function listen(system: System): Promise<void> {
  await listenOn(system.app, system.settings.HOST, system.settings.PORT, 'PORT')
}

export async function listenToMonitoring(system: System): Promise<FastifyInstance | undefined> {
  const { HOST: host, METRICS_PORT: port } = system.settings
  if (port === undefined) return undefined
  const app = openMonitoring(system)
  await listenOn(app, host, port, 'METRICS_PORT')
  return app
}

async function listenOn(app: FastifyInstance, host: string, port: number, setting: string): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw new Error(await listenRefusal({ setting, host, port }, (error as { code?: string }).code))
  }
}
