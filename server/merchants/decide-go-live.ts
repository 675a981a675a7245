// An admin's decision on a go-live request. Approval is one commit: the profile moves to production, receives live
// credentials and a test profile, and its test keys are refused from then on with the reason.
import { endStepUps } from '../accounts/sessions.ts'
import { type Admin, hasRight } from '../admin/access.ts'
import { audit } from '../admin/audit.ts'
import type { Environment } from '../kernel/environment.ts'
import { move } from '../kernel/moves.ts'
import { Problem } from '../kernel/problem.ts'
import {
  commonStatement,
  controlStatement,
  type Database,
  type Sql,
  type Tx,
} from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/time/clock.ts'
import { deleteEndpoint, endpointsOf } from '../webhooks/endpoints.ts'
import { requireAccepted } from './business/readiness.ts'
import {
  type GoLiveEvent,
  type GoLiveRow,
  type GoLiveState,
  goLiveMoves,
  latestRequest,
  lockGoLive,
  renderGoLive,
} from './go-live.ts'
import {
  addApiKey,
  changeMerchantSecret,
  merchantSecretHash,
  newMerchantSecret,
  revokeApiKeys,
} from './identity/credentials.ts'
import { insertTestProfile } from './identity/test-profile.ts'
import { merchantAdminProblems } from './problems.ts'

export type GoLiveNeeds = {
  db: Database
  secrets: Secrets
  clock: Clock
  merchantPrefix: string
  acceptsCallbackUrl: (url: URL, environment: Environment) => boolean
  /** Whether papers are asked for. */
  asksPapers: boolean
}

type Decision = { admin: Admin; reason: string }
type Subject = {
  id: bigint
  merchant_code: string
  status: 'active' | 'suspended'
  callback_url: string | null
}

const decideRequest = controlStatement(
  'decide_go_live_request',
  `update go_live_request set state = $3, decided_at = $4, decided_by = $5, reason = $6
    where id = $1 and merchant_id = $2 and state = 'PENDING'`,
)
const insertDecided = controlStatement(
  'insert_decided_go_live_request',
  `insert into go_live_request (merchant_id, state, requested_at, decided_at, decided_by, reason)
   values ($1, $2, $3, $3, $4, $5)`,
)
const moveToProduction = commonStatement(
  'move_merchant_to_production',
  `update shared.merchant set environment = 'production', merchant_secret_hash = $2, callback_url = $3,
          callback_credentials_sealed = case when $3::text is null then null else callback_credentials_sealed end, version = version + 1
    where id = $1 and environment = 'sandbox'`,
)
// guard: go-live-decision-beside-orders
const findSubject = commonStatement<Subject>(
  'find_merchant_to_go_live',
  `select id, merchant_code, status, callback_url from shared.merchant
    where merchant_code = $1 and sample_of is null for no key update`,
)

/**
 * Moves the merchant to production and returns its live credentials, which are never shown again. They move the merchant's money, so
 * an admin who may not move any gets none: they are null then, and the merchant makes its own. The callback secret stays the same; a
 * callback_url or a further endpoint that is not acceptable in production is removed.
 * @param decision.unasked approves a merchant that has not filed a request. @throws Problem 404, 409 also for papers that are not accepted
 */
