// Access to the admin API: checks the network first, then the named token or the session of an admin user, then the role. Each token
// has an owner, the person behind it; an admin user is a person.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type AdminRight, type AdminRole, rightsOfAdmins } from '../kernel/admin-roles.ts'
import { equalInConstantTime } from '../kernel/constant-time.ts'
import { isInNetworks } from '../kernel/networks.ts'
import { Problem, type ProblemSpec } from '../kernel/problem.ts'
import type { Sql } from '../platform/database/database.ts'
import { type ApprovedAct, bearerToken, type MerchantDecided, stepUpToken } from '../platform/http/access.ts'
import type { Endpoint } from '../platform/http/api.ts'
import { type ConfirmedAct, digestOfAct, factsToConfirm } from '../platform/http/confirmed-act.ts'
import { jsonBody } from '../platform/http/http.ts'
import type { Log } from '../platform/process/log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the admin guard. */
    admin?: Admin
    /** Set by the admin guard if the body decides whether the act is against the admin's own merchant. */
    isAgainstOwnMerchant?: (body: unknown) => boolean
  }
}

/** `owner` is the person if the token has another name; one person may have several tokens. */
type Person = { name: string; owner?: string | undefined }
export type Admin = Person & {
  address: string
  requestId: string
  /** For the audit log: the user who is signed in, of a merchant or of our own. */
  user?: { email: string; role: string; device?: string | null }
  /** Set if a user of our own is signed in, instead of a token. */
  session?: StaffSession
  /** Other names of the person, in the normal form of `ownerOf`. */
  aliases?: readonly string[]
  /** Absent: every right. */
  rights?: ReadonlySet<AdminRight>
  /** Set if the admin is a user of the merchant that the request decides against; the audit log marks what they do. */
  isOwnMerchant?: true
}

/** The session of an admin user. `id` and `userId` are of the user; `device` is what they signed in with. */
export type StaffSession = {
  tokenHash: Buffer
  id: bigint
  userId: string
  email: string
  name: string
  role: AdminRole
  device: string | null
}

export type AdminToken = Person & {
  token: string
  /** Absent: every right. */
  roles?: readonly AdminRole[] | undefined
}

type Params = Readonly<Record<string, string>>

export type AdminAccess = {
  tokens: readonly AdminToken[]
  networks: readonly string[]
  log: Log
  /** Finds the session of an access token. */
  findSession(token: string): Promise<StaffSession | undefined>
  /** The step-up of the token, if it is valid now, for this session: the digest of the act that it confirms. */
  findStepUp(session: StaffSession, stepUpToken: string): Promise<{ confirms: Buffer | null } | undefined>
  /** What the step-up of an act that approves money must confirm. */
  actOf(act: ApprovedAct, params: Params): Promise<ConfirmedAct | undefined>
  /**
   * How a request stands to the merchant that it decides about; undefined unless the admin is a user of it, or it is a sample. A function
   * decides by the body whether the act is against the merchant.
   */
  conflictOf(
    admin: Pick<Admin, 'name' | 'owner' | 'aliases'>,
    merchant: MerchantDecided,
    params: Params,
  ): Promise<'favours' | 'against' | 'sample' | ((body: unknown) => boolean) | undefined>
}

export const accessProblems = {
  network_refused: { status: 403, detail: 'Admin network not allowed', retry: 'never' },
  token_wrong: { status: 403, detail: 'Invalid admin token', retry: 'never' },
  session_ended: {
    code: 'RMT-401',
    status: 401,
    detail: 'Access token missing, unknown or expired',
    retry: 'never',
    headers: { 'www-authenticate': 'Bearer' },
  },
  role_refused: { code: 'RMT-403', status: 403, detail: 'Not allowed for your role', retry: 'never' },
} as const satisfies Record<string, ProblemSpec>

/** Of routes that need a step-up, of admin users and of merchants' users. */
export const stepUpProblem = {
  code: 'RMT-1025',
  status: 403,
  detail: 'Step-up required',
  retry: 'never',
} as const satisfies ProblemSpec

/** Of routes whose step-up must confirm what is paid to whom. */
export const stepUpDiffersProblem = {
  code: 'RMT-1025',
  status: 403,
  detail: 'The step-up confirms another act, payee or amount',
  retry: 'never',
} as const satisfies ProblemSpec
/** Of routes that approve money. */
export const confirmationProblems = [stepUpProblem, stepUpDiffersProblem] as const

/** Of routes that decide about one merchant, for an admin who is a user of it. */
export const ownMerchantProblem = {
  code: 'RMT-1021',
  status: 403,
  detail: 'A user of this merchant cannot decide about it as an admin',
  retry: 'never',
} as const satisfies ProblemSpec

/** Of the same routes, where what they decide about belongs to a sample month. */
export const sampleProblem = {
  code: 'RMT-403',
  status: 403,
  detail: 'Nobody decides about a sample month',
  retry: 'never',
} as const satisfies ProblemSpec

/** Of routes that decide about one merchant with a step-up. */
export const decisionProblems = [ownMerchantProblem, stepUpProblem] as const

