// Going live: the states of a merchant's request for production, and how the merchant files it. Admins decide in decide-go-live.ts.
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { z } from 'zod'
import { accountEmailField } from '../accounts/account.ts'
import type { ScreeningNeeds } from '../compliance/screening/screening.ts'
import { isCountry } from '../kernel/codes/iso.ts'
import type { Environment } from '../kernel/environment.ts'
import { type Moves, move } from '../kernel/moves.ts'
import { Problem } from '../kernel/problem.ts'
import { typedNumber } from '../kernel/text/typed-text.ts'
import { commonStatement, controlStatement, type Database, type Sql } from '../platform/database/database.ts'
import { users } from '../platform/http/access.ts'
import { dataResponse, named, zonelessStamp } from '../platform/http/api.ts'
import { check, freeText, refused, text } from '../platform/http/body/body.ts'
import { jsonBody } from '../platform/http/http.ts'
import type { Secrets } from '../platform/secrets.ts'
import { type Clock, zonelessMicrosecond } from '../platform/time/clock.ts'
import { readFacts } from './business/facts.ts'
import { papersOf } from './business/queries.ts'
import { incomplete, missingForRequest, requireComplete } from './business/readiness.ts'
import { recordOwners, screenOwners } from './business/screen-owners.ts'
import { businessProblems, selfServiceProblems } from './problems.ts'
import { homeOf, type Session } from './sign-in/bearer.ts'
import { callOf, type ProvenCall, requireStepUp, stepUpHeader, stepUpProblems } from './sign-in/step-up.ts'
import { userEndpoint } from './sign-in/user-endpoint.ts'

export type GoLiveState = 'NONE' | 'PENDING' | 'APPROVED' | 'REJECTED'
export type GoLiveEvent = 'filed' | 'approved' | 'rejected' | 'vouched'

export const goLiveMoves: Moves<GoLiveState, GoLiveEvent> = {
  // An admin at the command line may vouch for a merchant that never filed a request or was rejected.
  NONE: { filed: 'PENDING', vouched: 'APPROVED' },
  PENDING: { approved: 'APPROVED', rejected: 'REJECTED' },
  REJECTED: { filed: 'PENDING', vouched: 'APPROVED' },
  APPROVED: {},
}

export type GoLiveRow = {
  id: bigint
  state: GoLiveState
  company_name: string | null
  registration_number: string | null
  country: string | null
  contact_name: string | null
  contact_email: string | null
  contact_phone: string | null
  requested_at: Temporal.Instant
  decided_at: Temporal.Instant | null
  decided_by: string | null
  reason: string | null
}

