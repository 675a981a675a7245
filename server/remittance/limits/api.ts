// The merchants' route that tells what is left of the limits of a sender's document and a number.

import { z } from 'zod'
import type { Environment } from '../../kernel/environment.ts'
import { readPhone } from '../../kernel/phone-number.ts'
import type { Database, Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { lookupEndpoint } from '../http/endpoint-parts.ts'
import type { Query } from '../http/list-parameters.ts'
import { merchantEndpoint } from '../http/merchant-endpoint.ts'
import { amountNumber, stamp } from '../transfer/formats.ts'
import { fieldProblem, remittanceProblems as problems } from '../transfer/problems.ts'
import type { LimitRule } from './rule.ts'
import { rulesInForce } from './rule-sets.ts'
import { remainingResponse } from './schemas.ts'
import { knownKeys } from './subjects.ts'
import { freesAt, usageName, usageOf } from './usage.ts'

type LimitReads = {
  db: Database
  clock: Clock
  secrets: Secrets
  /** Whether limits are on. */
  limitsApply: (environment: Environment) => boolean
}

export const limitRoutes = [
  merchantEndpoint({
    ...lookupEndpoint,
    id: 'readLimits',
    method: 'GET',
    path: '/api/v1/remittance/limits',
    priority: 'status',
    summary: 'Read what is left of the limits',
    description:
      'The limits that refuse transfers, of the document, of the number, and of both together. Transfers of all partners count.',
    query: z.object({
      sender_document_number: z.string().max(200).optional(),
      customer_number: z
        .string()
        .optional()
        .meta({ examples: ['+243810000001'] }),
    }),
    responses: { 200: remainingResponse },
    problems: [problems.field_missing, problems.phone],
    work: async (needs: LimitReads, { merchant, query }) => {
      const asked = numbersIn(query)
      const limits = needs.limitsApply(merchant.environment)
        ? await remainingLimits(needs, merchant.environment, asked)
        : []
      return { limits }
    },
  }),
]

type Asked = { documentNumber: string | undefined; customerNumber: string | undefined }

/** @throws Problem RMT-1005, RMT-1004 */
function numbersIn({ sender_document_number: document, customer_number: number }: Query): Asked {
  const isText = (sent: unknown) => typeof sent === 'string' && sent.trim() !== '' && sent.length <= 200
  if (!isText(document) && !isText(number)) {
    const message = 'This or customer_number is required'
    throw fieldProblem(problems.field_missing, 'sender_document_number', message)
  }
  // An unescaped plus sign in a query arrives as a space.
  const phone = isText(number)
    ? readPhone(
        String(number)
          .replace(/^ (?=\d)/, '+')
          .trim(),
      )
    : undefined
  if (isText(number) && !phone) throw fieldProblem(problems.phone, 'customer_number', 'Not a phone number')
  return { documentNumber: isText(document) ? String(document) : undefined, customerNumber: phone?.digits }
}

/** A limit of a subject that the two numbers identify. */
type KnownLimit = LimitRule & { measure: KnownMeasure; subject: 'number' | 'document' | 'pair' }
/** What a merchant may read; counterparties and names would tell it who else sends to a number. */
type KnownMeasure = 'sum' | 'count'

function isKnown(rule: LimitRule, { documentNumber, customerNumber }: Asked): rule is KnownLimit {
  if ((rule.measure !== 'sum' && rule.measure !== 'count') || rule.outcome !== 'refuse') return false
  const { subject } = rule
  if (subject === 'document') return documentNumber !== undefined
  if (subject === 'number') return customerNumber !== undefined
  return subject === 'pair' && documentNumber !== undefined && customerNumber !== undefined
}

/** Leaves out rules that only hold or record: senders who knew them would stay below them. */
async function remainingLimits(
  { db, clock, secrets }: { db: Sql; clock: Clock; secrets: Secrets },
  environment: Environment,
  asked: Asked,
) {
  const now = clock.now()
  const { rules } = (await rulesInForce(db))[environment]
  const numbers = {
    documentNumber: asked.documentNumber ?? '',
    customerNumber: asked.customerNumber ?? '',
  }
  const keys = knownKeys(secrets, environment, numbers)
  const known = rules.filter((rule): rule is KnownLimit => isKnown(rule, asked))
  const measured = known.map(({ subject, window }) => ({ key: keys[subject], windows: new Set([window]) }))
  const used = await usageOf(db, measured, now)
  return Promise.all(
    known.map(async (rule) => {
      const { subject, window, measure, most } = rule
      const usage = used.get(usageName(keys[subject], window)) ?? { amount: 0n, count: 0n }
      const value = measure === 'sum' ? usage.amount : usage.count
      const first =
        value > 0n ? await freesAt(db, { key: keys[subject], window, measure }, 1n, now) : undefined
      const shown = (number: bigint) => (measure === 'sum' ? amountNumber(number) : Number(number))
      const left = most > value ? most - value : 0n
      return {
        rule: rule.id,
        subject,
        measure,
        window,
        limit: shown(most),
        used: shown(value),
        left: shown(left),
        frees_at: first ? stamp(first) : null,
      }
    }),
  )
}
