// Who may use the admin API: first from where, then with which token. The token has a name, and an owner: the person.
import type { FastifyRequest } from 'fastify'
import { isInNetworks } from '../kernel/codes/networks.ts'
import { equalInConstantTime } from '../kernel/constant-time.ts'
import { Problem, type ProblemSpec } from '../kernel/problem.ts'
import type { Log } from '../platform/observability/log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the admin guard. */
    admin?: Admin
  }
}

/** `owner` is the person, where the name is another one: one person may have several tokens. */
type Person = { name: string; owner?: string | undefined }
export type Admin = Person & { address: string; requestId: string }

export type AdminAccess = {
  tokens: readonly (Person & { token: string })[]
  networks: readonly string[]
  log: Log
}

export const accessProblems = {
  network_refused: { status: 403, detail: 'Admin network not allowed', retry: 'never' },
  token_wrong: { status: 403, detail: 'Invalid admin token', retry: 'never' },
} as const satisfies Record<string, ProblemSpec>

function refuse(log: Log, request: FastifyRequest, spec: ProblemSpec): Problem {
  log.warn('admin access refused', { address: request.ip, reason: spec.detail, request_id: request.id })
  return new Problem(spec)
}

/** The hook of what admins may see before they have shown a token. @throws Problem 403. */
export function networkGuard({ networks, log }: Pick<AdminAccess, 'networks' | 'log'>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!isInNetworks(request.ip, networks)) throw refuse(log, request, accessProblems.network_refused)
  }
}

/** The hook of every admin route. @throws Problem 403. */
export function adminGuard({ tokens, networks, log }: AdminAccess) {
  const refuseStrangers = networkGuard({ networks, log })
  return async (request: FastifyRequest): Promise<void> => {
    await refuseStrangers(request)
    const sent = request.raw.headersDistinct['x-admin-token']
    const token = sent?.length === 1 ? (sent[0] ?? '') : ''
    // Every token is compared, so that the time tells nothing of which one was near.
    const [holder] = tokens.filter((known) => equalInConstantTime(known.token, token))
    if (!holder || token === '') throw refuse(log, request, accessProblems.token_wrong)
    const { name, owner } = holder
    request.admin = { name, owner, address: request.ip, requestId: request.id }
  }
}

/** Who asks; only on routes behind the guard. */
export function adminOf(request: FastifyRequest): Admin {
  if (!request.admin) throw new Error('this route has no admin guard')
  return request.admin
}

/** The person behind a token: what every rule of two people compares, however the name was typed. */
export const ownerOf = ({ name, owner }: Person): string => (owner ?? name).trim().toLowerCase()

/** The token and its owner, as the audit log names them: `laptop@amina`, or `amina` where both are one. */
export const actorOf = (admin: Person): string =>
  ownerOf(admin) === ownerOf({ name: admin.name }) ? admin.name : `${admin.name}@${ownerOf(admin)}`

/** How many people may use the admin API: one may have several tokens. */
export function adminCount(tokens: AdminAccess['tokens']): number {
  return new Set(tokens.map(ownerOf)).size
}
