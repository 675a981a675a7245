// Retention over real transfers, cases and payments: what is past its period is erased, whatever is needed stays, and sums do not
// change. No worker runs here; the tests call its work themselves.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Admins,
  adminsOf,
  refusedWith,
  tokens,
  twoAdmins,
} from '../../../test/support/callers/admins.ts'
import { type Transfers, transfersOf, walletAddsUp } from '../../../test/support/callers/transfers.ts'
import { ownedRows } from '../../../test/support/database/owned-rows.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { rescreen } from '../../compliance/ongoing/rescreen.ts'
import { openListScreeners } from '../../compliance/screening/list-screener.ts'
import { retainedKinds } from '../../composition/retention.ts'
import { statement } from '../../platform/database/database.ts'
import { silentLog } from '../../platform/process/log.ts'
import { manualClock } from '../../platform/time/clock.ts'
import { gatherCases } from '../../remittance/cases/gather.ts'
import { openOutcomeApplier } from '../../remittance/payouts/apply-outcome.ts'
import { verifyAudit } from '../audit.ts'
import { continueRetention, cutoffOf, type RetentionNeeds, runRetention } from './run-retention.ts'

let world: World
let transfers: Transfers
let admins: Admins
let needs: RetentionNeeds
const clock = manualClock()
const admin = { name: 'amina', address: 'local', requestId: 'r-1' }
const days = 3_653
beforeAll(async () => {
  world = await openWorld({ clock, role: 'api', settings: twoAdmins })
  transfers = transfersOf(world)
  admins = adminsOf(world)
  const { secrets, settings } = world.system
  needs = { db: world.db, clock, secrets, log: silentLog, kinds: retainedKinds(settings) }
  await world.topUp('100.00')
})
afterAll(() => world.close())

const today = () => clock.now().toZonedDateTimeISO('UTC').toPlainDate()
/** Of a document that is valid now, whatever year the clock says. */
const dates = () => ({
  document_issue_date: today().subtract({ years: 1 }).toString(),
  document_expiration_date: today().add({ years: 5 }).toString(),
})
let persons = 0
/** A transfer between two persons that no other test has used, which has ended. */
async function ended(overrides: Record<string, unknown> = {}) {
  persons += 1
  const facts: Record<string, unknown> = {
    sender_first_name: 'Aimée',
    sender_last_name: `Ngalula ${'abcdefghijklmnopqrstuvwxyz'[persons % 26]}${'abcdefghijklmnopqrstuvwxyz'[Math.floor(persons / 26)]}`,
    sender_document_number: `AB${100_000 + persons}`,
    ...dates(),
    sender_birthdate: today().subtract({ years: 60 }).add({ days: persons }).toString(),
    receiver_birthdate: today().subtract({ years: 50 }).add({ days: persons }).toString(),
    receiver_document_number: `RC${100_000 + persons}`,
    ...overrides,
  }
  const sent = await transfers.accepted(facts)
  const [payout] = await world.db.rows(claimPayout, [sent.transaction_id])
  const apply = openOutcomeApplier({ db: world.db, clock, log: silentLog })
  const outcome = { kind: 'succeeded', upstreamId: `up-${persons}` } as const
  await apply({ ...payout!, outcome, source: 'inquiry' })
  await follow()
  return { ...sent, facts }
}
/** Claims a payout, so that an outcome can be applied without an operator. */
const claimPayout = statement<{ operation: string; transfer: bigint }>(
  'test_claim_payout',
  `update operation o set state = 'sent' from transfer t
    where t.transaction_id = $1 and o.transfer_id = t.id returning o.id as operation, t.id as transfer`,
)
/** Assigns screenings to persons, as the worker of ongoing screening does. */
async function follow(): Promise<void> {
  const { db, system } = world
  const screening = {
    db,
    secrets: system.secrets,
    log: silentLog,
    ...openListScreeners({ db, log: silentLog }),
  }
  const following = { ...screening, clock, environments: ['sandbox'] as const, relationshipDays: 365 }
  while (await rescreen(following));
}
const readTransfer = statement<{
  erased: boolean
  customer_number: string
  subscriber_name: string | null
  response: string
}>(
  'test_read_transfer',
  `select erased_at is not null as erased, customer_number, subscriber_name, first_response as response from transfer where transaction_id = $1`,
)
const isErased = async (transactionId: string) =>
  (await world.db.rows(readTransfer, [transactionId]))[0]!.erased
