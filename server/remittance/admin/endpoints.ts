// What the routes of admins about transfers, wallets, operators and rates tell of themselves.
import { z } from 'zod'
import { basicProblems } from '../../merchants/identity/basic-auth.ts'
import { merchantAdminProblems } from '../../merchants/problems.ts'
import { type Endpoint, environmentName, named } from '../../platform/http/api.ts'
import { decimalNumber, optional, text } from '../../platform/http/body/body.ts'
import { page } from '../acceptance/endpoints.ts'
import { operatorAnswer, operatorsAnswer, ratesAnswer, snapshotAnswer } from '../operators/admin-schemas.ts'
import { searchSchema as settlementSearch } from '../settlements/admin-search.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { dossierAnswer } from '../transfers/admin-detail-schema.ts'
import { searchSchema as transferSearch } from '../transfers/admin-search.ts'
import { exampleTransactionId, operatorName } from '../transfers/schemas.ts'
import {
  adjustmentAnswer,
  adjustmentsAnswer,
  settlementsAnswer,
  topUpAnswer,
  topUpWaitsAnswer,
  walletsAnswer,
} from '../wallets/admin-schemas.ts'
import { adjustmentSchema, walletSchema } from '../wallets/admin-search.ts'
import {
  exceptionClosedAnswer,
  exceptionsAnswer,
  holdsAnswer,
  inquiryAnswer,
  reversalAnswer,
  reviewAnswer,
  transfersAnswer,
} from './schemas.ts'

const transfers = { tag: 'Admin: transfers', authentication: 'admin' } as const
const wallets = { tag: 'Admin: wallets', authentication: 'admin' } as const

/** Whoever acts says why, for the audit log. */
export const reasonField = text({ min: 3, max: 500 })
export const reasonSchema = z.object({ reason: reasonField })
const reasonBody = named('Reason', reasonSchema, { reason: 'Looked at the papers' })

const byId = { id: z.string().meta({ examples: ['5'] }) }
const byTransaction = { transaction_id: z.string().meta({ examples: [exampleTransactionId] }) }

export const listHolds: Endpoint = {
  ...transfers,
  id: 'listHolds',
  summary: 'List held transfers',
  description: 'Oldest first, with papers and what screening found.',
  query: z.object(page),
  answers: { 200: holdsAnswer },
  problems: [problems.field_missing],
}

export const releaseHold: Endpoint = {
  ...transfers,
  id: 'releaseHold',
  summary: 'Let a held transfer go on',
  path: byTransaction,
  body: reasonBody,
  answers: { 200: reviewAnswer },
  problems: [
    problems.transfer_unknown,
    problems.not_held,
    problems.balance_insufficient,
    problems.blacklisted,
    problems.rate_stale,
    problems.amount,
    problems.sandbox_cap,
    problems.sandbox_only,
    basicProblems.suspended,
  ],
}

export const rejectHold: Endpoint = {
  ...transfers,
  id: 'rejectHold',
  summary: 'End a held transfer',
  path: byTransaction,
  body: reasonBody,
  answers: { 200: reviewAnswer },
  problems: [problems.transfer_unknown, problems.not_held],
}

export const listExceptions: Endpoint = {
  ...transfers,
  id: 'listExceptions',
  summary: 'List what the books cannot settle by themselves',
  query: z.object({ state: z.enum(['open', 'closed']).optional(), ...page }),
  answers: { 200: exceptionsAnswer },
  problems: [problems.field_missing],
}

export const closeException: Endpoint = {
  ...transfers,
  id: 'closeException',
  summary: 'Close an exception',
  path: byId,
  body: reasonBody,
  answers: { 200: exceptionClosedAnswer },
  problems: [problems.exception_unknown],
}

export const searchTransfers: Endpoint = {
  ...transfers,
  id: 'searchTransfers',
  summary: 'Look for transfers of all merchants',
  description: 'Newest first. `q` is anything at hand: a reference, an id, a phone, an amount.',
  query: transferSearch,
  answers: { 200: transfersAnswer },
}

export const readDossier: Endpoint = {
  ...transfers,
  id: 'readTransferDossier',
  summary: 'Read all there is about a transfer',
  path: byTransaction,
  answers: { 200: dossierAnswer },
  problems: [problems.transfer_unknown],
}

export const inquireTransfer: Endpoint = {
  ...transfers,
  id: 'inquireTransfer',
  summary: 'Ask the operator about a transfer now',
  description: '`outcome` is null where what the operator said is not its last word.',
  path: byTransaction,
  body: reasonBody,
  answers: { 200: inquiryAnswer },
  problems: [problems.transfer_unknown, problems.not_inquirable, problems.operator_unreachable],
}

