// Access to the admin API: checks the network first, then the named token. Each token has an owner, the person behind it.
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

/** `owner` is the person if the token has another name; one person may have several tokens. */
type Person = { name: string; owner?: string | undefined }
/** `user` is the person behind a merchant, where one is signed in. */
export type Admin = Person & {
  address: string
  requestId: string
  user?: { email: string; role: string }
}

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

/** Request hook for routes that need an admin network but no token. @throws Problem 403. */
export function networkGuard({ networks, log }: Pick<AdminAccess, 'networks' | 'log'>) {
  return async (request: FastifyRequest): Promise<void> => {
    // guard: admin-network
    if (!isInNetworks(request.ip, networks)) throw refuse(log, request, accessProblems.network_refused)
  }
}

/** Request hook of every admin route. @throws Problem 403. */
export function adminGuard({ tokens, networks, log }: AdminAccess) {
  const refuseStrangers = networkGuard({ networks, log })
  return async (request: FastifyRequest): Promise<void> => {
    await refuseStrangers(request)
    const sent = request.raw.headersDistinct['x-admin-token']
    const token = sent?.length === 1 ? (sent[0] ?? '') : ''
    // Compares with every token, so that the time taken does not tell how close a guess is.
    // guard: admin-token
    const [holder] = tokens.filter((known) => equalInConstantTime(known.token, token))
    if (!holder || token === '') throw refuse(log, request, accessProblems.token_wrong)
    const { name, owner } = holder
    request.admin = { name, owner, address: request.ip, requestId: request.id }
  }
}

/** Returns the calling admin; only for routes behind the guard. */
export function adminOf(request: FastifyRequest): Admin {
  if (!request.admin) throw new Error('this route has no admin guard')
  return request.admin
}

/** Returns the person behind a token, in a normal form, for rules that require two different people. */
// guard: admin-owner-name
export const ownerOf = ({ name, owner }: Person): string => (owner ?? name).trim().toLowerCase()

/**
 * Whether the admin is the person who requested something, whichever token was used: the one rule of everything that
 * needs two people.
 * @param requester.owner the person as stored; null for a merchant or the service itself.
 * @param requester.name the name of the token, for rows of older releases, which stored no owner.
 */
export function isSamePerson(
  { owner, name }: { owner: string | null; name?: string },
  admin: Pick<Admin, 'name' | 'owner'>,
): boolean {
  const known = owner ?? name
  // guard: same-person
  return known !== undefined && (ownerOf({ name: known }) === ownerOf(admin) || name === admin.name)
}

/** Returns the name for the audit log: `laptop@amina`, or `amina` if token and owner have the same name. */
export const actorOf = (admin: Person): string =>
  ownerOf(admin) === ownerOf({ name: admin.name }) ? admin.name : `${admin.name}@${ownerOf(admin)}`

/** Counts the people with access, who may have several tokens each. */
export function adminCount(tokens: AdminAccess['tokens']): number {
  return new Set(tokens.map(ownerOf)).size
}