const run = () => runRetention(needs, admin)
const setEnd = statement(
  'test_set_end_of_transfer',
  `with changed as (update transfer set completed_at = $2, created_at = $2 where transaction_id = $1 returning id),
   shares as (update limit_share s set at = $2 from changed where s.transfer_id = changed.id)
   update screened_person s set last_seen_at = $2 from changed, screened_party p
    where p.subject = 'transfer:' || changed.id and s.id = p.screened_person_id`,
)
/** No worker delivers webhooks here. */
const endWebhooks = statement(
  'test_end_webhooks',
  `update webhook_event set state = 'DEAD', next_attempt_at = null, finished_at = now() where state = 'PENDING'`,
)
const ledgerSum = statement<{ sum: bigint; entries: bigint }>(
  'test_ledger_sum',
  'select sum(amount_minor)::bigint as sum, count(*) as entries from ledger_entry',
)

test('the cut-off is the period before now, to the microsecond', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 90, max: 36_530 }),
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      (period, us) => {
        const now = Temporal.Instant.fromEpochNanoseconds(4_000_000_000_000_000_000n + us * 1_000n)
        const cutoff = cutoffOf({ days: period }, now)
        return now.epochNanoseconds - cutoff.epochNanoseconds === BigInt(period) * 86_400_000_000_000n
      },
    ),
  )
})

describe('transfers', () => {
  test('a transfer is erased exactly on its date, and not a second before', async () => {
    const offsets = [-86_400, -1, 0, 1, 86_400]
    const sent = []
    for (const seconds of offsets) {
      const transfer = await ended()
      const end = clock
        .now()
        .subtract({ hours: 24 * days })
        .subtract({ seconds })
      await world.db.rows(setEnd, [transfer.transaction_id, end])
      sent.push(transfer)
    }
    await run()
    const erased = await Promise.all(sent.map(({ transaction_id }) => isErased(transaction_id)))
    assert.deepEqual(erased, [false, false, true, true, true])
  })

  test('nothing of the persons is left in any table, and money, history and statuses are as before', async () => {
    const sender = 'Zulmira'
    const receiver = 'Test Subscriber'
    const sent = await ended({
      sender_first_name: sender,
      expected_receiver_name: receiver,
      customer_number: '+243812555001',
      callback_url: transfers.callbackUrl('retention'),
    })
    const number = sent.customer_number
    const before = await world.db.rows(ledgerSum)
    const lines = await transfers.lines()
    await world.db.rows(endWebhooks)
    clock.forward({ hours: 24 * days })
    await run()
    const [row] = await world.db.rows(readTransfer, [sent.transaction_id])
    expect(row).toMatchObject({ erased: true, customer_number: '243000000000', subscriber_name: null })
    expect(row!.response).not.toContain(number)
    expect(row!.response).not.toContain(receiver)
    const owned = await ownedRows(world.db, world.merchant.merchant_code)
    const traces = owned.filter(({ text }) => /Zulmira|Test Subscriber|243812555001/.test(text))
    assert.deepEqual(
      traces.map(({ table }) => table),
      [],
    )
    const detail = await admins.read(`transfers/${sent.transaction_id}`)
    expect(JSON.stringify(detail)).not.toMatch(/Zulmira|Ngalula|Test Subscriber|AB1\d{5}|RC1\d{5}/)
    assert.equal((await transfers.status(sent.reference)).amount, sent.amount)
    assert.deepEqual(await world.db.rows(ledgerSum), before)
    assert.equal(before[0]!.sum, 0n)
    assert.deepEqual(await transfers.lines(), lines)
    await walletAddsUp(world, transfers)
  })

  test('a person who came back later keeps the earlier transfers, too', async () => {
    const first = await ended()
    clock.forward({ hours: 24 * days })
    const second = await ended({ ...first.facts, ...dates() })
    await run()
    assert.equal(await isErased(first.transaction_id), false)
    clock.forward({ hours: 24 * days })
    await run()
    assert.deepEqual(
      [await isErased(first.transaction_id), await isErased(second.transaction_id)],
      [true, true],
    )
  })

  test('a person who came back with a renewed document keeps the earlier transfers, too', async () => {
    const first = await ended()
    clock.forward({ hours: 24 * days })
    const another = { receiver_birthdate: '1971-03-04', receiver_document_number: 'RC7788991' }
    const second = await ended({
      ...first.facts,
      ...dates(),
      ...another,
      sender_document_number: 'NEW7788991',
    })
    await run()
    assert.equal(await isErased(first.transaction_id), false)
    clock.forward({ hours: 24 * days })
    await run()
    assert.deepEqual(
      [await isErased(first.transaction_id), await isErased(second.transaction_id)],
      [true, true],
    )
  })

  test('transfers that are held or in progress are kept for ever', async () => {
    const held = await transfers.accepted({
      sender_first_name: 'Watchlist',
      sender_middle_name: '',
      sender_last_name: 'Person',
      ...dates(),
    })
    assert.equal(held.status, 'Hold')
    const open = await transfers.accepted(dates())
    await follow()
    clock.forward({ hours: 24 * days * 2 })
    await run()
    assert.deepEqual(
      [await isErased(held.transaction_id), await isErased(open.transaction_id)],
      [false, false],
    )
  })

  test('an erased transfer cannot be added to a case, and its reference is not free', async () => {
    const sent = await ended()
    clock.forward({ hours: 24 * days })
    await run()
    const added = await admins.post('compliance/cases', {
      transaction_id: sent.transaction_id,
      role: 'receiver',
      reason: 'For a test',
    })
    refusedWith(added, 404, 'RMT-404')
    const repeated = await transfers.inbound({ ...sent.facts, ...dates(), reference: sent.reference })
    refusedWith(repeated, 409, 'RMT-1007')
  })
})

