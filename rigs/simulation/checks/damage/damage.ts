// The smallest damage to a healthy database that each invariant must detect, keyed by the resulting fault. There is
// one fault for each condition of an invariant, so that no condition can be ineffective unnoticed.
import { auditFaults } from './audit.ts'
import { bankFaults } from './balances/bank.ts'
import { payoutFaults } from './balances/payouts.ts'
import { batchFaults } from './batches.ts'
import { approvalFaults } from './cards/approvals.ts'
import { collectionFaults } from './cards/collections.ts'
import { disputeFaults } from './cards/disputes.ts'
import { balanceFaults, ledgerFaults, statementFaults } from './ledger.ts'
import { linkFaults } from './links.ts'
import { operationFaults } from './operations.ts'
import { paymentFaults } from './payments.ts'
import { messageFaults } from './people/messages.ts'
import { priceFaults } from './prices.ts'
import { quoteFaults } from './quotes.ts'
import { refundRequestFaults } from './refund-requests.ts'
import { topUpFaults } from './top-ups.ts'
import { transferFaults } from './transfers.ts'
import { webhookFaults } from './webhooks.ts'

export const faults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...paymentFaults,
  ...refundRequestFaults,
  ...approvalFaults,
  ...disputeFaults,
  ...collectionFaults,
  ...linkFaults,
  ...transferFaults,
  ...quoteFaults,
  ...batchFaults,
  ...webhookFaults,
  ...messageFaults,
  ...ledgerFaults,
  ...balanceFaults,
  ...statementFaults,
  ...auditFaults,
  ...operationFaults,
  ...payoutFaults,
  ...bankFaults,
  ...priceFaults,
  ...topUpFaults,
}