export const adminStepUpPath = '/api/v1/admin/step-up'
/** For the declarations of admin routes that need a step-up. */
export const adminStepUpHeader = {
  'X-Step-Up-Token': z
    .string()
    .optional()
    .meta({
      description: `From \`POST ${adminStepUpPath}\`. Admin users need it, tokens do not.`,
    }),
}

function refuse(log: Log, request: FastifyRequest, spec: ProblemSpec): Problem {
  logRefusedAccess(log, request, spec)
  return new Problem(spec)
}

/** One line for whoever was refused as an admin: by the guard, or at sign-in. */
export function logRefusedAccess(log: Log, request: FastifyRequest, { detail }: ProblemSpec): void {
  log.warn('admin access refused', { address: request.ip, reason: detail, request_id: request.id })
}

/** Request hook for routes that need an admin network but no token. @throws Problem 403. */
export function networkGuard({ networks, log }: Pick<AdminAccess, 'networks' | 'log'>) {
  return async (request: FastifyRequest): Promise<void> => {
    // guard: admin-network
    if (!isInNetworks(request.ip, networks)) throw refuse(log, request, accessProblems.network_refused)
  }
}

/**
 * Request hook of every admin route.
 * @param rulesAt the rules about what is stored, at the place where the rows of the request lie.
 * @throws Problem 401 for a session that has ended, 403.
 */
export function adminGuard(
  access: AdminAccess,
  rulesAt: (
    request: FastifyRequest,
    route: Endpoint,
  ) => Promise<Pick<AdminAccess, 'conflictOf' | 'actOf'>> = async () => access,
) {
  const refuseStrangers = networkGuard(access)
  const guard = async (request: FastifyRequest): Promise<void> => {
    await refuseStrangers(request)
    const hasToken = request.raw.headersDistinct['x-admin-token'] !== undefined
    const accessToken = hasToken ? undefined : bearerToken(request)
    const admin =
      accessToken === undefined
        ? holderOfToken(access, request)
        : await signedInAdmin(access, request, accessToken)
    request.admin = admin
    const rules = rulesOf(request.routeOptions.config)
    const { right, conflictOfInterest, stepUp, approves } = rules
    // guard: admin-role
    if (!hasRight(admin, right)) throw refuse(access.log, request, accessProblems.role_refused)
    const params = (request.params ?? {}) as Params
    const stored = typeof conflictOfInterest === 'object' || approves ? await rulesAt(request, rules) : access
    const act =
      typeof conflictOfInterest === 'object'
        ? await stored.conflictOf(admin, conflictOfInterest, params)
        : undefined
    // guard: conflict-of-interest
    if (act === 'favours') throw refuse(access.log, request, ownMerchantProblem)
    // The audit log would keep an act whose books are removed with the sample.
    if (act === 'sample') throw refuse(access.log, request, sampleProblem)
    if (act) request.admin = { ...admin, isOwnMerchant: true }
    if (typeof act === 'function') request.isAgainstOwnMerchant = act
    // guard: admin-step-up
    if (stepUp === 'required')
      await requireStepUp(
        { findStepUp: access.findStepUp, actOf: stored.actOf },
        request,
        admin,
        approves && [approves, params],
      )
  }
  guards.add(guard)
  return guard
}

/** Refuses what favours an admin's own merchant where only the body tells. Call it before the first route is registered. */
export function refuseOwnFavours(app: FastifyInstance, log: Log): void {
  app.addHook('preHandler', async (request) => {
    const isAgainst = request.isAgainstOwnMerchant
    // guard: conflict-body
    if (isAgainst && !isAgainst(jsonBody(request))) throw refuse(log, request, ownMerchantProblem)
  })
}

/**
 * @throws Problem 403 for an admin user who has not confirmed their identity lately, as whoever found the session cannot, or who
 * confirmed another act than this.
 */
async function requireStepUp(
  { findStepUp, actOf }: Pick<AdminAccess, 'findStepUp' | 'actOf'>,
  request: FastifyRequest,
  { session }: Admin,
  approved: Parameters<AdminAccess['actOf']> | undefined,
): Promise<void> {
  if (!session) return
  const act = approved && (await actOf(...approved))
  const found = await findStepUp(session, stepUpToken(request) ?? '')
  const confirmed = found?.confirms ?? undefined
  const wanted = act && digestOfAct(act)
  // guard: admin-confirmed-act
  if (found && (wanted ? confirmed?.equals(wanted) : !confirmed)) return
  throw new Problem(act && confirmed ? stepUpDiffersProblem : stepUpProblem, {}, {}, factsToConfirm(act))
}

const guards = new WeakSet<object>()

/** The right, step-up and conflict of interest that an admin route declares. @throws Error for a route of others. */
function rulesOf({ api }: { api?: Endpoint | 'unlisted' }) {
  if (typeof api !== 'object' || api.access.by !== 'admin')
    throw new Error('the route is not declared as one of admins')
  return { ...api, right: api.access.right }
}

