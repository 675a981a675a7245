// The outcome of a case and its declaration of suspicion: proposed, read and confirmed by two persons.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { refusedWith } from '../../../test/support/callers/admins.ts'
import { rowsOfPlaces } from '../../../test/support/database/places.ts'
import {
  admins,
  base,
  caseOf,
  clock,
  confirmed,
  gather,
  held,
  listed,
  openCases,
  propose,
  rejectHold,
  rows,
  transfers,
  world,
} from '../../../test/support/papers/cases.ts'
import { pdfText } from '../../../test/support/papers/pdf-text.ts'
import { statement } from '../../platform/database/database.ts'

openCases()

describe('the outcome of a case', () => {
  test('whoever proposed it cannot confirm or return it, with any token', async () => {
    const { sent, id } = await held()
    await rejectHold(sent.transaction_id)
    await propose(id)
    for (const act of ['confirm', 'return'])
      refusedWith(await admins.post(`${base}/${id}/${act}`), 403, 'RMT-1021')
    const returned = await admins.act(`${base}/${id}/return`, { reason: 'Ask for the passport' }, 'benoit')
    expect([returned.state, returned.outcome, returned.proposed_by]).toEqual(['OPEN', null, null])
    await propose(id)
    const closed = await confirmed(id)
    expect([closed.state, closed.outcome, closed.proposed_by, closed.closed_by]).toEqual([
      'CLOSED',
      'CLEARED',
      'amina',
      'benoit',
    ])
    for (const [act, body] of [
      ['notes', { text: 'Too late' }],
      ['propose', { outcome: 'CLEARED', reason: 'Too late' }],
    ] as const)
      refusedWith(await admins.post(`${base}/${id}/${act}`, body), 409, 'RMT-1008')
  })

  test('it is confirmed only by somebody who has read the case since it was proposed', async () => {
    const { sent, id } = await held()
    await rejectHold(sent.transaction_id)
    await admins.read(`${base}/${id}`, 'benoit')
    clock.forward({ seconds: 1 })
    await propose(id)
    await admins.read(`${base}?environment=sandbox&limit=100`, 'benoit')
    const blind = await admins.post(`${base}/${id}/confirm`, undefined, 'benoit')
    assert.equal(refusedWith(blind, 409, 'RMT-409'), 'Read this case before you confirm its outcome')
    expect((await admins.read(`${base}/${id}`, 'benoit')).allowed_actions.confirm.allowed).toBe(true)
    assert.equal((await admins.act(`${base}/${id}/confirm`, undefined, 'benoit')).state, 'CLOSED')
  })

  test('it cannot be confirmed while a transfer of the case is held', async () => {
    const { sent, id } = await held()
    await propose(id)
    refusedWith(await admins.post(`${base}/${id}/confirm`, undefined, 'benoit'), 409, 'RMT-1008')
    await rejectHold(sent.transaction_id)
    assert.equal((await confirmed(id)).state, 'CLOSED')
  })

  test('a proposal is void when a new hold of the person arrives', async () => {
    const { facts, sent, id } = await held()
    await rejectHold(sent.transaction_id)
    await propose(id)
    const next = await transfers.accepted({ ...facts, customer_number: '+243812888888' })
    await gather()
    assert.equal(await caseOf(next.transaction_id), id)
    refusedWith(await admins.post(`${base}/${id}/confirm`, undefined, 'benoit'), 409, 'RMT-1008')
    expect((await admins.read(`${base}/${id}`)).history.at(-1)).toMatchObject({
      event: 'returned',
      actor: 'likuta',
    })
  })

  test('a hold of a person with two open cases returns both and keeps them open until decided', async () => {
    const first = await held()
    const second = await held()
    for (const { sent, id } of [first, second]) {
      await rejectHold(sent.transaction_id)
      await propose(id)
    }
    // The document of one case, names and birth date of the other.
    const next = await transfers.accepted({
      ...listed(),
      sender_document_number: first.facts.sender_document_number,
      sender_birthdate: second.facts.sender_birthdate,
    })
    await gather()
    assert.equal(await caseOf(next.transaction_id), first.id)
    const latest = (await admins.read(`${base}/${second.id}`)).history.slice(-2)
    expect(latest).toMatchObject([
      { event: 'item_added', actor: 'likuta', text: `${next.transaction_id}\n${first.id}` },
      { event: 'returned', actor: 'likuta' },
    ])
    for (const { id } of [first, second]) {
      assert.equal((await admins.read(`${base}/${id}`)).state, 'OPEN')
      await propose(id)
      refusedWith(await admins.post(`${base}/${id}/confirm`, undefined, 'benoit'), 409, 'RMT-1008')
    }
    await rejectHold(next.transaction_id)
    for (const { id } of [first, second]) assert.equal((await confirmed(id)).state, 'CLOSED')
  })

  test('a person whose case was closed gets a new one, which names the earlier case', async () => {
    const { facts, sent, id } = await held()
    await rejectHold(sent.transaction_id)
    await propose(id)
    await confirmed(id)
    const next = await transfers.accepted({ ...facts, customer_number: '+243812777777' })
    await gather()
    const later = await caseOf(next.transaction_id)
    assert.notEqual(later, id)
    expect((await admins.read(`${base}/${later}`)).earlier_cases).toMatchObject([
      { case_id: id, outcome: 'CLEARED' },
    ])
  })

  test('of ten confirmations at once, one closes the case', async () => {
    const { sent, id } = await held()
    await rejectHold(sent.transaction_id)
    await propose(id)
    await admins.read(`${base}/${id}`, 'benoit')
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => admins.post(`${base}/${id}/confirm`, undefined, 'benoit')),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  })
})

