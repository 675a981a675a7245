// What the routes of admins about payments tell of themselves.

import { z } from 'zod'
import { dayText, type Endpoint, environmentName, named } from '../../platform/http/api.ts'
import { refundSchema } from '../refunds/refund.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { voidSchema } from '../voids/void.ts'
import {
  dossierAnswer,
  paymentsAnswer,
  refundAnswer,
  refundHistoryAnswer,
  reportAnswer,
  voidAnswer,
  voidHistoryAnswer,
} from './admin-schemas.ts'
import { searchSchema } from './admin-search.ts'
import { exampleUuid } from './example-payment.ts'

const payments = { tag: 'Admin: payments', authentication: 'admin' } as const
const refunds = { tag: 'Refunds', authentication: 'admin' } as const

const byUuid = { transaction_uuid: z.string().meta({ examples: [exampleUuid] }) }
const byPayment = {
  cs_payment_id: z
    .string()
    .meta({ description: "The gateway's id of the payment.", examples: ['7321098456123456789012'] }),
}
/** Of the same path, whose other method names a payment there. */
const byTransaction = {
  cs_payment_id: z
    .string()
    .meta({ description: 'Here the `transaction_uuid` of the payment.', examples: [exampleUuid] }),
}

export const searchPayments: Endpoint = {
  ...payments,
  id: 'searchPayments',
  summary: 'Look for payments of all merchants',
  description: 'Newest first. `q` is anything at hand: a reference, an id, an email, a phone, an amount.',
  query: searchSchema,
  answers: { 200: paymentsAnswer },
}

export const readPaymentDossier: Endpoint = {
  ...payments,
  id: 'readPaymentDossier',
  summary: 'Read all there is about a payment',
  path: byUuid,
  answers: { 200: dossierAnswer },
  problems: [problems.transaction_not_found],
}

export const refundPayment: Endpoint = {
  ...refunds,
  id: 'refundPayment',
  repeatable: true,
  summary: 'Refund a payment',
  description: `The whole of what remains unless \`amount\` is given, within 60 days unless \`force\` is true. Where the
gateway's answer is lost the refund stays \`PENDING\` in the history, with its amount put aside, and resolves itself.`,
  path: byPayment,
  body: named('RefundRequest', refundSchema, {
    amount: 10,
    reason: 'One of two shirts came back',
    notify_merchant: true,
    force: false,
  }),
  answers: { 200: refundAnswer },
  problems: [
    problems.payment_unknown,
    problems.refund_complete,
    problems.refund_status,
    problems.refund_too_late,
    problems.refund_too_much,
    problems.refund_failed,
    problems.amount_too_precise,
    problems.operation_running,
  ],
}

export const listRefunds: Endpoint = {
  ...refunds,
  id: 'listRefunds',
  summary: 'List the refunds of a payment',
  description: 'Oldest first.',
  path: byTransaction,
  answers: { 200: refundHistoryAnswer },
  problems: [problems.transaction_not_found],
}

export const voidPayment: Endpoint = {
  ...refunds,
  id: 'voidPayment',
  repeatable: true,
  summary: 'Void a payment',
  description: 'Within 24 hours, whole, and only where nothing of it was refunded.',
  path: byPayment,
  body: named('VoidRequest', voidSchema, { reason: 'Ordered twice', notify_merchant: true }),
  answers: { 200: voidAnswer },
  problems: [
    problems.payment_unknown,
    problems.void_status,
    problems.void_too_late,
    problems.void_failed,
    problems.operation_running,
  ],
}

export const listVoids: Endpoint = {
  ...refunds,
  id: 'listVoids',
  summary: 'List the voids of a payment',
  description: 'Oldest first.',
  path: byTransaction,
  answers: { 200: voidHistoryAnswer },
  problems: [problems.transaction_not_found],
}

export const reconcileDay: Endpoint = {
  id: 'reconcileDay',
  summary: 'Compare a day with the report of the gateway',
  description: 'Of real money where this deployment has it, unless `environment` says otherwise.',
  tag: 'Reports',
  authentication: 'admin',
  query: z.object({ date: dayText, environment: environmentName.optional() }),
  answers: { 200: reportAnswer },
  problems: [problems.report_failed],
}
