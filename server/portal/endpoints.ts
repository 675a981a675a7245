// What the routes of the portal tell of themselves.
import { z } from 'zod'
import { exampleLinkBody, linkBody } from '../cards/payment-links/schemas.ts'
import { paymentChoices } from '../cards/payments/list.ts'
import { cardProblems, ofAmounts } from '../cards/transaction/problems.ts'
import { signingProblems } from '../merchants/problems.ts'
import { type Endpoint, named } from '../platform/http/api.ts'
import { filterQuery, listQuery, pageFields } from '../platform/http/list-query.ts'
import { ofTransfers, topUpBody } from '../remittance/acceptance/endpoints.ts'
import { remittanceProblems } from '../remittance/transfer/problems.ts'
import {
  acceptedAnswer,
  balanceAnswer,
  settlementsAnswer,
  walletLinesAnswer,
} from '../remittance/transfers/schemas.ts'
import {
  checklistAnswer,
  eventsAnswer,
  linkAnswer,
  linksAnswer,
  paymentAnswer,
  paymentsAnswer,
  requestsAnswer,
  searchAnswer,
  transferAnswer,
  transfersAnswer,
  trialOrderAnswer,
  verdictAnswer,
} from './answers.ts'
import { overviewAnswer } from './overview/schema.ts'
import { statusSchema } from './requests.ts'
import { orderSchema, transferSchema } from './sandbox.ts'
import { querySchema } from './search.ts'
import { checkSchema } from './signatures/check.ts'
import { transferChoices } from './transfers.ts'

const portal = { tag: 'Portal', authentication: 'bearer' } as const

const byUuid = {
  id: z
    .string()
    .meta({ description: 'The `transaction_uuid`.', examples: ['MSL-20261121-093000-7K2M9QXA-CD'] }),
}
const byTransaction = {
  id: z.string().meta({ description: 'The `transaction_id`.', examples: ['IMT-IN-7K2M9QXA4T3BW8ZC'] }),
}
const byCode = { id: z.string().meta({ description: 'The code of the link.', examples: ['K7Q2M9XW4T3B'] }) }

export const readOverview: Endpoint = {
  ...portal,
  id: 'readPortalOverview',
  summary: 'Read how today and the week went',
  description: 'Days are of UTC.',
  answers: { 200: overviewAnswer },
}

export const listPayments: Endpoint = {
  ...portal,
  id: 'listPayments',
  summary: 'List payments',
  description: 'Newest first; `q` looks through the newest thousand that bear it.',
  query: listQuery(paymentChoices),
  answers: { 200: paymentsAnswer },
}

export const readPayment: Endpoint = {
  ...portal,
  id: 'readPayment',
  summary: 'Read all that happened to a payment',
  path: byUuid,
  answers: { 200: paymentAnswer },
  problems: [cardProblems.transaction_not_found],
}

export const listTransfers: Endpoint = {
  ...portal,
  id: 'listTransfersInPortal',
  summary: 'List transfers with their price',
  description: 'Newest first; `q` looks through the newest thousand that bear it.',
  query: listQuery(transferChoices),
  answers: { 200: transfersAnswer },
}

export const readTransfer: Endpoint = {
  ...portal,
  id: 'readTransferInPortal',
  summary: 'Read all that happened to a transfer',
  path: byTransaction,
  answers: { 200: transferAnswer },
  problems: [remittanceProblems.transfer_unknown],
}

export const search: Endpoint = {
  ...portal,
  id: 'search',
  summary: 'Look for payments and transfers',
  description: 'The newest ten of each, by whatever is at hand.',
  query: querySchema,
  answers: { 200: searchAnswer },
}

export const listLinks: Endpoint = {
  ...portal,
  id: 'listLinksInPortal',
  summary: 'List payment links',
  query: z.object(pageFields),
  answers: { 200: linksAnswer },
}

export const createLink: Endpoint = {
  ...portal,
  id: 'createLinkInPortal',
  repeatable: true,
  summary: 'Create a payment link',
  body: named('PortalLinkRequest', linkBody, exampleLinkBody),
  answers: { 200: linkAnswer },
  problems: [...ofAmounts, signingProblems.environment_wrong],
}

