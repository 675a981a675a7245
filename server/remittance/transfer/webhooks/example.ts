// The example transfer from which the webhook examples of the API document and of `likuta webhooks send` are rendered,
// by the same code as real ones.
import type { EventTransfer } from './publish.ts'

export const exampleTransferRow: EventTransfer = {
  transaction_id: 'IMT-IN-7K2M9QXA4T3BW8ZC',
  reference: 'T-2041',
  status: 'Successful',
  amount_hundredths: 100n,
  currency: 'USD',
  receiver_minor: 100n,
  operator: 'vodacom',
  customer_number: '243810000001',
  subscriber_name: 'Jean Mukendi',
  telco_reference: 'SIM-VODACOM-1K82PP472YGMXC',
  failure_code: null,
  failure_message: null,
  created_at: Temporal.Instant.from('2026-11-21T09:30:00.118204Z'),
  completed_at: Temporal.Instant.from('2026-11-21T09:30:02.401188Z'),
}
