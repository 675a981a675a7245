// Routes that certify the handler at a merchant's webhook URL, and show the report.
import { z } from 'zod'
import { Problem } from '../kernel/problem.ts'
import type { Sql } from '../platform/database/database.ts'
import { users } from '../platform/http/access.ts'
import { dataResponse, environmentName, utcStamp } from '../platform/http/api.ts'
import { requestProblems } from '../platform/http/problems.ts'
import type { CertifiedMerchant } from '../webhooks/certification/certify-merchant.ts'
import { checkIds, checkResults, checksVersion } from '../webhooks/certification/checks.ts'
import {
  latestReport,
  observers,
  type StoredReport,
  secondsBetweenRuns,
} from '../webhooks/certification/report.ts'
import { selfServiceProblems as problems } from './problems.ts'
import { callback, type ProfileNeeds } from './profile/profile.ts'
import type { Session } from './sign-in/bearer.ts'
import { userEndpoint } from './sign-in/user-endpoint.ts'

type CertificationRouteNeeds = {
  /** Runs the checks; undefined if a run began less than a minute ago. */
  certifyMerchant: (merchant: CertifiedMerchant) => Promise<StoredReport | undefined>
}

export const certificationRecord = z
  .object({
    merchant_code: z.string(),
    environment: environmentName,
    url: z.string(),
    observed_by: z.enum(observers).meta({
      description:
        '`service`: we called the webhook URL. `command_line`: whoever ran the command chose the URL.',
    }),
    at: utcStamp,
    checks_version: z.int(),
    result: z.enum(['passed', 'failed', 'incomplete']),
    checks: z.array(
      z.object({
        id: z.enum(checkIds),
        result: z.enum(checkResults),
        expected: z.string(),
        received: z.string().nullable(),
      }),
    ),
    signed_report: z.string().meta({
      description: 'The report with its Ed25519 signature, by a key of `/.well-known/receipt-keys.json`.',
    }),
  })
  .meta({ id: 'WebhookCertification' })

export const exampleCertification: z.output<typeof certificationRecord> = {
  merchant_code: 'LKT-7K2M-9QXA',
  environment: 'sandbox',
  url: 'https://shop.example/webhooks/likuta',
  observed_by: 'service',
  at: '2026-11-21T09:31:12Z',
  checks_version: checksVersion,
  result: 'failed',
  checks: [{ id: 'old_timestamp', result: 'failed', expected: '4xx', received: 'HTTP 200' }],
  signed_report: 'eyJrIjoi…',
}

const certificationResponse = dataResponse(
  'WebhookCertificationResponse',
  z.object({ report: certificationRecord.nullable() }),
  { report: exampleCertification },
)

const account = { tag: 'Account' } as const

export const certificationRoutes = [
  userEndpoint({
    ...account,
    id: 'readWebhookCertification',
    method: 'GET',
    path: '/api/v1/merchant/callback/certification',
    priority: 'list',
    access: users('integration'),
    summary: 'Retrieve the latest certification of the webhook handler',
    responses: { 200: certificationResponse },
    work: async ({ db }: { db: Sql }, { session }) => ({
      report: await latestReport(db, session.merchantId),
    }),
  }),
  userEndpoint({
    ...account,
    id: 'certifyWebhookHandler',
    method: 'POST',
    path: '/api/v1/merchant/callback/certification',
    priority: 'test',
    access: users('keys'),
    summary: 'Certify the webhook handler',
    description: `Sends about 35 requests to the webhook URL, and returns the signed report of 24 checks. Takes up to 45 seconds. In the
sandbox only, once in ${secondsBetweenRuns} seconds.`,
    responses: { 200: certificationResponse },
    problems: [problems.callback_missing, problems.live_already, requestProblems.rate_limited],
    work: async (needs: ProfileNeeds & CertificationRouteNeeds, { session }) => certify(needs, session),
  }),
]

/** @throws Problem 409, 429 */
async function certify(needs: ProfileNeeds & CertificationRouteNeeds, session: Session) {
  const { merchantId, merchantCode, environment } = session
  // guard: certification-sandbox-only
  if (environment === 'production') throw new Problem(problems.live_already)
  const { callback_url: url } = await callback(needs, session)
  if (url === null) throw new Problem(problems.callback_missing)
  const report = await needs.certifyMerchant({ merchantId, merchantCode, environment, url })
  if (!report)
    throw new Problem(requestProblems.rate_limited, {}, { 'retry-after': String(secondsBetweenRuns) })
  return { report }
}