export async function approveGoLive(
  needs: GoLiveNeeds,
  code: string,
  decision: Decision & { unasked?: boolean },
) {
  return needs.db.transaction(async (sql) => {
    const merchant = await subjectOf(sql, code)
    const { environment, isTestProfile, latest, state } = await lockGoLive(sql, merchant.id)
    // guard: test-profile-stays
    if (isTestProfile) throw new Problem(merchantAdminProblems.is_test_profile)
    if (environment === 'production') throw new Problem(merchantAdminProblems.live_already)
    const event = decision.unasked && state !== 'PENDING' ? 'vouched' : 'approved'
    const decided = await decide(sql, needs, { merchant, latest, state, event, decision })
    // guard: go-live-papers-accepted
    if (needs.asksPapers)
      await requireAccepted(sql, needs.secrets, { merchantId: merchant.id, now: needs.clock.now() })
    if (merchant.status === 'suspended') throw new Problem(merchantAdminProblems.suspended)
    const callbackUrl = await makeLive(sql, needs, merchant)
    // Whoever confirmed an act of the sandbox has confirmed nothing that moves real money.
    // guard: step-ups-before-go-live
    await endStepUps(sql, merchant.id)
    const { secrets, clock, merchantPrefix } = needs
    await insertTestProfile(sql, secrets, { of: merchant.id, merchantPrefix, now: clock.now() })
    // guard: go-live-keys
    const keys = hasRight(decision.admin, 'move_money') ? await liveKeys(sql, needs, merchant) : noKeys
    const live = { environment: 'production' as const, ...keys, callback_url: callbackUrl }
    return { merchant_code: code, ...live, ...renderGoLive(decided) }
  })
}

/** @throws Problem 404, 409 */
export async function rejectGoLive(needs: GoLiveNeeds, code: string, decision: Decision) {
  return needs.db.transaction(async (sql) => {
    const merchant = await subjectOf(sql, code)
    const { environment, latest, state } = await lockGoLive(sql, merchant.id)
    const decided = await decide(sql, needs, { merchant, latest, state, event: 'rejected', decision })
    return { merchant_code: code, environment, ...renderGoLive(decided) }
  })
}

async function subjectOf(sql: Sql, code: string): Promise<Subject> {
  const [merchant] = await sql.rows(findSubject, [code])
  if (!merchant) throw new Problem(merchantAdminProblems.merchant_unknown)
  return merchant
}

type Case = {
  merchant: Subject
  latest: GoLiveRow | undefined
  state: GoLiveState
  event: GoLiveEvent
  decision: Decision
}

async function decide(
  sql: Tx,
  { secrets, clock }: GoLiveNeeds,
  { merchant, latest, state, event, decision }: Case,
) {
  const next = move(goLiveMoves, state, event)
  if (!next) throw new Problem(merchantAdminProblems.nothing_pending)
  const now = clock.now()
  const { admin, reason } = decision
  if (state === 'PENDING')
    await sql.rows(decideRequest, [latest?.id, merchant.id, next, now, admin.name, reason])
  else await sql.rows(insertDecided, [merchant.id, next, now, admin.name, reason])
  const action = `merchant.go_live_${event}`
  audit(sql, secrets, { admin, action, subject: merchant.merchant_code, detail: { reason }, now })
  return latestRequest(sql, merchant.id)
}

const noKeys = { merchant_secret: null, api_key: null, api_secret: null }

/**
 * Ends the test keys and the test secret. Nobody knows the secret that replaces it; the next one is made by an approval, or by the
 * merchant. Returns the callback_url that is left.
 */
async function makeLive(
  sql: Tx,
  { secrets, clock, acceptsCallbackUrl }: GoLiveNeeds,
  { id, callback_url }: Subject,
): Promise<string | null> {
  const storedUrl =
    callback_url && acceptsCallbackUrl(new URL(callback_url), 'production') ? callback_url : null
  const unknown = merchantSecretHash(secrets, newMerchantSecret('production'))
  await sql.rows(moveToProduction, [id, unknown, storedUrl])
  await sql.rows(revokeApiKeys, [id, clock.now()])
  // guard: live-endpoints
  for (const endpoint of await endpointsOf(sql, id))
    if (!acceptsCallbackUrl(new URL(endpoint.url), 'production'))
      await deleteEndpoint(sql, endpoint, clock.now())
  return storedUrl
}

async function liveKeys(sql: Sql, { secrets, clock }: GoLiveNeeds, { id: merchantId }: Subject) {
  const secret = newMerchantSecret('production')
  await sql.rows(changeMerchantSecret, [merchantId, merchantSecretHash(secrets, secret)])
  const owner = { merchantId, environment: 'production', now: clock.now() } as const
  const { apiKey, apiSecret } = await addApiKey(sql, secrets, owner)
  return { merchant_secret: secret, api_key: apiKey, api_secret: apiSecret }
}