/** Refuses to register a route behind the admin guard that is not declared as one of admins, and one of admins without the guard. */
export function requireAdminGuards(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, onRequest, config }) => {
    const isGuarded = [onRequest].flat().some((hook) => typeof hook === 'function' && guards.has(hook))
    const isOfAdmins = typeof config?.api === 'object' && config.api.access.by === 'admin'
    // guard: admin-routes-are-guarded
    if (isGuarded !== isOfAdmins) throw new Error(`${method} ${url} is declared and guarded differently`)
  })
}

function holderOfToken({ tokens, log }: AdminAccess, request: FastifyRequest): Admin {
  const sent = request.raw.headersDistinct['x-admin-token']
  const token = sent?.length === 1 ? (sent[0] ?? '') : ''
  // Compares with every token, so that the time taken does not tell how close a guess is.
  // guard: admin-token
  const [holder] = tokens.filter((known) => equalInConstantTime(known.token, token))
  if (!holder || token === '') throw refuse(log, request, accessProblems.token_wrong)
  const { name, owner, roles } = holder
  // guard: token-roles
  const rights = roles && rightsOfAdmins(roles)
  return { name, owner, address: request.ip, requestId: request.id, ...(rights && { rights }) }
}

async function signedInAdmin(access: AdminAccess, request: FastifyRequest, token: string): Promise<Admin> {
  const session = await access.findSession(token)
  if (!session) throw refuse(access.log, request, accessProblems.session_ended)
  const origin = { address: request.ip, requestId: request.id }
  return { ...adminOfSession(session, access), ...origin, session }
}

/** An admin user as every rule about admins knows them. */
export function adminOfSession(
  { email, name, role, device }: Pick<StaffSession, 'email' | 'name' | 'role' | 'device'>,
  { tokens }: Pick<AdminAccess, 'tokens'>,
): Pick<Admin, 'name' | 'owner' | 'user' | 'aliases' | 'rights'> {
  // The name first: a token that is named after the user later has it as its owner.
  // guard: name-of-user
  const aliases = [ownerOf({ name }), ownerOf({ name: email })]
  // A token of the same person may have either as its owner: what is stored must name both alike.
  // guard: owner-of-user
  const owner = aliases.find((alias) => tokens.some((known) => ownerOf(known) === alias)) ?? aliases[0]
  return { name: email, owner, user: { email, role, device }, aliases, rights: rightsOfAdmins([role]) }
}

/** Whether the admin has the right; a token without roles has every one. */
export const hasRight = ({ rights }: Pick<Admin, 'rights'>, right: AdminRight): boolean =>
  rights === undefined || rights.has(right)

/** Returns the calling admin; only for routes behind the guard. */
export function adminOf(request: FastifyRequest): Admin {
  if (!request.admin) throw new Error('this route has no admin guard')
  return request.admin
}

/** Returns the person behind a token, in a normal form, for rules that require two different people. */
// guard: admin-owner-name
export const ownerOf = ({ name, owner }: Person): string =>
  (owner ?? name).normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/**
 * Whether the admin is the person who requested something: the one rule of everything that needs two people. A person is the owner of
 * a token, or an admin user, who is also the owner of each token that has the user's email or full name as its owner.
 * @param requester.owner the person as stored; null for a merchant or the service itself.
 * @param requester.name the name of the token, for rows of older releases, which stored no owner.
 */
export function isSamePerson(
  { owner, name }: { owner: string | null; name?: string },
  admin: Pick<Admin, 'name' | 'owner' | 'aliases'>,
): boolean {
  const known = owner ?? name
  if (known === undefined) return false
  const person = ownerOf({ name: known })
  // guard: same-person
  return person === ownerOf(admin) || admin.aliases?.includes(person) || name === admin.name
}

/** Returns the name for the audit log: `laptop@amina`, or `amina` if token and owner have the same name; the email of a user. */
export const actorOf = (admin: Person & Pick<Admin, 'aliases'>): string =>
  admin.aliases || ownerOf(admin) === ownerOf({ name: admin.name })
    ? admin.name
    : `${admin.name}@${ownerOf(admin)}`

/**
 * Whether somebody other than this admin could decide on an act that needs the right, so that it would not wait in vain. A person who
 * lacks the right is no second admin, nor is another token or account of the same person.
 */
export type SecondAdmin = (
  sql: Sql,
  admin: Pick<Admin, 'name' | 'owner' | 'aliases'>,
  right: AdminRight,
) => Promise<boolean>

/** @param findUsers finds the admin users who can sign in. */
export function openSecondAdmin(
  { tokens }: Pick<AdminAccess, 'tokens'>,
  findUsers: (sql: Sql) => Promise<readonly { email: string; name: string; role: AdminRole }[]>,
): SecondAdmin {
  return async (sql, admin, right) => {
    const isOther = (...names: string[]) => !names.some((owner) => isSamePerson({ owner }, admin))
    // guard: second-admin-right
    const mayDecide = (roles: readonly AdminRole[]) => rightsOfAdmins(roles).has(right)
    const byToken = tokens.some(
      (token) => (token.roles === undefined || mayDecide(token.roles)) && isOther(ownerOf(token)),
    )
    if (byToken) return true
    // guard: second-admin-users
    return (await findUsers(sql)).some(({ email, name, role }) => mayDecide([role]) && isOther(email, name))
  }
}
