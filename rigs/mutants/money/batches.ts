// Mutants of batches of transfers: who confirms them, what is sent, and what is never sent twice.
import { type Mutant, without } from '../mutant.ts'

const tests = 'server/remittance/batches/batches.test.ts'
const corrections = 'server/remittance/batches/corrections.test.ts'
const profiles = 'server/remittance/batches/profiles/profiles.test.ts'
const profileChanges = 'server/remittance/batches/profiles/profile-changes.test.ts'
const processing = 'server/remittance/batches/rows.test.ts'

export const batches: readonly Mutant[] = [
  without(
    'batch: archive',
    ['batch-archive', "=== 'PK'", "=== 'no'"],
    'a workbook is refused as if its letters were wrong',
    tests,
  ),
  without(
    'batch: rows at once',
    ['spread-rows', 'if (left > 0)', 'if (left > Infinity)'],
    'a batch sends the rows of a second all at once, and other transfers wait',
    'server/batches/processing/round.test.ts',
  ),
  without(
    'batch: cancelled while its rows are sent',
    ['cancelled-while-sending', 'remove'],
    'a row of a cancelled batch waits for ever',
    'server/remittance/batches/batches.test.ts',
  ),
  without(
    'batch: formula',
    ['batch-formula', '/^[=+@]|^-./', '/^no/'],
    'a file that people open executes what a stranger wrote',
    tests,
  ),
  without(
    'batch: repeated after a correction',
    ['repeated-batch', ', b.uploaded_fingerprint', ''],
    'the file of a corrected batch is paid a second time',
    'server/remittance/batches/corrections.test.ts',
  ),
  without(
    'batch: repeated after a change of a profile',
    ['repeated-batch', 'b.uploaded_fingerprint', 'b.fingerprint'],
    'the same file is paid a second time because an address was corrected',
    'server/remittance/batches/profiles/profiles.test.ts',
  ),
  without(
    'batch: amount that could be two',
    ['batch-ambiguous-amount', 'amount || !fields.amount', 'true'],
    'a thousand that a person wrote is paid as one',
    tests,
  ),
  without(
    'batch: transfer of somebody else',
    ['foreign-transfer-of-row', 'when o.is_reference_used then null', 'when false then null'],
    'a row that was refused shows another transfer as its own payment',
    'server/remittance/batches/rows.test.ts',
  ),
  without(
    'batch: reference twice',
    ['batch-reference-twice', 'before !== undefined', 'before === -1'],
    'two rows are one transfer, and one of the people is not paid',
    tests,
  ),
  without(
    'batch: same rows',
    ['repeated-batch', 'array[b.fingerprint, b.uploaded_fingerprint] && $3', "array['\\\\x00'::bytea] && $3"],
    'the same file twice pays everybody twice',
    tests,
  ),
  without(
    'batch: confirmed by a person',
    ['batch-confirmed-by-person', 'problems.batch_person', 'problems.batch_unknown'],
    'a stolen merchant secret looks as if it could confirm',
    tests,
  ),
  without(
    'batch: state',
    ['batch-state', '!next', 'false'],
    'a batch is confirmed, and its rows are sent, twice',
    tests,
  ),
  {
    ...without(
      'batch: uploader',
      ['batch-uploader', 'id === batch.uploaded_by', "id === 'nobody'"],
      'one person pays whom it wants',
      tests,
    ),
    schema: 'alter table batch drop constraint batch_second_user',
  },
  {
    ...without(
      'batch: corrector',
      ['batch-corrector', 'if (corrector)', 'if (false)'],
      'one person changes a row to its own number and confirms it',
      corrections,
    ),
    schema: 'alter table batch drop constraint batch_other_than_correctors',
  },
  without(
    'batch: corrector recorded',
    ['batch-corrector-recorded', 'correctors || $3::text', 'correctors'],
    'whoever corrected a row confirms it',
    corrections,
  ),
  without(
    'batch: corrected row checked',
    ['corrected-row-checked', "state = 'UNCHECKED'", "state = 'FAULTY'"],
    'a corrected row is never checked, and never paid',
    corrections,
  ),
  without(
    'batch: corrected reference twice',
    ['corrected-reference-twice', '!other', 'true'],
    'two rows are one transfer, and one of the people is not paid',
    corrections,
  ),
  without(
    'batch: corrected rows uploaded before',
    ['corrected-batch-repeated', 'if (same)', 'if (false)'],
    'a file that was corrected to what was paid before pays everybody twice',
    corrections,
  ),
  without(
    'profile: checked',
    ['profile-checked', 'faults.length > 0', 'false'],
    'a sender under age, or a formula, is saved and named by every row',
    profiles,
  ),
  without(
    'profile: owner',
    ['profile-owner', 'p.merchant_id = $1', '$1::bigint is not null'],
    'merchants read each other’s senders and beneficiaries',
    profiles,
  ),
  without(
    'profile: owner of a named one',
    ['named-profile-owner', 'p.merchant_id = $1', '$1::bigint is not null'],
    'a row is filled with the person of another merchant',
    profiles,
  ),
  without(
    'batch: who changed a profile',
    ['batch-profile-changer', '!changed', 'true'],
    'one person changes a saved beneficiary to its own number and confirms the file that names it',
    profileChanges,
  ),
  without(
    'profile: all who changed it',
    ['profile-changer-recorded', 'saved_profile.changers || excluded.changers', 'excluded.changers'],
    'whoever changed a number asks a colleague to mend the address, and confirms',
    profileChanges,
  ),
  without(
    'profile: the version that was confirmed',
    ['profile-confirmed-version', 'p.changed_at = used.changed_at', 'true'],
    'an earlier batch is confirmed after the change, and the changed number with it',
    profileChanges,
  ),
  without(
    'profile: message of a number',
    ['profile-alert', 'before === after', 'before !== after'],
    'no owner learns that files pay another number',
    profileChanges,
  ),
  without(
    'batch: alike row',
    ['alike-rows', 'r.digest = checked.digest or r.alike = checked.alike', 'r.digest = checked.digest'],
    'a payroll is paid a second time because an address was corrected',
    profileChanges,
  ),
  without(
    'profile: fields beside it',
    ['profile-and-fields', 'given.length > 0', 'false'],
    'what a row says about a person is silently replaced',
    profiles,
  ),
  without(
    'profile: audit',
    [
      'profile-audit',
      'audit(sql, secrets, { admin, action, subject: actor.merchantCode, detail, now: clock.now() })',
      '',
    ],
    'whoever takes over an account changes beneficiaries and leaves no trace',
    profiles,
  ),
  without(
    'profile: limit',
    ['profile-limit', 'saved!.is_new &&', 'false &&'],
    'a merchant fills the database with persons that nobody looks after',
    profiles,
  ),
  without(
    'profile: retention',
    ['retention-profiles', '${isProfileDue}', '$1::timestamptz is not null'],
    'profiles that are in use are deleted',
    profiles,
  ),
  without(
    'batch: faulty rows',
    ['batch-faulty-rows', '!skipFaulty', 'false'],
    'people are left out without anybody having said so',
    tests,
  ),
  without(
    'batch: figures',
    ['batch-figures', 'wrong.length > 0', 'wrong.length > 2'],
    'a person confirms another file than it believes',
    tests,
  ),
  without(
    'batch: event',
    [
      'batch-event',
      "await optionalEventUrl(sql, merchantId, 'BATCH')",
      "(await optionalEventUrl(sql, merchantId, 'BATCH')) ?? 'https://shop.example/hook'",
    ],
    'merchants that did not ask for it are sent the event of a batch',
    processing,
  ),
  without(
    'batch: row left by a dead process',
    ['sent-row-marked', "state = 'SENDING' or (", 'false or ('],
    'a row that was being sent when its process died is never paid',
    processing,
  ),
  without(
    'batch: done',
    ['done-batch', 'underWay', 'waiting'],
    'a batch is reported as done while its transfers are under way',
    tests,
  ),
  without(
    'batch: suspended merchant',
    ['suspended-merchant-batch', "merchant.status === 'suspended'", 'false'],
    'a suspended merchant goes on paying',
    processing,
  ),
  without(
    'batch: contradictory outcome',
    ['retried-transfers', "e.state = 'open'", "e.state = 'none'"],
    'a row that may have been paid is sent again',
    processing,
  ),
  without(
    'batch: step-up',
    ['batch-step-up', 'user.hasSecondFactor', '(false as boolean)'],
    'a stolen session confirms a batch',
    processing,
  ),
  without(
    'batch: same rows in another format',
    ['batch-same-rows', 'if (request) return', 'if (request && fields.reference === undefined) return'],
    'a payroll is paid twice because its second file was written in another way',
    tests,
  ),
  without(
    'batch: price as confirmed',
    ['max-debit', 'quote.amount + quote.fee > maxDebit', 'quote.amount + quote.fee < 0n'],
    'a batch debits more than a person confirmed',
    processing,
  ),
  without(
    'batch: row rejected after review',
    ['retried-transfers', "is distinct from 'COMPLIANCE_REJECTED'", "is distinct from ''"],
    'a merchant sends again what a compliance officer rejected',
    processing,
  ),
  without(
    'batch: owner',
    ['batch-owner', 'b.merchant_id = $1', '$1::bigint is not null'],
    'a merchant reads and stops batches of another',
    tests,
  ),
  without(
    'batch: stopped',
    ['stopped-batch', "batch.state === 'RUNNING'", "batch.state !== 'CANCELLED'"],
    'a batch that stopped for want of money goes on paying whoever is next',
    processing,
  ),
  without(
    'batch: money for all that is left',
    ['batch-money', '(await costLeft(db, claimed.id))', '0n'],
    'a batch goes on and stops again with each cent, and its merchant gets a message each time',
    processing,
  ),
  without(
    'batch: number of the attempt',
    ['retried-rows', 'case when f.is_taken then 1 else 0 end', '0'],
    'a row that failed is never paid, because its transfer is the one that failed',
    tests,
  ),
  without('batch: audit', ['batch-audit', 'remove'], 'nobody knows who confirmed a batch', processing),
  without(
    'batch: retention',
    ['retention-batch-rows', ' and ${isDue}', ''],
    'people are erased before the law allows it',
    processing,
  ),
]
