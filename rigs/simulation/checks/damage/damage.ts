// The smallest damage to a healthy database that each invariant must detect, keyed by the resulting fault. There is
// one fault for each condition of an invariant, so that no condition can be ineffective unnoticed.
import { auditFaults } from './audit.ts'
import { balanceFaults, ledgerFaults } from './ledger.ts'
import { linkFaults } from './links.ts'
import { operationFaults } from './operations.ts'
import { paymentFaults } from './payments.ts'
import { priceFaults } from './prices.ts'
import { refundRequestFaults } from './refund-requests.ts'
import { topUpFaults } from './top-ups.ts'
import { transferFaults } from './transfers.ts'
import { webhookFaults } from './webhooks.ts'

export const faults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...paymentFaults,
  ...refundRequestFaults,
  ...linkFaults,
  ...transferFaults,
  ...webhookFaults,
  ...ledgerFaults,
  ...balanceFaults,
  ...auditFaults,
  ...operationFaults,
  ...priceFaults,
  ...topUpFaults,
}
