// Planted faults: payment links and the payments made by them.
import { each, link, moves, ofLink, payment, set } from './statements.ts'

export const linkFaults = {
  'I-11c': moves(
    'payment_link_move',
    'payment_link',
    'payment_link_id',
    ['ACTIVE', 'used_up', 'EXHAUSTED'],
    'ACTIVE',
  ),
  'I-30': {
    'sold too often': link('max_uses = 0'),
    'one more in the link': link('uses_confirmed = uses_confirmed + 1, max_uses = max_uses + 1'),
    ...each(['PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED'], (status) =>
      payment(status, `payment_link_id = (select min(id) from payment_link)`),
    ),
    'held without a payment': link('uses_held = uses_held + 1'),
    'held by an ended payment': ofLink('holds_link_use = true'),
    'reserved without a payment': link('uses_reserved = uses_reserved + 1, max_uses = max_uses + 1'),
    'not reserved': payment(
      'FAILED',
      `status = 'PENDING', running_operation = gen_random_uuid(), payment_link_id = (select min(id) from payment_link)`,
    ),
  },
  'I-30c': {
    'more paid than its payments': link('paid_minor = paid_minor + 1'),
    'more under way than its payments': link('running_minor = running_minor + 1'),
    'open though it is paid': link(
      `kind = 'parts', status = 'ACTIVE', amount_minor = paid_minor, min_minor = 1, max_uses = null`,
    ),
    'closed though it is not paid': link(
      `kind = 'parts', status = 'EXHAUSTED', amount_minor = paid_minor + 50000, min_minor = 1, max_uses = null`,
    ),
  },
  'I-30b': {
    'one too many is counted': set('link_visitor', 'true', 'charges_under_way = 1'),
    'one is not counted': set(
      'card_transaction',
      'id in (select transaction_id from link_visit)',
      `status = 'PENDING', running_operation = gen_random_uuid()`,
    ),
  },
  'I-35b': each(
    ['merchant_id = 0', `environment = 'production'`, 'amount_minor = amount_minor + 1', `currency = 'CDF'`],
    ofLink,
  ),
}