describe('cases', () => {
  const base = 'compliance/cases'
  const declare = (caseId: string) =>
    world.admin('PUT', `/api/v1/admin/${base}/${caseId}/declaration`, declaration, {
      'x-admin-token': tokens.amina,
    })
  async function closedCase(outcome: 'CLEARED' | 'DECLARED') {
    const sent = await ended()
    // So the transfer alone would be past its retention before the case is.
    clock.forward({ hours: 48 })
    const { case_id } = await admins.act(base, {
      transaction_id: sent.transaction_id,
      role: 'sender',
      reason: 'Reported by Zulmira',
    })
    if (outcome === 'DECLARED') await declare(case_id)
    await admins.act(`${base}/${case_id}/propose`, { outcome, reason: 'Zulmira explained it' })
    await admins.read(`${base}/${case_id}`, 'benoit')
    await admins.act(`${base}/${case_id}/confirm`, { reason: 'Checked' }, 'benoit')
    return { sent, case_id }
  }
  const declaration = {
    description: 'Zulmira sent money to a person she could not name.',
    grounds: 'Zulmira could not explain where the money came from.',
    execution: 'EXECUTED',
    execution_reason: 'Not to warn the person',
    declarant: { name: 'Amina K.', function: 'Officer', phone: '+243810000000', email: 'a@example.com' },
  }

  test.each(['CLEARED', 'DECLARED'] as const)(
    'a closed case (%s) keeps its transfer until its own retention ends, then both are erased',
    async (outcome) => {
      const { sent, case_id } = await closedCase(outcome)
      clock.forward({ hours: 24 * days - 1 })
      await run()
      expect(await admins.read(`${base}/${case_id}`)).toMatchObject({
        person: { name: expect.stringMatching(/Ngalula/) },
      })
      assert.equal(await isErased(sent.transaction_id), false)
      clock.forward({ hours: 1 })
      await run()
      assert.equal(await isErased(sent.transaction_id), true)
      const detail = await admins.read(`${base}/${case_id}`)
      expect(detail).toMatchObject({ state: 'CLOSED', outcome, person: { name: '' } })
      expect(JSON.stringify(detail)).not.toMatch(/Zulmira|Ngalula/)
      refusedWith(await admins.get(`${base}/${case_id}/declaration`), 404, 'RMT-404')
    },
  )

  const nameIn = async (caseId: string) => (await admins.read(`${base}/${caseId}`)).person.name as string

  test('a closed case is kept while a later case of the person is open, and until the retention of that one ends', async () => {
    const { sent, case_id } = await closedCase('CLEARED')
    clock.forward({ hours: 24 * days - 1 })
    const again = await ended({ ...sent.facts, ...dates(), sender_document_number: 'NEW7788992' })
    const later = await admins.act(base, {
      transaction_id: again.transaction_id,
      role: 'sender',
      reason: 'For a test',
    })
    clock.forward({ hours: 24 * days * 2 })
    await run()
    expect(await nameIn(case_id)).toMatch(/Ngalula/)
    expect((await admins.read(`${base}/${later.case_id}`)).earlier_cases).toMatchObject([{ case_id }])
    await admins.act(`${base}/${later.case_id}/propose`, { outcome: 'CLEARED', reason: 'Explained' })
    await admins.read(`${base}/${later.case_id}`, 'benoit')
    await admins.act(`${base}/${later.case_id}/confirm`, { reason: 'Checked' }, 'benoit')
    clock.forward({ hours: 24 * days - 1 })
    await run()
    expect(await nameIn(case_id)).toMatch(/Ngalula/)
    clock.forward({ hours: 1 })
    await run()
    expect([await nameIn(case_id), await nameIn(later.case_id)]).toEqual(['', ''])
  })

  test('a closed case is kept until the retention of the last transfer of its person ends', async () => {
    const { sent, case_id } = await closedCase('CLEARED')
    clock.forward({ hours: 24 * days - 1 })
    await ended({ ...sent.facts, ...dates(), sender_document_number: 'NEW7788993' })
    clock.forward({ hours: 1 })
    await run()
    expect(await nameIn(case_id)).toMatch(/Ngalula/)
    clock.forward({ hours: 24 * days })
    await run()
    expect(await nameIn(case_id)).toBe('')
  })

  test('an open case and its transfer are never erased', async () => {
    const sent = await ended()
    const { case_id } = await admins.act(base, {
      transaction_id: sent.transaction_id,
      role: 'sender',
      reason: 'For a test',
    })
    clock.forward({ hours: 24 * days * 3 })
    await run()
    expect((await admins.read(`${base}/${case_id}`)).person.name).toMatch(/Ngalula/)
    assert.equal(await isErased(sent.transaction_id), false)
    while (await gatherCases({ ...needs, deadlineDays: 5 }));
  })
})