/** Filing and deciding lock the merchant, so neither runs beside the other or beside another change of the merchant. */
// guard: go-live-beside-orders
const lockMerchant = commonStatement<{ environment: Environment; is_test_profile: boolean }>(
  'lock_merchant',
  'select environment, test_of is not null as is_test_profile from shared.merchant where id = $1 for no key update',
)
const findLatest = controlStatement<GoLiveRow>(
  'find_latest_go_live_request',
  `select id, state, company_name, registration_number, country, contact_name, contact_email, contact_phone,
          requested_at, decided_at, decided_by, reason
     from go_live_request where merchant_id = $1 order by id desc limit 1`,
)
const insertRequest = controlStatement(
  'insert_go_live_request',
  `insert into go_live_request (merchant_id, state, company_name, registration_number, country, contact_name,
                                contact_email, contact_phone, requested_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)

export const requestSchema = z
  .object({
    company_name: freeText({ min: 1, max: 200 }),
    registration_number: text({ min: 1, max: 100 }),
    country: text()
      .transform((country) => (/^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : country))
      .refine(isCountry, refused('value_error', 'Value error, country is not an ISO 3166-1 alpha-2 code')),
    contact_name: freeText({ min: 1, max: 200 }),
    contact_email: accountEmailField,
    contact_phone: text({ min: 5, max: 30 }).overwrite(typedNumber),
  })
  .superRefine(({ contact_phone, country }, context) => {
    if (
      !isCountry(country) ||
      parsePhoneNumberFromString(contact_phone, country as CountryCode)?.isPossible()
    )
      return
    const fault = refused('value_error', 'Value error, phone number is not possible')
    context.addIssue({ code: 'custom', path: ['contact_phone'], ...fault })
  })

const countPending = controlStatement<{ pending: bigint }>(
  'count_pending_go_lives',
  `select count(*) as pending from go_live_request where state = 'PENDING'`,
)

/** Counts the requests that wait for an admin. */
export async function pendingGoLives(sql: Sql): Promise<number> {
  return Number((await sql.rows(countPending))[0]?.pending ?? 0)
}

/** Returns a merchant's latest request, whatever its state. */
export async function latestRequest(sql: Sql, merchantId: bigint): Promise<GoLiveRow | undefined> {
  const [row] = await sql.rows(findLatest, [merchantId])
  return row
}

type LockedGoLive = {
  environment: Environment
  isTestProfile: boolean
  latest: GoLiveRow | undefined
  state: GoLiveState
}

/** Returns a merchant's go-live state and locks its row until the transaction ends. */
export async function lockGoLive(sql: Sql, merchantId: bigint): Promise<LockedGoLive> {
  const [merchant] = await sql.rows(lockMerchant, [merchantId])
  if (!merchant) throw new Error('no merchant has this id')
  const latest = await latestRequest(sql, merchantId)
  const { environment, is_test_profile: isTestProfile } = merchant
  return { environment, isTestProfile, latest, state: latest?.state ?? 'NONE' }
}

/** Renders the request as the merchant sees it. */
export function renderGoLive(row: GoLiveRow | undefined) {
  return {
    state: row?.state ?? 'NONE',
    requested_at: row ? zonelessMicrosecond(row.requested_at) : null,
    decided_at: row?.decided_at ? zonelessMicrosecond(row.decided_at) : null,
    reason: row?.reason ?? null,
  }
}

export async function goLiveOf(sql: Sql, { merchantId }: Session) {
  return renderGoLive(await latestRequest(sql, merchantId))
}

export type FilingNeeds = {
  db: Database
  clock: Clock
  secrets: Secrets
  /** Whether papers are asked for. */
  asksPapers: boolean
  /** By what owners are screened, against the lists of this environment. */
  screening: ScreeningNeeds
  screenedIn: Environment
}

/** Files a request to go live. @throws InvalidBody, Problem 403 without a step-up, 409 also if papers are missing, which it names */
export async function fileGoLive(needs: FilingNeeds, { session, stepUpToken }: ProvenCall, body: unknown) {
  const { db, clock, secrets } = needs
  // The approval ended the step-ups, and none is needed to hear this.
  if (session.environment === 'production') throw new Problem(selfServiceProblems.live_already)
  // guard: go-live-step-up
  await requireStepUp({ db, clock }, session, stepUpToken)
  const { merchantId } = session
  // guard: test-profile-files-nothing
  if (merchantId !== homeOf(session)) throw new Problem(selfServiceProblems.is_test_profile)
  const request = check(requestSchema, body, 'body')
  const business = needs.asksPapers ? await screenedBusiness(needs, merchantId) : undefined
  return db.transaction(async (sql) => {
    const { environment, state } = await lockGoLive(sql, merchantId)
    if (environment === 'production') throw new Problem(selfServiceProblems.live_already)
    const next = move(goLiveMoves, state, 'filed')
    if (!next) throw new Problem(selfServiceProblems.go_live_pending)
    // guard: go-live-papers-sent
    if (business) {
      await requireComplete(sql, secrets, { merchantId, now: clock.now(), expected: business.facts })
      await recordOwners(sql, merchantId, business.screened)
    }
    const { company_name, registration_number, country, contact_name, contact_email, contact_phone } = request
    const company = [company_name, registration_number, country, contact_name, contact_email, contact_phone]
    await sql.rows(insertRequest, [merchantId, next, ...company, clock.now()])
    return renderGoLive(await latestRequest(sql, merchantId))
  })
}

/** The business with its owners screened: a screening server may take seconds, so no transaction is open. @throws Problem 409 */
async function screenedBusiness(
  { db, clock, secrets, screening, screenedIn }: FilingNeeds,
  merchantId: bigint,
) {
  const facts = await readFacts(db, secrets, merchantId)
  const now = clock.now()
  const missing = missingForRequest(facts, await papersOf(db, merchantId), now)
  if (missing.length > 0) throw incomplete(missing)
  return {
    facts,
    screened: await screenOwners(screening, { environment: screenedIn, owners: facts.owners, now }),
  }
}

export const goLiveFields = {
  state: z.enum(['NONE', 'PENDING', 'APPROVED', 'REJECTED']),
  requested_at: zonelessStamp.nullable(),
  decided_at: zonelessStamp.nullable(),
  reason: z.string().nullable(),
}

export const exampleGoLive = {
  state: 'PENDING',
  requested_at: '2026-11-21T09:30:00.118204',
  decided_at: null,
  reason: null,
} as const

const goLiveResponse = dataResponse('GoLive', z.object(goLiveFields), exampleGoLive)

const account = { tag: 'Account' } as const

export const goLiveRoutes = [
  userEndpoint({
    ...account,
    id: 'readGoLive',
    method: 'GET',
    path: '/api/v1/merchant/go-live',
    priority: 'list',
    access: users('settings'),
    summary: 'Retrieve the state of the go-live request',
    responses: { 200: goLiveResponse },
    work: async (needs: FilingNeeds, { session }) => goLiveOf(needs.db, session),
  }),
  userEndpoint({
    ...account,
    id: 'requestGoLive',
    method: 'POST',
    path: '/api/v1/merchant/go-live',
    priority: 'list',
    access: users('configure'),
    repeatable: true,
    summary: 'Request to go live',
    description:
      'Where this deployment asks for papers (`GO_LIVE_PAPERS`), the business and its papers come first; a request without them is a 409 that names what is missing.',
    headers: stepUpHeader,
    body: named('GoLiveRequest', requestSchema, {
      company_name: 'Boutique Kivu SARL',
      registration_number: 'CD/GOM/RCCM/24-B-0042',
      country: 'CD',
      contact_name: 'Grâce Mukendi',
      contact_email: 'grace@example.com',
      contact_phone: '+243991234567',
    }),
    responses: { 200: goLiveResponse },
    problems: [
      ...stepUpProblems,
      selfServiceProblems.live_already,
      selfServiceProblems.go_live_pending,
      selfServiceProblems.is_test_profile,
      businessProblems.business_incomplete,
      businessProblems.business_changed,
    ],
    work: async (needs: FilingNeeds, { session, request }) =>
      fileGoLive(needs, callOf(session, request), jsonBody(request)),
  }),
]
