// The smallest damage to a healthy database that each invariant has to tell of, by what is wrong then. One fault for each
// thing an invariant looks at: a half of it that cannot fail would hide behind the other.

const one = (table: string, where: string) =>
  `ctid = (select ctid from ${table} where ${where} order by ctid limit 1)`
const set = (table: string, where: string, changes: string) =>
  `update ${table} set ${changes} where ${one(table, where)}`
const lose = (table: string, where: string) => `delete from ${table} where ${one(table, where)}`
/** What tells a repeated row from the first, where that is no number called `id`. */
const keys: Readonly<Record<string, string>> = {
  audit_log: `'seq', 0`,
  blacklisted_number: `'msisdn', '1'`,
  operation: `'id', gen_random_uuid()`,
}
/** A row once more, under another key and but for these columns: `'currency', 'EUR'`. */
const repeat = (table: string, where: string, ...changes: readonly string[]) =>
  `insert into ${table} select (jsonb_populate_record(x, jsonb_build_object(${[keys[table] ?? `'id', 0`, ...changes].join()}))).*
     from ${table} x where x.${one(table, where)}`

const payment = (status: string, changes: string) => set('card_transaction', `status = '${status}'`, changes)
const transfer = (status: string, changes: string) => set('transfer', `status = '${status}'`, changes)
const foreign = (changes: string) => set('transfer', 'rate_as_of is not null', changes)
const call = (kind: string, changes: string) =>
  set('operation', `kind = '${kind}' and state = 'confirmed'`, changes)
const news = (type: string, changes: string) => set('webhook_event', `event_type = '${type}'`, changes)
const link = (changes: string) => set('payment_link', 'uses_confirmed = 1', changes)
const ofLink = (changes: string) => set('card_transaction', 'payment_link_id is not null', changes)
const line = (of: string, kind: string, changes: string) =>
  set('wallet_entry', `transfer_id = (${of}) and kind = '${kind}'`, changes)
const told = (field: string, value: string) =>
  `body = jsonb_set(body::jsonb, '{${field}}', '"${value}"')::text`
const thePayment = (status: string) => `select min(id) from card_transaction where status = '${status}'`
const the = (status: string) => `select min(id) from transfer where status = '${status}'`
const onItsWay = set('transfer', `id = (${the('Successful')})`, `status = 'Submitted'`)
const booked = (code: string, changes = 'amount_minor = amount_minor + 1') =>
  set('ledger_entry', `account_id in (select id from ledger_account where code = '${code}')`, changes)
const account = (code: string, changes: string) => set('ledger_account', `code = '${code}'`, changes)
/** A row of the audit log that says what nobody has done. */
const said = (action: string) => repeat('audit_log', 'true', `'action', '${action}'`)

const moves = (
  move: string,
  thing: string,
  id: string,
  [from, event, to]: readonly string[],
  other: string,
) => {
  const where = `from_status = '${from}' and to_status = '${to}'`
  return {
    'a move that is not allowed': set(move, where, `event = 'wished'`),
    'a move written twice': repeat(move, where),
    'another end than the last move': set(
      thing,
      `id in (select ${id} from ${move} where event = '${event}')`,
      `status = '${other}'`,
    ),
    'no move at all': `delete from ${move} where ${id} = (select max(${id}) from ${move})`,
  }
}

/** A settlement like the first, but for these columns, and a transfer that is in it. */
const settled = (mark: string, status: string, changes: string) =>
  `with other as (${repeat('settlement', 'true', changes)}) ${transfer(status, `${mark} = 0`)}`
const unsettled = (mark: string, status: string) => ({
  [`${status}, in none`]: transfer(status, `${mark} = null`),
  [`${status}, in an open one`]: settled(mark, status, `'closed_at', null`),
  [`${status}, in one of another merchant`]: settled(mark, status, `'merchant_id', 0`),
  [`${status}, in one of another environment`]: settled(mark, status, `'environment', 'production'`),
})

/** A wallet of its own below zero, and a ledger that says the same. */
const overdrawn = (which: string) =>
  `with a as (${repeat('ledger_account', `code = 'wallet_${which}'`, `'merchant_id', 0`)}),
        e as (${repeat('ledger_entry', 'true', `'account_id', 0, 'amount_minor', 1`)})
   ${repeat('wallet', 'true', `'merchant_id', 0, 'available_minor', 0, 'reserved_minor', 0, '${which}_minor', -1`)}`

