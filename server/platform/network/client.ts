// Resolves names over the network only. The system resolver has four threads for the whole process, so four unresponsive
// name servers would block every other look-up, including the card gateway's. This resolver uses no threads.
import type dns from 'node:dns'
import { Resolver } from 'node:dns'
import { createRequire } from 'node:module'

/** Replaces `dns.lookup` for public names: no hosts file, no search domains. */
export function networkLookup(options: { servers?: string[] } = {}): typeof dns.lookup {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  if (options.servers) resolver.setServers(options.servers)
  type Found = { error: Error | null; found: dns.LookupAddress[] }
  const send = (name: string, family: 4 | 6) =>
    new Promise<Found>((resolve) => {
      const responseWith = (error: Error | null, addresses: string[] = []) =>
        resolve({ error, found: addresses.map((address) => ({ address, family })) })
      if (family === 4) resolver.resolve4(name, responseWith)
      else resolver.resolve6(name, responseWith)
    })

  async function lookup(
    name: string,
    _options: unknown,
    done: (error: Error | null, found: dns.LookupAddress[]) => void,
  ): Promise<void> {
    const [four, six] = await Promise.all([send(name, 4), send(name, 6)])
    const found = [...four.found, ...six.found]
    done(found.length === 0 ? (four.error ?? six.error) : null, found)
  }
  return lookup as unknown as typeof dns.lookup
}

// The parts of undici that send requests. Its main module also loads fetch, web sockets, caches and mocks: four fifths of its code,
// and 6 MiB of memory.

type Undici = typeof import('undici')

const require = createRequire(import.meta.url)

export const Agent: Undici['Agent'] = require('undici/lib/dispatcher/agent.js')
export const Client: Undici['Client'] = require('undici/lib/dispatcher/client.js')
export const buildConnector: Undici['buildConnector'] = require('undici/lib/core/connect.js')
