// Planted faults: transfers, and what they take from wallets.
import { unquoted } from '../invariants/invariant.ts'
import { each, foreign, line, lose, moves, onItsWay, repeat, set, the } from './statements.ts'

const ofDecided = `kind = 'hold' and transfer_id in (select transfer_id from transfer_review)`

export const transferFaults = {
  'I-11b': {
    ...moves('transfer_move', 'transfer', 'transfer_id', ['Submitted', 'paid', 'Successful'], 'Submitted'),
    'no first move': lose('transfer_move', `event = 'paid' and transfer_id = (${the('Reversed')})`),
  },
  'I-23': {
    ...each(['Successful', 'Reversed', 'Failed'], (status) =>
      line(the(status), 'RELEASE', 'amount_minor = amount_minor + 1'),
    ),
    'held, and taken': `update wallet_entry set transfer_id = (${the('Hold')}) where transfer_id = (${the('Failed')})`,
    'never reserved': line(the('Successful'), 'RESERVE', `kind = 'FEE'`),
    'never reserved, and reversed': line(the('Reversed'), 'RESERVE', `kind = 'FEE'`),
    'not spent': line(the('Successful'), 'DEBIT', `kind = 'FEE'`),
    'spent, and failed': line(the('Failed'), 'RELEASE', `kind = 'DEBIT'`),
    'not credited back': line(the('Reversed'), 'REVERSAL', `kind = 'FEE'`),
    'credited back, and successful': line(the('Successful'), 'RELEASE', `kind = 'REVERSAL'`),
    'in progress, and nothing taken': `with back as (delete from wallet_entry where transfer_id = (${the('Successful')}) and kind in ('DEBIT', 'FEE')) ${onItsWay}`,
    'in progress, and never reserved': `with otherwise as (update wallet_entry set kind = 'FEE' where transfer_id = (${the('Successful')})) ${onItsWay}`,
  },
  'I-24': {
    'two payouts': repeat('operation', `kind = 'payout' and state = 'declined'`),
    'successful without a payout': lose(
      'operation',
      `kind = 'payout' and transfer_id = (${the('Successful')})`,
    ),
    'reversed without a payout': lose('operation', `kind = 'payout' and transfer_id = (${the('Reversed')})`),
    'in progress without a payout': `with gone as (delete from operation where transfer_id = (${the('Successful')})) ${onItsWay}`,
    'one for a held transfer': repeat('operation', `kind = 'payout'`, `'transfer_id', (${the('Hold')})`),
    'successful with a payout in progress': set(
      'operation',
      `transfer_id = (${the('Successful')})`,
      `state = 'undoing'`,
    ),
    ...Object.fromEntries(
      ['Failed', 'Reversed'].flatMap((status) =>
        ['intent', 'sent', 'unknown'].map((state) => [
          `${status}, ${state}`,
          set('operation', `kind = 'payout' and transfer_id = (${the(status)})`, `state = '${state}'`),
        ]),
      ),
    ),
    'in progress with an ended payout': onItsWay,
  },
  'I-27': { twice: repeat('transfer', 'true') },
  'I-28': {
    'too old': foreign(`rate_as_of = created_at - interval '13 hours'`),
    'from the future': foreign(`rate_as_of = created_at + interval '2 minutes'`),
    unknown: foreign('rate_as_of = null'),
    'too old when it was released': set(
      'transfer',
      `id in (select transfer_id from transfer_review where decision = 'released') and ${unquoted('transfer')}`,
      `created_at = created_at - interval '1 day', rate_as_of = rate_as_of - interval '1 day'`,
    ),
  },
  'I-29': { twice: repeat('transfer_event', `kind like 'wallet.%'`) },
  'I-55': {
    ...each(['amount_minor = amount_minor + 1', 'count = count + 1'], (changes) =>
      set('limit_hour', 'count > 0', changes),
    ),
    'shares of an hour that is missing': lose('limit_hour', 'count > 0'),
    'an hour without shares': `delete from limit_share where key = (select min(key) from limit_share)`,
  },
  'I-55b': {
    ...each(['amount_minor = amount_minor + 1', `at = at + interval '1 second'`], (changes) =>
      set('limit_share', 'true', changes),
    ),
    'no share': lose('limit_share', 'true'),
    ...each(
      ['Failed', 'Reversed'],
      (status) =>
        `insert into limit_share (key, at, transfer_id, amount_minor)
         select limit_subjects[1], created_at, id, limit_minor from transfer where id = (${the(status)})`,
    ),
  },
  'I-55c': {
    'no counterparty': lose('limit_counterparty', 'true'),
    ...each(
      ['last_hour = last_hour - 1000', 'number_key = number_key + 1', 'document_key = document_key + 1'],
      (changes) => set('limit_counterparty', 'true', changes),
    ),
  },
  'I-55d': {
    'a name that nobody confirmed': set('limit_name', 'true', 'name_before = name_key + 1'),
    'the same name again': `insert into limit_name (id, number_key, name_key, at) select id + 1000000, number_key, name_key, at from limit_name limit 1`,
  },
  'I-55e': {
    'no bounds': lose('limit_subject', 'key in (select key from limit_share)'),
    ...each(['day', 'month'], (period) =>
      set('limit_subject', 'key in (select key from limit_share)', `${period} = ${period} - 1`),
    ),
    ...each(['day_amount', 'day_count', 'month_amount', 'month_count'], (bound) =>
      set('limit_subject', 'key in (select key from limit_share)', `${bound} = 0, ${bound}_before = 0`),
    ),
  },
  'I-59': { 'a decided hold in no case': `delete from compliance_case_item where ${ofDecided}` },
  'I-59b': {
    'another state than its history': set('compliance_case', 'true', `state = 'PROPOSED'`),
    'an item that came from nowhere': lose('compliance_case_event', `event = 'item_added'`),
    'an item that is gone': repeat('compliance_case_event', `event = 'item_added'`),
    'a case that nobody opened': lose('compliance_case_event', `event = 'opened'`),
  },
}
