// Checks that addresses can be listened on, before anything is started that would have to be stopped again.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Port 0 stands for any free port. */
export type Listening = { setting: string; host: string; port: number }

/** @throws Error with one sentence per address that cannot be listened on, naming the setting that changes it. */
export async function requireFreePorts(wanted: readonly Listening[]): Promise<void> {
  const refusals: string[] = []
  for (const address of wanted) {
    const code = await listenError(address)
    // guard: taken-ports
    if (code !== undefined) refusals.push(await listenRefusal(address, code))
  }
  if (refusals.length > 0) throw new Error(refusals.join('; '))
}

/** The message for a failed attempt to listen. @param code error code of the attempt. */
export async function listenRefusal({ setting, host, port }: Listening, code = 'unknown'): Promise<string> {
  if (code !== 'EADDRINUSE') return `HOST, ${setting}: cannot listen on ${host}:${port} (${code})`
  for (let other = port + 1; other <= Math.min(port + 100, 65_535); other++)
    if ((await listenError({ host, port: other })) === undefined)
      return `${setting}: ${port} is already in use, set another such as ${setting}=${other}`
  return `${setting}: ${port} is already in use, set another`
}

async function listenError({ host, port }: Pick<Listening, 'host' | 'port'>): Promise<string | undefined> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown'
  }
  server.close()
  await once(server, 'close')
  return undefined
}

/** Returns a loopback port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
