// Plays what happens to the wallet and the balance in a sample: top-ups, transfers, a batch of them, payouts and the end of each day.
import { lockFunds } from '../balances/lock-balance.ts'
import { releaseDueOf } from '../balances/release-movements.ts'
import { confirmBatch } from '../batches/change-batch.ts'
import { continueBatches } from '../batches/processing/continue-batches.ts'
import { findBatch } from '../batches/queries.ts'
import { uploadBatch } from '../batches/upload.ts'
import type { ListMatch } from '../compliance/screening/screener.ts'
import type { Screening } from '../compliance/screening/screening.ts'
import { sealScreening } from '../compliance/screening/screening-record.ts'
import { formatMoney, money } from '../kernel/money.ts'
import type { OperatorCode } from '../kernel/operators.ts'
import { claimIntendedPayout } from '../ledger/claim.ts'
import { addConfirmedWallet } from '../merchant-payouts/destinations/change-destinations.ts'
import { createPayout, payable } from '../merchant-payouts/payouts/create-payout.ts'
import { payoutByPublicId } from '../merchant-payouts/record/queries.ts'
import { feeOf } from '../merchant-payouts/rules.ts'
import type { Merchant } from '../merchants/identity/merchant.ts'
import { statement } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Inbound } from '../remittance/acceptance/inbound.ts'
import { freshQuote } from '../remittance/acceptance/pricing.ts'
import { type InboundRequest, inboundSchema, readInbound } from '../remittance/acceptance/request.ts'
import { openTransferWork, transferBatches } from '../remittance/batches/kind.ts'
import { processOperation, type QueueKind } from '../remittance/payouts/dispatch.ts'
import { addMoney } from '../remittance/wallets/merchant-reads.ts'
import { closeSettlementOf } from '../remittance/wallets/settlement.ts'
import type { Books } from './books.ts'
import { abroad, type Person, professions } from './people.ts'
import type { SampleEvent, Transfer } from './plan.ts'
import { succeeded } from './upstreams.ts'

type Event<Kind extends SampleEvent['kind']> = Extract<SampleEvent, { kind: Kind }>

const leaseSeconds = 60
const schema = inboundSchema(() => false)

export async function playTopUp({ db, clock }: Books, merchant: Merchant, { key, amount }: Event<'top_up'>) {
  await addMoney({ db, clock }, merchant, amount, `sample:${merchant.id}:${key}`)
}

const full = ({ first, middle, last }: Person) => `${first} ${middle} ${last}`

/** A body as partners send it. */
function bodyOf(
  reference: string,
  { amount, sender, receiver }: Pick<Transfer, 'amount' | 'sender' | 'receiver'>,
): Record<string, unknown> {
  const pick = Number(amount / 100n)
  const [country, city, address] = abroad[pick % abroad.length]!
  return {
    reference,
    amount: JSON.rawJSON(formatMoney(money(amount, 'USD'))),
    currency: 'USD',
    customer_number: `243${receiver.phone.slice(1)}`,
    expected_receiver_name: full(receiver),
    sender_first_name: sender.first,
    sender_middle_name: sender.middle,
    sender_last_name: sender.last,
    sender_birthdate: '1988-05-11',
    sender_birthplace: sender.city,
    sender_document_type: 'PASSPORT',
    sender_document_number: `OP${sender.phone.slice(3)}`,
    document_issue_date: '2024-01-15',
    document_expiration_date: '2034-01-14',
    sender_country: country,
    sender_city: city,
    current_address: address,
    permanent_address: address,
    profession: professions[pick % professions.length],
    sender_msisdn: '',
    receiver_middle_name: receiver.middle,
    receiver_birthdate: '1985-09-02',
    receiver_birthplace: receiver.city,
    receiver_document_type: 'VOTER_CARD',
    receiver_document_number: `1${receiver.phone.slice(1)}`,
    receiver_current_address: `${receiver.address}, ${receiver.city}`,
    reason_of_transaction: 'FAMILY_SUPPORT',
    source_of_funds: 'SALARY',
  }
}

