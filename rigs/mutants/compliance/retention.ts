// Mutants of retention: what is erased, when, and what must stay.
import { type Mutant, without } from '../mutant.ts'

const caseTests = 'server/admin/retention/retention-of-cases.test.ts'
const tests = 'server/admin/retention/retention.test.ts'

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
      caseTests,
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
    changes: [
      ['retention-transfer-needed', 's.last_seen_at > $1', 'false'],
      ['retention-transfer-needed', 's.at > $1', 'false'],
    ],
    title: 'a person who came back later',
  },
  {
    ...without(
      'retention: renewed documents',
      ['retention-transfer-needed', 's.at > $1', 'false'],
      'the history of a customer disappears once the document is renewed',
      tests,
    ),
    title: 'a renewed document',
  },
  {
    ...without(
      'retention: later case of the person',
      ['retention-case-person', "(later.state <> 'CLOSED' or later.closed_at > $1)", 'later.id is null'],
      'an officer does not see what was found about the person earlier',
      caseTests,
    ),
    title: 'a closed case is kept while',
  },
  {
    ...without(
      'retention: person of a case who came back',
      ['retention-case-person', 's.at > $1', 'false'],
      'a case is erased during the relationship with its person',
      caseTests,
    ),
    title: 'the last transfer of its person',
  },
  {
    ...without(
      'retention: closed cases only',
      ['retention-closed-cases', "c.state = 'CLOSED' and c.closed_at <= $1", 'c.opened_at <= $1'],
      'an investigation that lasts loses its person',
      caseTests,
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
      'retention: closed disputes only',
      [
        'retention-closed-disputes',
        "d.state in ('WON', 'LOST', 'ACCEPTED') and d.closed_at <= $1",
        'd.created_at <= $1',
      ],
      'the evidence of an open dispute is erased',
      caseTests,
    ),
    title: 'the evidence of a dispute',
  },
  {
    ...without(
      'retention: disputes with an open exception',
      ['retention-closed-disputes', 'and e.closed_at is null', 'and false'],
      'evidence is erased that an admin still has to look at',
      caseTests,
    ),
    title: 'the evidence of a dispute',
  },
  {
    ...without(
      'retention: closed dispute exceptions only',
      ['retention-closed-exceptions', 'e.closed_at is not null and e.closed_at <= $1', 'e.opened_at <= $1'],
      'an exception that nobody has closed disappears',
      caseTests,
    ),
    title: 'the evidence of a dispute',
  },
  {
    ...without(
      'retention: decided bank lines only',
      [
        'retention-decided-lines',
        "l.state in ('MATCHED', 'WRITTEN_OFF') and l.decided_at <= $1",
        '$1::timestamptz is not null',
      ],
      'the text of a bank line is erased before anybody could match it',
      caseTests,
    ),
    title: 'the texts of a bank line',
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
