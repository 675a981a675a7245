// Retention over real transfers, cases and payments: what is past its period is erased, whatever is needed stays, and sums do not
// change. No worker runs here; the tests call its work themselves.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusedWith, tokens } from '../../../test/support/callers/admins.ts'
import { walletAddsUp } from '../../../test/support/callers/transfers.ts'
import { ownedRows } from '../../../test/support/database/owned-rows.ts'
import {
  admin,
  admins,
  clock,
  dates,
  days,
  ended,
  follow,
  isErased,
  needs,
  openRetention,
  readTransfer,
  run,
  transfers,
  world,
} from '../../../test/support/database/retention.ts'
import { statement } from '../../platform/database/database.ts'
import { verifyAudit } from '../audit.ts'
import { continueRetention, cutoffOf, type RetentionNeeds, runRetention } from './run-retention.ts'

openRetention()

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

  const renewed = {
    receiver_birthdate: '1971-03-04',
    receiver_document_number: 'RC7788991',
    sender_document_number: 'NEW7788991',
  }
  test.each([
    ['a person who came back later', {}],
    ['a person who came back with a renewed document', renewed],
  ])('%s keeps the earlier transfers, too', async (_who, changed) => {
    const first = await ended()
    clock.forward({ hours: 24 * days })
    const second = await ended({ ...first.facts, ...dates(), ...changed })
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
    expect((await verifyAudit(world.system.cells, world.system.secrets)).broken).toBeUndefined()
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
