// Formance's ledger: transfers out of one wallet that must not be overdrawn, each to a new account.
import { existsSync } from 'node:fs'
import { freePort } from '../../../server/platform/process/ports.ts'
import type { Outgoing } from '../workloads/workload.ts'
import { call, type Peer, startPeer } from './peer.ts'

/** Its ledgers: one as it is by default, and one with every feature off that can be. */
export const ledgers = {
  'Formance, default': {},
  'Formance, features off': {
    HASH_LOGS: 'DISABLED',
    ACCOUNT_METADATA_HISTORY: 'DISABLED',
    TRANSACTION_METADATA_HISTORY: 'DISABLED',
    INDEX_ADDRESS_SEGMENTS: 'OFF',
    INDEX_TRANSACTION_ACCOUNTS: 'OFF',
    MOVES_HISTORY: 'OFF',
    MOVES_HISTORY_POST_COMMIT_EFFECTIVE_VOLUMES: 'DISABLED',
  },
} as const
export type Ledger = keyof typeof ledgers

export type Formance = Peer & { transfer(ledger: Ledger, n: number): Outgoing }

/** What is missing; undefined when it is installed. */
export const missingOfFormance = (program: string): string | undefined =>
  existsSync(program) ? undefined : program

const json = { 'content-type': 'application/json' }
const pathOf = (ledger: Ledger) => `/v2/${ledger.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}`

function posting(source: string, destination: string, amount: number) {
  return { postings: [{ source, destination, amount, asset: 'USD/2' }] }
}

/** @param databaseUrl an empty database. */
export async function startFormance(program: string, databaseUrl: string): Promise<Formance> {
  const port = await freePort()
  const peer = await startPeer({
    command: program,
    parameters: [
      'serve',
      ...['--bind', `127.0.0.1:${port}`, '--postgres-uri', `${databaseUrl}?sslmode=disable`],
      ...['--auto-upgrade', '--experimental-features'],
    ],
    url: `http://127.0.0.1:${port}`,
    readyPath: '/_healthcheck',
    readyWithinSeconds: 60,
  })
  try {
    for (const [ledger, features] of Object.entries(ledgers)) {
      const path = pathOf(ledger as Ledger)
      await call(peer.url, { path, headers: json, body: { features, bucket: path.slice(4) } })
      const body = posting('world', 'wallets:hot', 1_000_000_000_000)
      await call(peer.url, { path: `${path}/transactions`, headers: json, body })
    }
  } catch (error) {
    await peer.stop()
    throw error
  }
  peer.suspend()
  return {
    ...peer,
    transfer: (ledger, n) => ({
      method: 'POST',
      path: `${pathOf(ledger)}/transactions`,
      headers: json,
      body: Buffer.from(JSON.stringify(posting('wallets:hot', `transfers:${process.pid}:${n}`, 1_000))),
    }),
  }
}