export const reverseTransfer: Endpoint = {
  ...transfers,
  id: 'reverseTransfer',
  summary: 'Ask the operator to take a payout back',
  path: byTransaction,
  body: reasonBody,
  answers: { 202: reversalAnswer },
  problems: [problems.transfer_unknown, problems.not_reversible],
}

export const searchSettlements: Endpoint = {
  ...transfers,
  id: 'searchSettlements',
  summary: 'List settlements of all merchants',
  query: settlementSearch,
  answers: { 200: settlementsAnswer },
}

export const searchWallets: Endpoint = {
  ...wallets,
  id: 'searchWallets',
  summary: 'List wallets',
  query: walletSchema,
  answers: { 200: walletsAnswer },
}

export const searchAdjustments: Endpoint = {
  ...wallets,
  id: 'searchAdjustments',
  summary: 'List adjustments',
  query: adjustmentSchema,
  answers: { 200: adjustmentsAnswer },
}

const byMerchant = { merchant_code: z.string().meta({ examples: ['MSL-7K2M-9QXA'] }) }

export const moneySchema = z.object({
  amount: decimalNumber,
  reason: reasonField,
  environment: optional(environmentName),
})

const ofOwners = [merchantAdminProblems.merchant_unknown, problems.wallet_unknown, problems.amount]

export const bookTopUp: Endpoint = {
  ...wallets,
  id: 'bookTopUp',
  repeatable: true,
  summary: 'Book money that has arrived for a wallet',
  description:
    'The same `Idempotency-Key` for the same wallet is the same booking for good, whoever sends it. One person books at most 10,000.00 for a wallet within 24 hours; what goes beyond is not booked: 202, and it waits among the adjustments for another person.',
  path: byMerchant,
  body: named('WalletTopUp', moneySchema, { amount: 50, reason: 'Transfer of 20 November' }),
  answers: { 200: topUpAnswer, 202: topUpWaitsAnswer },
  problems: [...ofOwners, problems.second_admin_missing],
}

export const requestAdjustment: Endpoint = {
  ...wallets,
  id: 'requestAdjustment',
  repeatable: true,
  summary: 'Ask for a wallet to be put right',
  description: 'Below zero takes from the merchant. Nothing is booked until another admin approves.',
  path: byMerchant,
  body: named('AdjustmentRequest', moneySchema, { amount: -5, reason: 'Booked twice on 20 November' }),
  answers: { 200: adjustmentAnswer },
  problems: [...ofOwners, problems.second_admin_missing],
}

const ofDecisions = [problems.adjustment_unknown, problems.adjustment_decided, problems.second_person]

export const approveAdjustment: Endpoint = {
  ...wallets,
  id: 'approveAdjustment',
  repeatable: true,
  summary: 'Approve an adjustment',
  path: byId,
  body: reasonBody,
  answers: { 200: adjustmentAnswer },
  problems: [...ofDecisions, problems.balance_insufficient],
}

export const rejectAdjustment: Endpoint = {
  ...wallets,
  id: 'rejectAdjustment',
  repeatable: true,
  summary: 'Reject an adjustment',
  path: byId,
  body: reasonBody,
  answers: { 200: adjustmentAnswer },
  problems: ofDecisions,
}

export const listOperators: Endpoint = {
  ...transfers,
  id: 'listOperators',
  summary: 'List operators and how they do',
  answers: { 200: operatorsAnswer },
}

const place = { environment: environmentName, operator: operatorName }
const ofPauses = [problems.operator_unknown, problems.pause_unchanged]

export const pauseOperator: Endpoint = {
  ...transfers,
  id: 'pauseOperator',
  summary: 'Stop sending to an operator',
  path: place,
  body: reasonBody,
  answers: { 200: operatorAnswer },
  problems: ofPauses,
}

export const resumeOperator: Endpoint = {
  ...transfers,
  id: 'resumeOperator',
  summary: 'Send to a paused operator again',
  path: place,
  body: reasonBody,
  answers: { 200: operatorAnswer },
  problems: ofPauses,
}

export const listRates: Endpoint = {
  ...transfers,
  id: 'listRates',
  summary: 'List the exchange rates that came in lately',
  answers: { 200: ratesAnswer },
}

export const approveRates: Endpoint = {
  ...transfers,
  id: 'approveRates',
  summary: 'Publish rates that were set aside',
  path: byId,
  body: reasonBody,
  answers: { 200: snapshotAnswer },
  problems: [problems.rates_unknown, problems.rates_not_held, problems.rates_superseded],
}
