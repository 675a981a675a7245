// Planted faults: references, outcomes and leases of operations, and the separation of environments.
import { each, payment, repeat, set } from './statements.ts'

export const operationFaults = {
  'I-10': { twice: repeat('operation', 'true') },
  'I-13': {
    ...each(['intent', 'sent', 'unknown', 'undoing'], (state) =>
      set('operation', 'true', `state = '${state}'`),
    ),
    'a payment that is held': payment('FAILED', 'running_operation = (select id from operation limit 1)'),
    'a refund request of a payment that was refunded otherwise': set(
      'refund_request',
      `transaction_id in (select id from card_transaction where status = 'REFUNDED')`,
      `state = 'WAITING'`,
    ),
    ...each(['CHECKING', 'CONFIRMED', 'RUNNING'], (state) => set('batch', 'true', `state = '${state}'`)),
    'a row of a batch that is being sent': set('batch_row', 'true', `state = 'SENDING'`),
    'a pending callback': set('operator_callback', 'true', `state = 'new'`),
    'a pending webhook': set('webhook_event', 'true', `state = 'PENDING'`),
  },
  'I-35': each(['card_transaction', 'transfer', 'payment_link'], (table) =>
    set(table, 'true', `environment = 'production'`),
  ),
  'L-4': each(['intent', 'sent', 'unknown'], (state) =>
    set('operation', 'true', `state = '${state}', lease_until = created_at, next_check_at = created_at`),
  ),
}