describe('card payments', () => {
  const payers = statement<{ bill_to_email: string; amount_minor: bigint }>(
    'test_payers',
    'select bill_to_email, amount_minor from card_transaction where transaction_uuid = $1',
  )
  test('the device of a payer is erased with who paid', async () => {
    const { link, transactionUuid } = await world.createOrder()
    // The gateway does not know the time of this world, so nobody can enter a card.
    const used = `insert into card_authentication (id, transaction_id, state, reference_id, token_id, card, created_at, expires_at, payer_address)
      select gen_random_uuid(), id, 'abandoned', 'r', 't', '{}', created_at, created_at, '203.0.113.7' from card_transaction
       where transaction_uuid = $1`
    await world.db.rows({ name: '', text: used }, [transactionUuid])
    await world.checkout(link, 'cancel')
    await world.db.rows(endWebhooks)
    const address = async () => {
      const text = `select host(a.payer_address) as address from card_authentication a
        join card_transaction t on t.id = a.transaction_id where t.transaction_uuid = $1`
      return (await world.db.rows<{ address: string | null }>({ name: '', text }, [transactionUuid]))[0]!
        .address
    }
    assert.equal(await address(), '203.0.113.7')
    clock.forward({ hours: 24 * days })
    await run()
    assert.equal(await address(), null)
  })

  test('the payer of an ended payment is erased, that of a pending one is not', async () => {
    const { orderBody } = await import('../../../test/support/world/bodies.ts')
    const order = async (email = 'other@example.com') =>
      (
        await world.signed('POST', '/api/v1/payment/orders', {
          ...orderBody(world.url),
          bill_to_email: email,
        })
      ).body.data
    const [cancelled, pending] = [await order('zulmira@example.com'), await order()]
    await world.checkout(cancelled.links, 'cancel')
    await world.db.rows(endWebhooks)
    const [before] = await world.db.rows(payers, [cancelled.transaction_uuid])
    assert.notEqual(before!.bill_to_email, '')
    clock.forward({ hours: 24 * days })
    await run()
    const [after] = await world.db.rows(payers, [cancelled.transaction_uuid])
    assert.deepEqual(after, { bill_to_email: '', amount_minor: before!.amount_minor })
    const owned = await ownedRows(world.db, world.merchant.merchant_code)
    assert.deepEqual(
      owned.flatMap(({ table, text }) => (text.includes('zulmira@') ? [table] : [])),
      [],
    )
    assert.notEqual((await world.db.rows(payers, [pending.transaction_uuid]))[0]!.bill_to_email, '')
  })
})

