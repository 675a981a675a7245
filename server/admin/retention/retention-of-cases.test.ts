// What retention keeps of cases, disputes and bank lines until they are decided, and what it erases then.
import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { refusedWith, tokens } from '../../../test/support/callers/admins.ts'
import {
  admins,
  clock,
  dates,
  days,
  ended,
  isErased,
  needs,
  openRetention,
  run,
  world,
} from '../../../test/support/database/retention.ts'
import { gatherCases } from '../../remittance/cases/gather.ts'

openRetention()

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
