// Mutants of retention: what is erased, when, and what must stay.
import { type Mutant, without } from '../mutant.ts'

const tests = 'server/retention/retention.test.ts'

export const retention: readonly Mutant[] = [
  without(
    'retention: cut-off',
    ['retention-cutoff', '24 * days', '24 * (days - 1)'],
    'people are erased before the law allows it',
    tests,
  ),
  {
    ...without(
      'retention: transfers of a case',
      [
        'retention-transfer-needed',
        'i.transfer_id = t.id and c.erased_at is null',
        'i.transfer_id = t.id and false',
      ],
      'a declaration of suspicion refers to a transfer of nobody',
      tests,
    ),
    title: 'a closed case',
  },
  {
    ...without(
      'retention: persons who came back',
      ['retention-transfer-needed', 's.last_seen_at > $1', 'false'],
      'the history of a customer disappears during the relationship',
      tests,
    ),
    title: 'a person who came back',
  },
  {
    ...without(
      'retention: closed cases only',
      ['retention-closed-cases', "c.state = 'CLOSED' and c.closed_at <= $1", 'c.opened_at <= $1'],
      'an investigation that lasts loses its person',
      tests,
    ),
    title: 'an open case',
  },
  {
    ...without(
      'retention: applied callbacks only',
      ['retention-applied-callbacks', "b.state <> 'new' and", ''],
      'the outcome of a payout is deleted before it was applied',
      tests,
    ),
    title: 'callbacks',
  },
  {
    ...without(
      'retention: ended payments only',
      ['retention-payment-needed', 't.finalised_at <= $1', 't.created_at <= $1'],
      'the payer of a payment in progress is erased',
      tests,
    ),
    title: 'the payer of',
  },
  {
    ...without(
      'retention: ended webhooks only',
      ['retention-ended-webhooks', "e.state <> 'PENDING' and", ''],
      'a merchant is sent an empty webhook',
      tests,
    ),
    title: 'callbacks',
  },
  {
    ...without(
      'retention: no case of an erased transfer',
      ['no-case-of-erased-transfer', '|| transfer.erased_at', ''],
      'strangers whose transfers were erased share a case',
      tests,
    ),
    title: 'an erased transfer',
  },
]