const owed = (code: string, part: string) => ({
  'a cent more in the ledger': booked(code),
  'a cent more in a payment': payment('SUCCESS', `${part} = ${part} + 1`),
  'another currency': account(code, `currency = 'EUR'`),
  'another environment': account(code, `environment = 'production'`),
  'nothing in the ledger': `delete from ledger_entry where account_id in (select id from ledger_account where code = '${code}')`,
})

const each = <Key extends string>(keys: readonly Key[], fault: (key: Key) => string) =>
  Object.fromEntries(keys.map((key) => [key, fault(key)]))

/** What people did, with a row less or more than the audit log tells of. */
const acts = {
  'refund.requested': lose('card_refund', 'true'),
  'void.requested': lose('card_void', 'true'),
  'transfer.released': lose('transfer_review', `decision = 'released'`),
  'transfer.rejected': lose('transfer_review', `decision = 'rejected'`),
  'transfer.reversal_requested': lose('transfer_reversal', 'true'),
  'adjustment.requested': repeat('wallet_adjustment', 'true', `'state', 'PENDING'`),
  'adjustment.approved': set('wallet_adjustment', `state = 'APPROVED'`, `state = 'PENDING'`),
  'wallet.topped_up': lose('wallet_entry', `posting_key like 'topup:admin:MSL%'`),
  'adjustment.rejected': set('wallet_adjustment', `state = 'REJECTED'`, `state = 'PENDING'`),
  'exception.closed': `insert into transfer_exception (id, state) values (0, 'closed')`,
  'rates.approved': set('rate_snapshot', 'true', `approved_by = 'amina'`),
  'alert.closed': 'insert into screening_alert (id, closed_at) values (0, now())',
  'merchant.go_live_rejected': `insert into go_live_request (id, state) values (0, 'REJECTED')`,
} as const
const standing = {
  suspended: set('merchant', 'true', `status = 'suspended'`),
  paused: `insert into lane_pause (lane) values ('cards')`,
  blacklisted: repeat('blacklisted_number', 'true', `'added_by', 'amina'`),
  live: `insert into go_live_request (id, state) values (0, 'APPROVED')`,
}
const settings = [
  'merchant.suspended', 'merchant.resumed', 'operator.paused', 'operator.resumed', 'blacklist.added',
  'blacklist.removed', 'merchant.go_live_approved', 'merchant.go_live_vouched',
] as const // biome-ignore format: as long as its lines