describe('disputes and bank lines', () => {
  const rows = <R extends object>(text: string, values: unknown[] = []) =>
    world.db.rows<R>({ name: '', text }, values)
  let cases = 0
  /** A dispute with a text and a file, as if it had been closed then. */
  async function disputed(state: string, closedAt: Temporal.Instant | null): Promise<string> {
    cases += 1
    const { transactionUuid } = await world.createOrder()
    const [dispute] = await rows<{ id: bigint }>(
      `insert into card_dispute (dispute_id, transaction_id, merchant_id, environment, case_number, state, amount_minor, currency,
                                 reason_code, reason, reported_at, evidence, created_at, closed_at)
       select gen_random_uuid(), id, merchant_id, environment, $2, $3, 500, 'USD', '10.4', 'Fraud', $4,
              '{"explanation": "Zulmira signed for it"}', $4, $5
         from card_transaction where transaction_uuid = $1 returning id`,
      [transactionUuid, `C-${cases}`, state, clock.now().subtract({ hours: 24 * 4_000 }), closedAt],
    )
    await rows(
      `insert into card_dispute_file (dispute_id, name, type, sha256, content, created_at)
       values ($1, 'zulmira.pdf', 'application/pdf', '\\x01', '\\x02', now())`,
      [dispute!.id],
    )
    return `C-${cases}`
  }
  async function reported(caseNumber: string, closedAt: Temporal.Instant | null): Promise<void> {
    await rows(
      `insert into card_dispute_exception (environment, case_number, kind, detail, opened_at, closed_at, closed_by, close_reason)
       values ('sandbox', $1, 'payment_differs', 'Zulmira', $2, $3::timestamptz, case when $3::timestamptz is not null then 'amina' end,
               case when $3::timestamptz is not null then 'Zulmira called' end)`,
      [caseNumber, clock.now().subtract({ hours: 24 * 4_000 }), closedAt],
    )
  }
  /** The cases whose evidence or exception is left. */
  const left = async () =>
    (
      await rows(
        `select coalesce((select array_agg(case_number order by id) from card_dispute where evidence <> '{}'), '{}') as texts,
                coalesce((select array_agg(d.case_number order by d.id) from card_dispute_file f
                            join card_dispute d on d.id = f.dispute_id), '{}') as files,
                coalesce((select array_agg(case_number order by id) from card_dispute_exception), '{}') as exceptions`,
      )
    )[0]
  const ago = (seconds: number) =>
    clock
      .now()
      .subtract({ hours: 24 * days })
      .subtract({ seconds })

  test('the evidence of a dispute is erased on its date, and never while it or its exception is open', async () => {
    const [ended, soon, open, questioned] = [
      await disputed('LOST', ago(0)),
      await disputed('WON', ago(-1)),
      await disputed('OPEN', null),
      await disputed('ACCEPTED', ago(86_400)),
    ]
    await reported(questioned, null)
    await reported(ended, ago(-1))
    await run()
    expect(await left()).toEqual({
      texts: [soon, open, questioned],
      files: [soon, open, questioned],
      exceptions: [questioned, ended],
    })
    const [row] = await rows('select state, amount_minor, reason from card_dispute where case_number = $1', [
      ended,
    ])
    expect(row).toEqual({ state: 'LOST', amount_minor: 500n, reason: 'Fraud' })
    await rows(
      `update card_dispute_exception set closed_at = $1, closed_by = 'amina', close_reason = 'Zulmira'
                 where closed_at is null`,
      [clock.now()],
    )
    clock.forward({ seconds: 1 })
    await run()
    expect(await left()).toEqual({ texts: [open], files: [open], exceptions: [questioned] })
    clock.forward({ hours: 24 * days })
    await run()
    expect(await left()).toEqual({ texts: [open], files: [open], exceptions: [] })
    const { items } = await admins.read('compliance/retention/runs?limit=50')
    const erased = (name: string) =>
      items
        .filter(({ kind }: { kind: string }) => kind === name)
        .reduce((sum: number, one: { erased: number }) => sum + one.erased, 0)
    expect([erased('dispute_files'), erased('dispute_exceptions')]).toEqual([3, 2])
  })

  test('the texts of a bank line are erased once it was decided and its date has come, and its match stays', async () => {
    await rows(
      `with file as (
         insert into bank_file (sha256, name, format, lines, imported_by, imported_at)
         values (sha256('retention'), 'november.csv', 'CSV', 4, 'amina', $1) returning id)
       insert into bank_line (file_id, environment, account, currency, statement_id, entry, booked_on, amount_minor, is_return, text,
                              state, expected_kind, expected_key, matched_by, decided_at, write_off_by, write_off_reason)
       select file.id, 'sandbox', 'CD1', 'USD', 'S', entry, '2026-11-01', 500, false, 'From Zulmira', state, kind, kind, kind, at, off, off
         from file, (values ('1', 'MATCHED', 'top_up', $2::timestamptz, null), ('2', 'MATCHED', 'payout', $3, null),
                            ('3', 'WRITTEN_OFF', null, $2, 'Zulmira'), ('4', 'UNKNOWN', null, null, null)) as l (entry, state, kind, at, off)`,
      [ago(86_400), ago(0), ago(-1)],
    )
    const lines = () =>
      rows(
        'select entry, text, write_off_reason as reason, expected_key as key from bank_line order by entry',
      )
    const erased = { text: '', reason: null, key: 'top_up' }
    const writtenOff = { entry: '3', text: '', reason: 'Erased', key: null }
    const unknown = { entry: '4', text: 'From Zulmira', reason: null, key: null }
    await run()
    expect(await lines()).toEqual([
      { entry: '1', ...erased },
      { entry: '2', text: 'From Zulmira', reason: null, key: 'payout' },
      writtenOff,
      unknown,
    ])
    clock.forward({ seconds: 1 })
    await run()
    expect(await lines()).toEqual([
      { entry: '1', ...erased },
      { entry: '2', ...erased, key: 'payout' },
      writtenOff,
      unknown,
    ])
    await run()
    const { items } = await admins.read('compliance/retention/runs?limit=50')
    const counts = items
      .filter(({ kind }: { kind: string }) => kind === 'bank_line_texts')
      .slice(0, 3)
      .map(({ erased }: { erased: number }) => erased)
    expect(counts).toEqual([0, 1, 2])
  })
})