/**
 * Accepts and checks the transfers of a sample. The cap of the sandbox holds for what merchants try; here, transfers are as large as they
 * are in production. Nobody of a sample is screened, because people who do not exist must not be found again later; one is held by a
 * name alone, which is looked for nowhere else.
 */
function inboundOf({ accept, clock, secrets }: Books, isHeld = false): Inbound {
  const read = (body: unknown) => {
    const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
    const { request, faults } = readInbound(schema, body, { today, overCap: () => false })
    if (!request || faults.length > 0) throw new Error(`a transfer of a sample: ${JSON.stringify(faults)}`)
    return request
  }
  return {
    async accept(merchant, body) {
      const request = read(body)
      const acceptance = await accept({
        ...{ merchant, request, limitAmount: undefined },
        subscriberName: request.fields.expected_receiver_name,
        screening: isHeld
          ? heldBy(request, secrets, clock.now())
          : { hold: false, detail: 'sample', sealed: [] },
        quote: isHeld ? undefined : freshQuote({ clock }, request, undefined, merchant),
      })
      if (acceptance.kind !== 'accepted') throw new Error(`a transfer of a sample: ${acceptance.kind}`)
      return acceptance.response
    },
    async check(merchant, body) {
      const request = read(body)
      const quote = freshQuote({ clock }, request, undefined, merchant)
      const { amount } = request
      return { errors: [], nameMatch: null, screening: 'clear', limits: 'allow', quote, amount }
    },
  }
}

/** A sender who is called like somebody on a list. */
function heldBy({ fields }: InboundRequest, secrets: Secrets, now: Temporal.Instant) {
  const name = `${fields.sender_first_name} ${fields.sender_last_name}`
  const match: ListMatch = {
    ...{ role: 'sender', list: 'sandbox-watchlist', entryId: 'sample', entryVersion: 'sample' },
    ...{ entryName: name, matchedName: name, programs: ['SANDBOX'], score: 0.93 },
    parts: [{ part: 'name', points: 0.93, detail: name }],
  }
  const decision = { decision: 'hold', reason: 'list_match' } as const
  const detail = 'the sender has the name of a person on a list'
  const parties: Screening['parties'] = [{ ...decision, party: { role: 'sender', name }, matches: [match] }]
  const screening: Screening = { ...decision, detail, listVersion: 'sample', parties }
  return { hold: true, detail, sealed: sealScreening(secrets, { environment: 'sandbox', screening, now }) }
}

const findSubmitted = statement<{ id: bigint; reference: string }>(
  'find_submitted_transfers_of_sample',
  `select id, reference from transfer where merchant_id = $1 and status = 'Submitted' order by id`,
)

export async function playTransfer(books: Books, merchant: Merchant, event: Transfer): Promise<void> {
  const { outcome, key, receiver } = event
  books.script.names.set(`243${receiver.phone.slice(1)}`, full(receiver))
  await inboundOf(books, outcome === 'held').accept(merchant, bodyOf(`TR-${key}`, event), {
    skipNameCheck: false,
  })
  books.clock.forward(4)
  books.script.pay =
    outcome === 'succeeded' || outcome === 'reversed' || outcome === 'held'
      ? succeeded()
      : {
          kind: 'declined',
          reason: outcome,
          code: outcome,
          message: outcome.toLowerCase().replaceAll('_', ' '),
        }
  await payTransfers(books, merchant, outcome === 'reversed')
}

/** Makes the calls of all transfers that wait for theirs. */
async function payTransfers(books: Books, merchant: Merchant, isReversed = false): Promise<void> {
  const { db, clock, calls, script } = books
  for (const { id } of await db.rows(findSubmitted, [merchant.id])) {
    const call = await claimIntendedPayout<QueueKind>(
      db,
      { transfer: id },
      { now: clock.now(), leaseSeconds },
    )
    if (!call) throw new Error('a transfer of a sample has no call')
    await processOperation(calls, call)
    if (script.pay.kind === 'succeeded') script.pay = succeeded()
    if (!isReversed) continue
    clock.forward(5_400)
    const outcome = { kind: 'reversed' } as const
    await calls.applyOutcome({ operation: call.id, transfer: id, outcome, source: 'inquiry' })
  }
}