export const faults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'I-01': {
    'more than its refunds': payment('PARTIALLY_REFUNDED', 'refunded_minor = refunded_minor + 1'),
    'a refund that failed': set('card_refund', 'true', `status = 'FAILED'`),
    'more than was paid': `with more as (${set('card_refund', `transaction_id = (${thePayment('REFUNDED')})`, 'amount_minor = amount_minor + 1')}) ${set('card_transaction', `id = (${thePayment('REFUNDED')})`, 'refunded_minor = refunded_minor + 1')}`,
  },
  'I-02': {
    'all, and not REFUNDED': payment('REFUNDED', `status = 'SUCCESS'`),
    'a part, and not PARTIALLY_REFUNDED': payment('PARTIALLY_REFUNDED', `status = 'SUCCESS'`),
    'nothing, and REFUNDED': payment('SUCCESS', `status = 'REFUNDED'`),
    'nothing, and PARTIALLY_REFUNDED': payment('SUCCESS', `status = 'PARTIALLY_REFUNDED'`),
  },
  'I-03': {
    'put aside for nothing': payment('SUCCESS', 'refund_reserved_minor = 1'),
    'nothing put aside': set('card_refund', 'true', `status = 'PENDING'`),
  },
  'I-04': each(['refunded_minor', 'refund_reserved_minor'], (part) => payment('VOIDED', `${part} = 1`)),
  'I-05': {
    twice: repeat('operation', `kind = 'void'`),
    'not said': payment('VOIDED', `status = 'SUCCESS'`),
    'said, and not done': call('void', `state = 'declined'`),
  },
  'I-07': {
    'no charge': lose('operation', `kind = 'charge' and state = 'confirmed'`),
    'one that was refused': call('charge', `state = 'declined'`),
    two: repeat('operation', `kind = 'charge' and state = 'confirmed'`),
    'another amount': call('charge', 'amount_minor = amount_minor + 1'),
    'another currency': call('charge', `currency = 'EUR'`),
    'taken back': repeat('operation', `kind = 'charge' and state = 'confirmed'`, `'kind', 'undo', 'undoes', x.id`),
    ...each(['PARTIALLY_REFUNDED', 'REFUNDED'], (status) => lose('operation', `kind = 'charge' and card_transaction_id = (${thePayment(status)})`)),
  },
  'I-08': each(['sent', 'unknown', 'confirmed'], (state) => repeat('operation', `kind = 'charge' and state = 'confirmed'`, `'state', '${state}'`)),
  'I-10': { twice: repeat('operation', 'true') },
  'I-11a': {
    ...moves('card_transaction_move', 'card_transaction', 'transaction_id', ['PENDING', 'charged', 'SUCCESS'], 'FAILED'),
    'no first move': lose('card_transaction_move', `from_status = 'PENDING' and transaction_id = (${thePayment('VOIDED')})`),
    'no move between': lose('card_transaction_move', `from_status = 'SUCCESS' and event = 'refunded_in_part' and transaction_id in (select id from card_transaction where status = 'REFUNDED')`),
  },
  'I-11b': {
    ...moves('transfer_move', 'transfer', 'transfer_id', ['Submitted', 'paid', 'Successful'], 'Submitted'),
    'no first move': lose('transfer_move', `event = 'paid' and transfer_id = (${the('Reversed')})`),
  },
  'I-11c': moves('payment_link_move', 'payment_link', 'payment_link_id', ['ACTIVE', 'used_up', 'EXHAUSTED'], 'ACTIVE'),
  'I-12': { waits: payment('CANCELLED', `status = 'PENDING'`) },
  'I-13': {
    ...each(['intent', 'sent', 'unknown', 'undoing'], (state) => set('operation', 'true', `state = '${state}'`)),
    'a payment that is held': payment('FAILED', 'running_operation = (select id from operation limit 1)'),
    'a callback that waits': set('operator_callback', 'true', `state = 'new'`),
    'a webhook that waits': set('webhook_event', 'true', `state = 'PENDING'`),
  },
  'I-13b': each(['confirmed', 'declined', 'undone'], (state) => `with ended as (${call('charge', `state = '${state}'`)} returning id, card_transaction_id)
    update card_transaction t set running_operation = e.id from ended e where t.id = e.card_transaction_id`),
  'I-13c': Object.fromEntries(['refund', 'void'].flatMap((kind) => [
    [`a ${kind} that failed`, set(`card_${kind}`, `status = 'SUCCESS'`, `status = 'FAILED'`)],
    [`a ${kind} that waits`, set(`card_${kind}`, `status = 'SUCCESS'`, `status = 'PENDING'`)],
    ...['sent', 'unknown', 'declined', 'undone'].map((state) => [`the call of a ${kind} is ${state}`, call(kind, `state = '${state}'`)]),
  ])),
  'I-14': {
    ...each(['SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED', 'FAILED', 'CANCELLED'], (status) =>
      lose('webhook_event', `event_type = 'PAYMENT' and subject in (select 'card:' || id from card_transaction where status = '${status}')`)),
    ...each(['Successful', 'Failed', 'Reversed'], (status) => lose('webhook_event', `event_type = 'REMITTANCE' and dedupe_key like '%:${status}'`)),
  },
  'I-15': { twice: repeat('webhook_event', 'true') },
  'I-16': Object.fromEntries(['refund', 'void'].flatMap((kind) => [
    [`a ${kind} nobody was told of`, lose('webhook_event', `dedupe_key like '${kind}:%'`)],
    [`a ${kind} that was to be kept quiet`, set(`card_${kind}`, 'notify_merchant', 'notify_merchant = false')],
    [`a ${kind} that failed`, set(`card_${kind}`, 'notify_merchant', `status = 'FAILED'`)],
  ])),
  'I-17': {
    forgotten: set('webhook_event', 'true', `state = 'PENDING', next_attempt_at = created_at`),
    'claimed by nobody': set('webhook_event', 'true', `state = 'PENDING', next_attempt_at = 'infinity', lease_until = created_at`),
  },
  'I-19': { 'two outcomes': repeat('webhook_event', `event_type = 'PAYMENT'`, `'body', jsonb_set(body::jsonb, '{status}', '"MAYBE"')::text`) },
  'I-19b': {
    'paid, told FAILED': news('PAYMENT', told('status', 'FAILED')),
    'paid, told nothing': news('PAYMENT', `body = (body::jsonb - 'status')::text`),
    ...each(['SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED'], (status) => payment(status, `status = 'FAILED'`)),
    ...each(['FAILED', 'CANCELLED'], (status) => payment(status, `status = 'SUCCESS'`)),
    'told before its end': payment('FAILED', `status = 'PENDING'`),
  },
  'I-19c': {
    'under another key': news('REMITTANCE', `dedupe_key = dedupe_key || '?'`),
    ...each(['reference', 'status'], (field) => news('REMITTANCE', told(field, 'other'))),
    ...each(['receiver_amount', 'amount'], (field) => news('REMITTANCE', told(field, '0.01'))),
    'an end that never was': news('REMITTANCE', `${told('status', 'Hold')}, dedupe_key = regexp_replace(dedupe_key, '[^:]+$', 'Hold')`),
  },
  'I-19d': {
    ...each(['PAYMENT', 'REFUND', 'VOID'], (type) => news(type, told('amount', '0.01'))),
    'another total': news('REFUND', told('refunded_total', '0.01')),
    'no amount': news('PAYMENT', `body = (body::jsonb - 'amount')::text`),
    'another currency': news('PAYMENT', told('currency', 'EUR')),
  },
  'I-20': {
    'a cent too much': booked('gateway_receivable'),
    'a currency on one side': booked('gateway_receivable', `currency = 'EUR'`),
  },
  'I-21': {
    'available, a cent more': set('wallet', 'true', 'available_minor = available_minor + 1'),
    'reserved, a cent more': set('wallet', 'true', 'reserved_minor = reserved_minor + 1'),
    ...each(['wallet_available', 'wallet_reserved'], (code) => booked(code)),
    'available, below zero': overdrawn('available'),
    'reserved, below zero': overdrawn('reserved'),
  },
  'I-21b': {
    'another balance than its history': set('wallet', 'true', 'available_minor = available_minor + 1'),
    'no history': 'delete from wallet_entry',
    'another balance in a line': set('wallet_entry', 'true', 'balance_after_minor = balance_after_minor + 1'),
  },
  'I-22': {
    'put aside for nothing': set('wallet', 'true', 'reserved_minor = reserved_minor + 1'),
    'nothing put aside': onItsWay,
  },
  'I-23': {
    ...each(['Successful', 'Reversed', 'Failed'], (status) => line(the(status), 'RELEASE', 'amount_minor = amount_minor + 1')),
    'held, and taken': `update wallet_entry set transfer_id = (${the('Hold')}) where transfer_id = (${the('Failed')})`,
    'never put aside': line(the('Successful'), 'RESERVE', `kind = 'FEE'`),
    'never put aside, and reversed': line(the('Reversed'), 'RESERVE', `kind = 'FEE'`),
    'not spent': line(the('Successful'), 'DEBIT', `kind = 'FEE'`),
    'spent, and failed': line(the('Failed'), 'RELEASE', `kind = 'DEBIT'`),
    'not given back': line(the('Reversed'), 'REVERSAL', `kind = 'FEE'`),
    'given back, and successful': line(the('Successful'), 'RELEASE', `kind = 'REVERSAL'`),
    'on its way, and nothing taken': `with back as (delete from wallet_entry where transfer_id = (${the('Successful')}) and kind in ('DEBIT', 'FEE')) ${onItsWay}`,
    'on its way, and never put aside': `with otherwise as (update wallet_entry set kind = 'FEE' where transfer_id = (${the('Successful')})) ${onItsWay}`,
  },
  'I-24': {
    'two payouts': repeat('operation', `kind = 'payout' and state = 'declined'`),
    'successful without': lose('operation', `kind = 'payout' and transfer_id = (${the('Successful')})`),
    'reversed without': lose('operation', `kind = 'payout' and transfer_id = (${the('Reversed')})`),
    'on its way without': `with gone as (delete from operation where transfer_id = (${the('Successful')})) ${onItsWay}`,
    'one for a held transfer': repeat('operation', `kind = 'payout'`, `'transfer_id', (${the('Hold')})`),
    'successful, under way': set('operation', `transfer_id = (${the('Successful')})`, `state = 'undoing'`),
    ...Object.fromEntries(['Failed', 'Reversed'].flatMap((status) => ['intent', 'sent', 'unknown'].map((state) => [
      `${status}, ${state}`, set('operation', `kind = 'payout' and transfer_id = (${the(status)})`, `state = '${state}'`),
    ]))),
    'on its way, ended': onItsWay,
  },
  'I-27': { twice: repeat('transfer', 'true') },
  'I-28': {
    'too old': foreign(`rate_as_of = created_at - interval '13 hours'`),
    'not there yet': foreign(`rate_as_of = created_at + interval '2 minutes'`),
    unknown: foreign('rate_as_of = null'),
    'too old when it was released': set('transfer', `id in (select transfer_id from transfer_review where decision = 'released')`, `created_at = created_at - interval '1 day', rate_as_of = rate_as_of - interval '1 day'`),
  },
  'I-28b': {
    'a cent more': transfer('Successful', 'receiver_minor = receiver_minor + 1'),
    'no rate': transfer('Successful', 'rate_micros = null'),
    'dollars with the time of a rate': set('transfer', `currency = 'USD'`, 'rate_as_of = created_at'),
    'a rate without its time': foreign('rate_as_of = null'),
    'dollars at another rate': set('transfer', `currency = 'USD'`, 'rate_micros = 2000000, receiver_minor = amount_hundredths / 2'),
  },
  'I-28c': {
    'another rate': foreign('rate_micros = rate_micros + 1'),
    'another time': foreign(`rate_as_of = rate_as_of + interval '1 second'`),
    'another source': foreign(`rate_source = 'hearsay'`),
    'one that was set aside': `update rate_snapshot set state = 'QUARANTINED'`,
  },
  'I-29': { twice: repeat('transfer_event', `kind like 'wallet.%'`) },
  'I-30': {
    'sold too often': link('max_uses = 0'),
    'one more in the link': link('uses_confirmed = uses_confirmed + 1, max_uses = max_uses + 1'),
    ...each(['PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED'], (status) => payment(status, `payment_link_id = (select min(id) from payment_link)`)),
    'put aside for nobody': link('uses_reserved = uses_reserved + 1, max_uses = max_uses + 1'),
    'not put aside': payment('FAILED', `status = 'PENDING', running_operation = gen_random_uuid(), payment_link_id = (select min(id) from payment_link)`),
  },
  'I-30b': {
    'one more is counted': set('link_visitor', 'true', 'charges_under_way = 1'),
    'one is not counted': set('card_transaction', 'id in (select transaction_id from link_visit)', `status = 'PENDING', running_operation = gen_random_uuid()`),
  },
  'I-31': {
    ...each(['commission_minor', 'merchant_minor', 'bank_commission_minor', 'service_commission_minor'], (part) => payment('SUCCESS', `${part} = ${part} + 1`)),
    'no part of the merchant': payment('SUCCESS', 'merchant_minor = null'),
    'no part of the bank': payment('SUCCESS', 'bank_commission_minor = null'),
  },
  'I-31b': {
    'another share': payment('SUCCESS', 'commission_minor = commission_minor + 1'),
    'another rate': payment('SUCCESS', 'commission_rate_bp = commission_rate_bp + 100, commission_minor = (amount_minor * (commission_rate_bp + 100) + 5000) / 10000'),
    'another share of the bank': payment('SUCCESS', 'bank_commission_minor = bank_commission_minor + 1'),
    'the bank beyond the commission': `with all_of_it as (update merchant set bank_rate_bp = 10000) update card_transaction set bank_commission_minor = (amount_minor * 10000 + 5000) / 10000`,
  },
  'I-32': {
    'no first row': lose('audit_log', 'seq = 1'),
    'a row less': lose('audit_log', 'seq = 2'),
    'no last row': lose('audit_log', 'seq = (select max(seq) from audit_log)'),
    'no row': 'delete from audit_log',
    'a number left out': `with head as (update audit_head set seq = seq + 1) ${set('audit_log', 'seq = (select max(seq) from audit_log)', 'seq = seq + 1')}`,
    'another row before': set('audit_log', 'seq = 2', 'previous_hash = hash'),
    'another end': 'update audit_head set seq = seq + 1',
    'no end': 'delete from audit_head',
  },
  'I-33': {
    ...Object.fromEntries(Object.entries(acts).map(([act, fault]) => [`${act}, done`, fault])),
    ...Object.fromEntries(Object.keys(acts).map((act) => [`${act}, told`, said(act)])),
  },
  'I-33b': { ...standing, ...each(settings, said) },
  'I-34': Object.fromEntries(['PAYMENT', 'REMITTANCE'].flatMap((type) => [
    [`${type} of another merchant`, news(type, 'merchant_id = 0')],
    [`${type} of another environment`, news(type, `environment = 'production'`)],
  ])),
  'I-35': each(['card_transaction', 'transfer', 'payment_link'], (table) => set(table, 'true', `environment = 'production'`)),
  'I-35b': each(['merchant_id = 0', `environment = 'production'`, 'amount_minor = amount_minor + 1', `currency = 'CDF'`], ofLink),
  'I-36': {
    ...owed('gateway_receivable', 'amount_minor'),
    'a cent less given back': payment('PARTIALLY_REFUNDED', 'refunded_minor = refunded_minor - 1'),
    'no payments': 'delete from card_transaction',
  },
  'I-36b': {
    ...owed('merchant_payable', 'merchant_minor'),
    'another merchant': account('merchant_payable', 'merchant_id = 0'),
    'a cent less given back': payment('PARTIALLY_REFUNDED', 'refunded_minor = refunded_minor - 1'),
  },
  'I-36c': owed('bank_commission', 'bank_commission_minor'),
  'I-36d': owed('service_commission', 'service_commission_minor'),
  'I-37': {
    'a cent more spent': booked('operator_float'),
    'a cent more arrived': transfer('Successful', 'receiver_minor = receiver_minor + 1'),
    'another environment': account('operator_float', `environment = 'production'`),
    'taken back, and spent': transfer('Reversed', `status = 'Successful'`),
    'nothing arrived': 'delete from transfer',
    'nothing spent': `delete from ledger_account where code = 'operator_float'`,
  },
  'I-38': each(['SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED'], (status) => set('operation', `kind = 'charge' and card_transaction_id = (${thePayment(status)})`, `state = 'undone'`)),
  'I-39': {
    'a cent more': transfer('Successful', 'fee_minor = fee_minor + 1'),
    'no fee': transfer('Successful', 'fee_minor = null'),
    'another agreement': set('merchant', 'remittance_fee_fixed_minor > 0', 'remittance_fee_fixed_minor = 0'),
  },
  'I-40': {
    'one more': set('settlement', 'true', 'count = count + 1'),
    'a cent more': set('settlement', 'true', 'net_minor = net_minor + 1, gross_minor = gross_minor + 1'),
    'a cent more of fees': set('settlement', 'true', 'fee_minor = fee_minor + 1, gross_minor = gross_minor + 1'),
    'another sum': set('settlement', 'true', 'gross_minor = gross_minor + 1'),
    'paid in none': transfer('Successful', 'settlement_id = null'),
    'taken back in none': transfer('Reversed', 'reversal_settlement_id = null'),
  },
  'I-40b': {
    ...unsettled('settlement_id', 'Successful'),
    'Reversed, paid in none': transfer('Reversed', 'settlement_id = null'),
    ...unsettled('reversal_settlement_id', 'Reversed'),
  },
  'I-41': {
    'a dollar too much': set('audit_log', `action = 'wallet.topped_up'`, `detail = jsonb_set(detail::jsonb, '{amount}', '"10001.00"')::text`),
    'by another token': `with more as (${set('audit_log', `action = 'wallet.topped_up'`, `detail = jsonb_set(detail::jsonb, '{amount}', '"9999.00"')::text`)})
      ${repeat('audit_log', `action = 'wallet.topped_up'`, `'actor', 'phone@amina'`)}`,
  },
  'I-41b': {
    'another amount': set('wallet_top_up', 'true', 'amount_minor = amount_minor + 1'),
    'another merchant': set('wallet_top_up', 'true', 'merchant_id = 0'),
    'another environment': set('wallet_top_up', 'true', `environment = 'production'`),
    'nothing booked': lose('wallet_entry', `posting_key like 'topup:admin:MSL%'`),
    'not counted': repeat('wallet_entry', `posting_key like 'topup:admin:MSL%'`, `'posting_key', 'topup:admin:MSL-0'`),
  },
  'I-42': {
    'not booked': lose('wallet_entry', `posting_key like 'adjustment:%'`),
    'booked twice': repeat('wallet_entry', `posting_key like 'adjustment:%'`),
    'booked though rejected': set('wallet_adjustment', `state = 'APPROVED'`, `state = 'REJECTED'`),
    'another amount': set('wallet_adjustment', `state = 'APPROVED'`, 'amount_minor = amount_minor + 1'),
    'another kind': set('wallet_adjustment', `state = 'APPROVED' and kind = 'TOPUP'`, `kind = 'ADJUSTMENT'`),
    'by one person': set('wallet_adjustment', `state = 'APPROVED'`, 'decided_owner = requested_owner'),
  },
  'I-43': {
    'booked as well': set('wallet_top_up_request', 'true', `posting_key = (select min(posting_key) from wallet_top_up)`),
  },
  'L-4': each(['intent', 'sent', 'unknown'], (state) => set('operation', 'true', `state = '${state}', lease_until = created_at, next_check_at = created_at`)),
} // biome-ignore format: a fault a line
