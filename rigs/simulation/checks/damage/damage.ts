// The smallest damage to a healthy database that each invariant has to tell of, by what is wrong then. One fault for each
// thing an invariant looks at: a half of it that cannot fail would hide behind the other.
import { auditFaults } from './audit.ts'
import { ledgerFaults } from './ledger.ts'
import { linkFaults } from './links.ts'
import { operationFaults } from './operations.ts'
import { paymentFaults } from './payments.ts'
import { priceFaults } from './prices.ts'
import { topUpFaults } from './top-ups.ts'
import { transferFaults } from './transfers.ts'
import { webhookFaults } from './webhooks.ts'

export const faults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...paymentFaults,
  ...linkFaults,
  ...transferFaults,
  ...webhookFaults,
  ...ledgerFaults,
  ...auditFaults,
  ...operationFaults,
  ...priceFaults,
  ...topUpFaults,
}
