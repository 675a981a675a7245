// Senders with documents of their own, each of whom sends to one number.
import { randomUUID } from 'node:crypto'
import type { Credentials } from '../../../../server/merchants/identity/register.ts'
import { exampleTransfer } from '../../../../server/remittance/acceptance/schemas.ts'
import { transferRequest } from '../../workloads/inbound.ts'
import type { Outgoing } from '../../workloads/workload.ts'

/** So many that none of them comes near a limit in the time of a measurement. */
export const senderCount = 50_000

/** The sandbox gives outcomes of their own to smaller numbers. */
const firstNumber = 2_000_000

const letters = (n: number): string =>
  n < 26 ? String.fromCharCode(97 + n) : letters(Math.floor(n / 26)) + letters(n % 26)

/** A transfer of one dollar by the person with this number, counted from the beginning again after the last. */
export function transferOf(merchant: Credentials, n: number): Outgoing {
  const who = n % senderCount
  return transferRequest(merchant, merchant.merchant_code, {
    ...exampleTransfer,
    reference: randomUUID(),
    customer_number: `+24381${firstNumber + who}`,
    expected_receiver_name: `Jean ${letters(who)} Mukendi`,
    sender_first_name: `Aimée ${letters(who)}`,
    sender_document_number: `AB${String(who).padStart(7, '0')}`,
  })
}