describe('a declaration of suspicion', () => {
  const written = {
    description: 'Six transferts en une heure vers le même numéro,\nchacun juste sous le plafond.',
    grounds: 'Les montants semblent fractionnés pour éviter le contrôle. '.repeat(60),
    execution: 'BLOCKED',
    execution_reason: 'Le transfert est retenu en attendant votre réponse.',
    execute_by: '2026-11-28',
    declarant: {
      name: 'Amina Kasongo',
      function: 'Conformité',
      phone: '+243810000001',
      email: 'c@example.cd',
    },
  }
  const write = (id: string, content: object = written) =>
    world.admin('PUT', `/api/v1/admin/${base}/${id}/declaration`, content, {
      'x-admin-token': 'token-of-amina-0123456789',
    })

  test('it is written before the outcome is proposed, cannot change afterwards, and is frozen with the case', async () => {
    const { sent, id } = await held()
    const early = await admins.post(`${base}/${id}/propose`, { outcome: 'DECLARED', reason: 'Suspicious' })
    assert.equal(refusedWith(early, 409, 'RMT-1008'), 'The case has no declaration')
    refusedWith(await admins.get(`${base}/${id}/declaration`), 404, 'RMT-404')
    const saved = await write(id)
    assert.equal(saved.status, 200, saved.text)
    expect(saved.body.data.declaration).toMatchObject({
      ...written,
      grounds: written.grounds.trim(),
      legal_basis: 'Loi n°\u00a022/068 du 27 décembre 2022, article 94',
      person: { name: 'Watchlist Person' },
      operations: [
        { transaction_id: sent.transaction_id, status: 'Hold', parties: { purpose: expect.any(String) } },
      ],
      matches: [{ list: 'sandbox-watchlist' }],
    })
    assert.match(saved.body.data.declaration.number, /^DS-\d{4}-\d{6}$/)
    await propose(id, 'DECLARED')
    refusedWith(await write(id), 409, 'RMT-1008')
    refusedWith(await admins.post(`${base}/${id}/declaration/steps`, { kind: 'PHONE' }), 409, 'RMT-1008')
    await rejectHold(sent.transaction_id)
    await confirmed(id)
    const later = { ...listed(), sender_first_name: 'Aimée', sender_last_name: 'Ngalula' }
    await transfers.accepted(later)
    await world.db.rows(
      statement('test_rename', `update transfer set subscriber_name = 'Changed' where transaction_id = $1`),
      [sent.transaction_id],
    )
    const { declaration } = await admins.read(`${base}/${id}/declaration`)
    expect(declaration.operations[0]).toMatchObject({ status: 'Failed' })
    assert.notEqual(declaration.operations[0].subscriber_name, 'Changed')
  })

  const downloadPdf = (id: string) =>
    fetch(`${world.url}/api/v1/admin/${base}/${id}/declaration.pdf`, {
      headers: { 'x-admin-token': 'token-of-benoit-0123456789' },
    })

  test('a declaration is printed with the letters of every name, and is copied as it was written', async () => {
    const { id } = await held()
    const names = ['محمد ولد حسن', 'דוד לוי', 'Владимир Łukasz', '王小明', '김민수', '🌺']
    assert.equal((await write(id, { ...written, grounds: `Noms : ${names.join(', ')}.` })).status, 200)
    const { drawn, copied } = pdfText(Buffer.from(await (await downloadPdf(id)).arrayBuffer()))
    expect(drawn.replaceAll('\n', '')).toContain(
      'Noms : mhmd wld hsn, dvd lvy, Владимир Łukasz, WangXiaoMing, GimMinSu,',
    )
    for (const name of names) expect(copied).toContain(name)
  })

  test.each(['2026-02-30', '2026-99-99', '0000-00-00', '2026-2-3', 'tomorrow'])(
    'a declaration to be executed by %s is refused',
    async (day) => {
      const { id } = await held()
      assert.equal((await write(id)).status, 200)
      refusedWith(await write(id, { ...written, execute_by: day }), 400, 'RMT-1006')
      assert.equal((await admins.read(`${base}/${id}/declaration`)).declaration.execute_by, '2026-11-28')
    },
  )

  test('whoever wrote it cannot confirm it, even if a colleague proposed it', async () => {
    const { sent, id } = await held()
    await write(id)
    await admins.act(`${base}/${id}/propose`, { outcome: 'DECLARED', reason: 'Suspicious' }, 'benoit')
    await rejectHold(sent.transaction_id)
    const refusal = 'Whoever wrote the declaration of a case cannot confirm it'
    const { allowed_actions } = await admins.read(`${base}/${id}`)
    expect(allowed_actions.confirm).toEqual({ allowed: false, reason: refusal })
    assert.equal(refusedWith(await admins.post(`${base}/${id}/confirm`), 403, 'RMT-1021'), refusal)
    assert.equal((await admins.post(`${base}/${id}/return`)).status, 200)
    // Rewritten by the colleague, it is no longer the text of the first.
    const body = { 'x-admin-token': 'token-of-benoit-0123456789' }
    const path = `/api/v1/admin/${base}/${id}/declaration`
    assert.equal((await world.admin('PUT', path, written, body)).status, 200)
    await admins.act(`${base}/${id}/propose`, { outcome: 'DECLARED', reason: 'Suspicious' }, 'benoit')
    await confirmed(id, 'amina')
  })

  test('it is a French PDF, and says when it was sent and acknowledged', async () => {
    const { sent, id } = await held()
    await write(id)
    await propose(id, 'DECLARED')
    await rejectHold(sent.transaction_id)
    await confirmed(id)
    await admins.act(`${base}/${id}/declaration/steps`, { kind: 'PHONE' })
    await admins.act(`${base}/${id}/declaration/steps`, { kind: 'WRITING' })
    const step = { kind: 'ACKNOWLEDGED', reference: 'CENAREF/2026/118' }
    const { steps } = await admins.act(`${base}/${id}/declaration/steps`, step)
    expect(steps).toMatchObject([{ kind: 'PHONE', noted_by: 'amina' }, { kind: 'WRITING' }, step])
    const response = await downloadPdf(id)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([response.headers.get('content-type'), bytes.toString('latin1', 0, 5)]).toEqual([
      'application/pdf',
      '%PDF-',
    ])
    assert.match(response.headers.get('content-disposition') ?? '', /filename="DS-\d{4}-\d{6}\.pdf"/)
    if (process.env.DOCUMENTS) writeFileSync(`${process.env.DOCUMENTS}/declaration.pdf`, bytes)
    const log = await rowsOfPlaces(world, rows, [`case:${id}`])
    expect(log.at(-1)).toEqual({ action: 'case.declaration_viewed', actor: 'benoit' })
  })
})