export const readLink: Endpoint = {
  ...portal,
  id: 'readLinkInPortal',
  summary: 'Read a payment link',
  path: byCode,
  answers: { 200: linkAnswer },
  problems: [cardProblems.link_not_found],
}

export const cancelLink: Endpoint = {
  ...portal,
  id: 'cancelLinkInPortal',
  repeatable: true,
  summary: 'Cancel a payment link',
  path: byCode,
  answers: { 200: linkAnswer },
  problems: [
    cardProblems.link_not_found,
    cardProblems.link_expired,
    cardProblems.link_has_no_use_left,
    cardProblems.link_was_cancelled,
  ],
}

export const listSettlements: Endpoint = {
  ...portal,
  id: 'listSettlementsInPortal',
  summary: 'List settlements',
  query: listQuery({}),
  answers: { 200: settlementsAnswer },
}

export const readWallet: Endpoint = {
  ...portal,
  id: 'readWallet',
  summary: 'Read the balance of the wallet',
  answers: { 200: balanceAnswer },
}

export const listWalletLines: Endpoint = {
  ...portal,
  id: 'listWalletLinesInPortal',
  summary: 'List the lines of the wallet',
  query: z.object(pageFields),
  answers: { 200: walletLinesAnswer },
}

export const listRequests: Endpoint = {
  ...portal,
  id: 'listRequests',
  summary: 'List what was asked lately, and answered',
  query: listQuery({}).extend(statusSchema.shape),
  answers: { 200: requestsAnswer },
}

export const readChecklist: Endpoint = {
  ...portal,
  id: 'readChecklist',
  summary: 'Read what is left to do before real money',
  answers: { 200: checklistAnswer },
}

export const checkSignature: Endpoint = {
  ...portal,
  id: 'checkSignature',
  summary: 'Find out why a signature is refused',
  body: named('SignatureCheck', checkSchema, {
    kind: 'request',
    headers: { 'X-API-Key': 'pk_test_…', 'X-Timestamp': '1795253400000', 'X-Signature': '0f1e' },
    method: 'POST',
    path: '/api/v1/payment/status',
    body: '{"transaction_uuid":"MSL-20261121-093000-7K2M9QXA-CD"}',
  }),
  answers: { 200: verdictAnswer },
}

export const topUp: Endpoint = {
  ...portal,
  id: 'topUpInPortal',
  repeatable: true,
  summary: 'Top up a wallet of the sandbox',
  body: topUpBody,
  answers: { 200: balanceAnswer },
  problems: [remittanceProblems.field_missing, remittanceProblems.amount, remittanceProblems.sandbox_only],
}

export const tryOrder: Endpoint = {
  ...portal,
  id: 'tryOrder',
  repeatable: true,
  summary: 'Make an order to pay, for trying',
  body: named('TrialOrderRequest', orderSchema, { amount: 25.5, currency: 'USD' }),
  answers: { 200: trialOrderAnswer },
  problems: [...ofAmounts, remittanceProblems.sandbox_only],
}

export const tryTransfer: Endpoint = {
  ...portal,
  id: 'tryTransfer',
  repeatable: true,
  summary: 'Send a transfer, for trying',
  description: 'With papers filled in, and the name the wallet is registered under.',
  body: named('TrialTransferRequest', transferSchema, { amount: 1, customer_number: '+243810000001' }),
  answers: { 200: acceptedAnswer },
  problems: [...ofTransfers, remittanceProblems.sandbox_only],
}

export const listEvents: Endpoint = {
  ...portal,
  id: 'listEvents',
  summary: 'List the webhooks the test receiver got for this merchant',
  answers: { 200: eventsAnswer },
}

const file = { says: 'A CSV file with a line of totals.', type: 'text/csv' }

export const exportPayments: Endpoint = {
  ...portal,
  id: 'exportPayments',
  summary: 'Take all payments as a file',
  query: filterQuery(paymentChoices),
  answers: { 200: file },
}

export const exportTransfers: Endpoint = {
  ...portal,
  id: 'exportTransfers',
  summary: 'Take all transfers as a file',
  query: filterQuery(transferChoices),
  answers: { 200: file },
}
