// The report of a certification: signed with the key of receipts, so that whoever is shown it can tell that it is ours.
import { type KeyObject, sign } from 'node:crypto'
import type { Environment } from '../../kernel/environment.ts'
import { controlStatement, type Sql } from '../../platform/database/database.ts'
import type { Certification } from './certify.ts'
import { type CheckResult, checksVersion } from './checks.ts'

/**
 * `service`: our servers called the webhook URL of the merchant. `command_line`: whoever ran the command chose the URL, which may be
 * of any machine, so the report proves no more than their word.
 */
export const observers = ['service', 'command_line'] as const

/** A key of receipts. */
export type ReportKey = { keyId: string; privateKey: KeyObject }

export type Report = {
  merchant_code: string
  environment: Environment
  url: string
  observed_by: (typeof observers)[number]
  at: string
  checks_version: number
  result: Certification['result']
  checks: CheckResult[]
}

export type StoredReport = Report & {
  /** `<base64url JSON>.<base64url Ed25519 signature over the first part>`, as a receipt is signed. */
  signed_report: string
}

/** How long a merchant waits between two runs; longer than a run can take, so that one runs at a time. */
export const secondsBetweenRuns = 60

/** Begins a run, unless another one began within the last minute. */
// guard: certification-one-run
const beginRun = controlStatement<{ merchant_id: bigint }>(
  'begin_webhook_certification',
  `insert into webhook_certification as c (merchant_id, begun_at) values ($1, $2)
   on conflict (merchant_id) do update set begun_at = excluded.begun_at
    where c.begun_at <= $3
   returning merchant_id`,
)
const saveReport = controlStatement(
  'save_webhook_certification',
  'update webhook_certification set signed_report = $3 where merchant_id = $1 and begun_at = $2',
)
const findReport = controlStatement<{ signed_report: string | null }>(
  'find_webhook_certification',
  'select signed_report from webhook_certification where merchant_id = $1',
)

/** Returns whether a run may begin now. */
export async function beginCertification(
  sql: Sql,
  merchantId: bigint,
  now: Temporal.Instant,
): Promise<boolean> {
  return (
    (await sql.rows(beginRun, [merchantId, now, now.subtract({ seconds: secondsBetweenRuns })])).length > 0
  )
}

/** Stores the report instead of the previous one. @param run.begunAt of the run, which another run may have replaced. */
export async function storeReport(
  sql: Sql,
  run: { merchantId: bigint; begunAt: Temporal.Instant },
  signedReport: string,
): Promise<void> {
  await sql.rows(saveReport, [run.merchantId, run.begunAt, signedReport])
}

/** The latest report of a merchant's handler, if there is one. */
export async function latestReport(sql: Sql, merchantId: bigint): Promise<StoredReport | null> {
  const [row] = await sql.rows(findReport, [merchantId])
  return row?.signed_report ? readReport(row.signed_report) : null
}

/**
 * The purpose `p` says what was signed: no reader of receipts takes it for a payment, because it has neither amount nor code.
 * @param key of the environment of the report.
 */
export function signReport(report: Report, key: ReportKey): string {
  const content = { k: key.keyId, p: 'webhook_certification', ...report }
  const signed = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${signed}.${sign(null, Buffer.from(signed), key.privateKey).toString('base64url')}`
}

/** Reads a report that we have stored; its signature is for others. */
export function readReport(signedReport: string): StoredReport {
  const [content = ''] = signedReport.split('.')
  const { k: _key, p: _purpose, ...report } = JSON.parse(Buffer.from(content, 'base64url').toString())
  return { ...(report as Report), signed_report: signedReport }
}

/** @param of.at real time at which the run ended. */
export function reportOf(
  { result, checks }: Certification,
  of: Omit<Report, 'at' | 'checks_version' | 'result' | 'checks'> & { at: Temporal.Instant },
): Report {
  const at = of.at.toString({ smallestUnit: 'second' })
  return { ...of, at, checks_version: checksVersion, result, checks }
}
