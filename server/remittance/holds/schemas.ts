// Response schemas of held transfers: both parties and the screening findings.
import { z } from 'zod'
import { pendingField } from '../../admin/approvals/pending.ts'
import { oddNameRules } from '../../compliance/names/reading/reading.ts'
import { exampleMatch, matchSchema } from '../../compliance/screening/match-view.ts'
import { dataResponse, merchantZone, pageResponse } from '../../platform/http/api.ts'
import type { Rendered } from '../../platform/http/endpoint.ts'
import { action, exampleMerchant, may, ofMerchant } from '../http/endpoint-parts.ts'
import { limitMeasures, limitSubjects, limitWindows } from '../limits/rule.ts'
import {
  exampleParties,
  exampleTransactionId,
  exampleTransferSummary,
  parties,
  transferSummaryFields,
} from '../transfer/schemas.ts'
import { transferStatuses } from '../transfer/transfer.ts'
import { precedentField } from './precedents.ts'

const oddName = z
  .object({
    of: z
      .enum(['sender', 'receiver', 'wallet'])
      .meta({ description: '`wallet` is the name the receiving wallet is registered under.' }),
    name: z.string(),
    rule: z.enum(oddNameRules).meta({ description: 'The first rule that the name breaks.' }),
    excerpt: z.string().meta({
      description:
        'The characters that break the rule, as readable text; empty for a rule about the whole name.',
    }),
    characters: z
      .array(
        z.object({
          position: z.int().meta({ description: 'The position in the name, in Unicode characters from 1.' }),
          code_point: z.string(),
          character: z.string().meta({ description: 'Empty for an invisible character.' }),
        }),
      )
      .meta({ description: 'At most ten.' }),
  })
  .meta({ id: 'OddName' })

export const finding = z
  .object({
    role: z.enum(['sender', 'receiver']),
    name: z.string(),
    decision: z.enum(['hold', 'clear']),
    reason: z.enum(['no_match', 'cleared_before', 'list_match', 'odd_name', 'screening_unavailable']),
    list_version: z.string().nullable().meta({ description: 'Null if screening was unavailable.' }),
    matches: z.array(matchSchema),
    odd_names: z.array(oddName).meta({
      description: 'The odd names of this party, with the reason; empty for ordinary names.',
    }),
  })
  .meta({ id: 'ScreeningFinding' })
export type ScreeningFinding = Rendered<z.output<typeof finding>>

export const exampleFinding = {
  role: 'sender',
  name: 'Watchlist Person',
  decision: 'hold',
  reason: 'list_match',
  list_version: '3',
  matches: [exampleMatch],
  odd_names: [],
} as const

const { status: _, created_at, ...heldFields } = transferSummaryFields

export const limitHitFields = {
  rule: z.string(),
  subject: z.enum(limitSubjects),
  measure: z.enum(limitMeasures),
  window: z.enum(limitWindows),
  used: z.number().meta({ description: 'Before the transfer: dollars; a number for what is counted.' }),
  reached: z.number().meta({ description: 'With the transfer.' }),
  limit: z.number(),
}
const limitHit = z.object(limitHitFields).meta({ id: 'LimitHit' })
export const exampleLimitHit = {
  rule: 'pair-hour-count',
  subject: 'pair',
  measure: 'count',
  window: 'hour',
  used: 5,
  reached: 6,
  limit: 5,
} as const

/** A held transfer, as the queue and the approval of its release show it. */
export const hold = z
  .object({
    ...heldFields,
    ...ofMerchant,
    time_zone: merchantZone,
    created_at,
    parties,
    screening: z.array(finding).nullable(),
    limits: z.array(limitHit).meta({ description: 'The limit rules that hold it.' }),
    pending_approvals: pendingField,
    precedents: precedentField,
    allowed_actions: z.object({
      release: action.extend({
        needs_approval: z.boolean().meta({ description: 'Whether another admin must approve your release.' }),
      }),
      reject: action,
    }),
  })
  .meta({ id: 'Hold' })

const { status: __, ...exampleHeld } = exampleTransferSummary

export const holdsResponse = pageResponse('Holds', hold, {
  ...exampleHeld,
  ...exampleMerchant,
  time_zone: 'Africa/Lubumbashi',
  parties: exampleParties,
  screening: [{ ...exampleFinding, matches: [exampleMatch], odd_names: [] }],
  limits: [exampleLimitHit],
  pending_approvals: [],
  precedents: [],
  allowed_actions: { release: { ...may, needs_approval: false }, reject: may },
})

export const reviewResponse = dataResponse(
  'HoldDecided',
  z.object({
    transaction_id: z.string(),
    reference: z.string(),
    status: z.enum(transferStatuses),
  }),
  { transaction_id: exampleTransactionId, reference: 'T-2041', status: 'Submitted' },
)