test('an admin user is deleted when the period after the removal is over, and not a second before', async () => {
  const invite = async (email: string) => {
    const body = { email, name: `Josué ${email}`, role: 'support', reason: 'Joins' }
    return (await admins.act('users', body)).user_id as string
  }
  const id = await invite('gone@likuta.example')
  await invite('stays@likuta.example')
  clock.forward({ hours: 24 * 30 })
  const headers = { 'x-admin-token': tokens.amina }
  const removed = await world.admin('DELETE', `/api/v1/admin/users/${id}`, undefined, headers)
  assert.equal(removed.status, 200, removed.text)
  const left = async () => {
    const found = await world.db.rows<{ email: string }>({
      name: '',
      text: 'select email from admin_user order by id',
    })
    return found.map(({ email }) => email)
  }
  clock.forward({ hours: 24 * days - 1, minutes: 59, seconds: 59 })
  await run()
  expect(await left()).toEqual(['gone@likuta.example', 'stays@likuta.example'])
  clock.forward({ seconds: 1 })
  await run()
  expect(await left()).toEqual(['stays@likuta.example'])
})

test('callbacks and webhooks are deleted or emptied once applied or ended, never before', async () => {
  const callback = (state: string, key: string) => ({
    name: '',
    text: `insert into operator_callback (environment, operator, report_key, reference, report, received_at, state, next_attempt_at)
           values ('sandbox', 'airtel', decode('${key}', 'hex'), 'none', '{}', '${clock.now()}', '${state}',
                   ${state === 'new' ? 'now()' : 'null'})`,
  })
  await world.db.rows(callback('new', '01'))
  await world.db.rows(callback('applied', '02'))
  await ended({ callback_url: transfers.callbackUrl('retention') })
  const left = async () =>
    world.db.rows({
      name: 'test_left',
      text: `select (select array_agg(state) from operator_callback) as callbacks,
                    (select count(*)::integer from webhook_event where state = 'PENDING' and body = '{}') as emptied`,
    })
  clock.forward({ hours: 24 * 729 })
  await run()
  expect(await left()).toEqual([{ callbacks: ['new', 'applied'], emptied: 0 }])
  clock.forward({ hours: 24 * days })
  await run()
  expect(await left()).toEqual([{ callbacks: ['new'], emptied: 0 }])
})