const uploader = { id: 'sample:1', name: 'comptable@example.com', role: 'accountant' }
const confirmer = { id: 'sample:2', name: 'gerante@example.com', role: 'owner' }
const findOwnBatch = statement<{ batch_id: string }>(
  'find_batch_of_sample',
  'select batch_id from batch where merchant_id = $1',
)

export async function playBatch(
  books: Books,
  merchant: Merchant,
  { rows, step }: Event<'batch'>,
): Promise<void> {
  const { db, clock, secrets } = books
  const batches = { db, clock, secrets, wake: () => {} }
  const owner = { merchantId: merchant.id, environment: merchant.environment }
  const goOn = async () => {
    const work = openTransferWork(inboundOf(books))
    while (await continueBatches({ ...batches, work, rowsPerSecond: 1_000, merchantId: merchant.id })) {
      clock.forward(2)
      await payTransfers(books, merchant)
    }
  }
  if (step === 'upload') {
    const bytes = Buffer.from(JSON.stringify({ rows: rows.map((row) => bodyOf(row.key, row)) }))
    const file = { bytes, type: 'json', name: 'Salaires' } as const
    await uploadBatch(batches, transferBatches, { ...owner, person: uploader }, file)
    return goOn()
  }
  const [{ batch_id: batchId } = { batch_id: '' }] = await db.rows(findOwnBatch, [merchant.id])
  const batch = await findBatch(db, transferBatches.name, owner, batchId)
  const counts = await db.rows(transferBatches.statements.countRows, [batch!.id])
  const ready = counts.find(({ state }) => state === 'READY')
  if (!ready)
    throw new Error(`a batch of a sample has no rows: ${JSON.stringify(counts.map(({ state }) => state))}`)
  await confirmBatch(
    batches,
    { kind: transferBatches, owner, batchId },
    {
      ...{ count: Number(ready.rows), total: ready.amount + ready.fee, skipFaulty: false },
      ...{ person: confirmer, prove: async () => {} },
    },
    () => {},
  )
  await goOn()
}

const wallet = {
  operator: 'vodacom' as OperatorCode,
  number: '243825550142',
  subscriberName: 'Maison Virunga',
}
const findWallet = statement<{ public_id: string }>(
  'find_payout_destination_of_sample',
  'select public_id from payout_destination where merchant_id = $1',
)

/** Four fifths of what is available, in whole units. */
export async function playPayout(
  books: Books,
  merchant: Merchant,
  { key, currency }: Event<'payout'>,
): Promise<void> {
  const { sql, db, clock, payouts, script, calls } = books
  const owner = { merchantId: merchant.id, environment: merchant.environment }
  script.names.set(wallet.number, wallet.subscriberName)
  const [known] = await db.rows(findWallet, [merchant.id])
  const destination = known?.public_id ?? (await addConfirmedWallet(sql, owner, wallet, clock.now()))
  const { available } = await lockFunds(sql, { ...owner, currency })
  const fee = feeOf(payouts.rules, 'wallet', currency)
  const { minor } = payable((available * 4n) / 5n, fee, { type: 'wallet', currency })
  const amount = money(minor - (minor % 100n), currency)
  if (amount.minor < 2_000n) return
  clock.forward(1)
  const requested = { amount, destination, reference: `VERSEMENT-${key}` }
  const made = await createPayout(payouts, { ...owner, name: 'portal' }, requested)
  const { id } = (await payoutByPublicId(db, made.payout_id))!
  const call = await claimIntendedPayout(db, { payout: id }, { now: clock.now(), leaseSeconds })
  if (!call) throw new Error('a payout of a sample has no call')
  script.pay = succeeded()
  clock.forward(3)
  await calls.merchantPayouts.process(call)
}

/** Card money becomes available, and the transfers of the day before are settled. */
export async function endDay({ sql, clock }: Books, merchant: Merchant): Promise<void> {
  await releaseDueOf(sql, merchant.id, clock.now())
  await closeSettlementOf(sql, merchant, clock.now())
}
