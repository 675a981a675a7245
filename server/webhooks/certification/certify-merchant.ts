// Certifies the handler of a merchant: one run at a time, and the signed report of it.
import type { Environment } from '../../kernel/environment.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Outbound } from '../../platform/network/outbound.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { receiverOf } from '../test-receiver/test-event.ts'
import { certifyHandler } from './certify.ts'
import {
  beginCertification,
  type Report,
  type ReportKey,
  reportOf,
  type StoredReport,
  signReport,
  storeReport,
} from './report.ts'

export type CertificationNeeds = {
  /** Of control. */
  db: Sql
  secrets: Secrets
  clock: Clock
  wallClock: Clock
  /** Its rules of addresses are those of deliveries. */
  outbound: Outbound
  /** The key of receipts that signs now. */
  signingKey: (environment: Environment) => Promise<ReportKey>
}

export type CertifiedMerchant = {
  merchantId: bigint
  merchantCode: string
  environment: Environment
  url: string
}

/** How long all checks of a run by the service may take, in milliseconds: browsers and proxies wait for about a minute. */
const budgetMs = 30_000

/**
 * Sends the checks to the handler, signed with the secret of the merchant's webhook URL, and stores the signed report. Returns
 * undefined if another run began less than a minute ago.
 */
export async function certifyMerchant(
  needs: CertificationNeeds,
  merchant: CertifiedMerchant,
  observedBy: Report['observed_by'],
): Promise<StoredReport | undefined> {
  const { merchantId, merchantCode, environment, url } = merchant
  const begunAt = needs.clock.now()
  if (!(await beginCertification(needs.db, merchantId, begunAt))) return undefined
  const handler = { url, ...(await receiverOf(needs, { merchantId, url })) }
  const limits = observedBy === 'service' ? { budgetMs } : {}
  const certification = await certifyHandler({ ...needs, ...limits }, handler)
  const report = reportOf(certification, {
    ...{ merchant_code: merchantCode, environment, url, observed_by: observedBy },
    at: needs.wallClock.now(),
  })
  const signed = signReport(report, await needs.signingKey(environment))
  await storeReport(needs.db, { merchantId, begunAt }, signed)
  return { ...report, signed_report: signed }
}