describe('runs', () => {
  test('a run records counts, cut-off and a digest that the ids reproduce, and is in the audit log', async () => {
    await run()
    const sent = [await ended(), await ended()]
    clock.forward({ hours: 24 * days })
    const report = await admins.read('compliance/retention')
    const of = (name: string) => report.kinds.find(({ kind }: { kind: string }) => kind === name)
    expect(of('transfer_identities')).toMatchObject({
      days,
      treatment: 'erased',
      run: { due: 2, capped: false },
    })
    expect(of('audit_log')).toMatchObject({ days: null, treatment: 'kept', run: null })
    await run()
    const ids = await world.db.rows<{ id: bigint }>(
      {
        name: 'test_ids',
        text: 'select id from transfer where transaction_id = any($1) order by id',
      },
      [sent.map(({ transaction_id }) => transaction_id)],
    )
    const text = `${'0'.repeat(64)}\ntransfer_identities\n${ids.map(({ id }) => id).join('\n')}\n`
    const { items } = await admins.read('compliance/retention/runs?limit=20')
    const proof = items.find(({ kind }: { kind: string }) => kind === 'transfer_identities')
    expect(proof).toMatchObject({ erased: 2, started_by: 'amina', digest: hash('sha256', text) })
    const { items: log } = await admins.read('audit?action=retention.run&limit=10')
    expect(JSON.stringify(log)).toContain(proof.digest)
    expect((await verifyAudit(world.db, world.system.secrets)).broken).toBeUndefined()
    const { kinds } = await admins.read('compliance/retention')
    expect(kinds[2].run.due).toBe(0)
  })

  test('a run that dies after any batch continues with its cut-off, and erases each row once', async () => {
    const sent = []
    for (let i = 0; i < 3; i++) sent.push(await ended())
    clock.forward({ hours: 24 * days })
    const dying: RetentionNeeds = {
      ...needs,
      // A worker that dies before a commit leaves nothing of the batch.
      db: {
        ...world.db,
        transaction: (work) =>
          world.db.transaction(async (sql) => {
            await work(sql)
            throw new Error('killed')
          }),
      },
    }
    await assert.rejects(runRetention(dying, admin), /killed/)
    assert.equal(await isErased(sent[0]!.transaction_id), false)
    // Each call may be in another process.
    while (await continueRetention(needs));
    for (const { transaction_id } of sent) assert.equal(await isErased(transaction_id), true)
    assert.equal(await continueRetention(needs), false)
    clock.forward({ hours: 24 })
    assert.equal(await continueRetention(needs), true)
    while (await continueRetention(needs));
  })

  test('two runs at once erase each row once', async () => {
    const sent = [await ended(), await ended()]
    clock.forward({ hours: 24 * days })
    await Promise.all([run(), run(), run()])
    for (const { transaction_id } of sent) assert.equal(await isErased(transaction_id), true)
    const [{ twice }] = (await world.db.rows<{ twice: bigint }>({
      name: 'test_sum',
      text: `select (select sum(erased) from retention_run where kind = 'transfer_identities')
                  - (select count(*) from transfer where erased_at is not null) as twice`,
    })) as [{ twice: bigint }]
    assert.equal(Number(twice), 0)
  })
})
