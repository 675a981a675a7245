// One wallet and its clients: it is topped up, sends transfers, which workers pay, and is read by several at once.
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { exampleTransfer } from '../../../server/remittance/acceptance/schemas.ts'
import type { Output } from '../operations.ts'
import { crowd, persist, type Stage } from './stage.ts'

/** Paid, declined, without a callback, reversed, with callbacks out of order. */
const receivers = [
  ['0000001', 'Jean Mukendi'],
  ['0000001', 'Jean Mukendi'],
  ['0000002', 'Marie Ilunga'],
  ['0000003', 'Joseph Kabongo'],
  ['0000004', 'Chantal Mwamba'],
  ['0000008', 'Dieudonné Kasongo'],
] as const

/** Short enough for the search of the checker, which has to consider each transfer that may have ended. */
const size = { clients: 4, acts: 10 }

export async function useWallet(stage: Stage): Promise<void> {
  const as = await stage.place.register(`History ${stage.next()}`)
  stage.wallets.push(as)
  const references: string[] = []
  await topUp(stage, as)
  const sending = () => send(stage, as, references)
  const reading = () => references.length > 0 && readTransfer(stage, as, stage.place.chance.pick(references))
  const acts = [
    ...[sending, sending, sending],
    async () => reading(),
    async () => reading(),
    () => readBalance(stage, as),
    () => readBalance(stage, as),
    () => readLines(stage, as),
    () => topUp(stage, as),
  ]
  await crowd(stage, size, acts)
}

const asked = ({ merchant_code: id }: Credentials) => ({ object: 'wallet', id }) as const

async function topUp(stage: Stage, as: Credentials): Promise<void> {
  const { clients, history, place, next } = stage
  const number = next()
  const [key, amount] = [`top-up-${number}`, 50 + place.chance.below(150)]
  await persist(stage, () =>
    history.record(
      { ...asked(as), act: 'top-up', key, amount },
      () => clients.basic(as, '/api/v1/remittance/sandbox/topup', { amount: amount / 100 }, { key }),
      ({ data }) => balanceIn(data),
    ),
  )
}

async function send(stage: Stage, as: Credentials, references: string[]): Promise<void> {
  const { clients, history, place, next } = stage
  const { chance } = place
  const [number, name] = chance.pick(receivers)
  const reference = `transfer-${next()}`
  const amount = 1 + chance.below(100)
  const body = {
    ...exampleTransfer,
    reference,
    amount: amount / 100,
    customer_number: `+243${chance.pick(['81', '97', '84', '90'])}${number}`,
    expected_receiver_name: name,
  }
  references.push(reference)
  await persist(stage, () =>
    history.record(
      { ...asked(as), act: 'transfer', key: reference, amount },
      () => clients.basic(as, '/api/v1/remittance/inbound', body),
      ({ data }) => ({ status: data.status }),
    ),
  )
}

/** A transfer that does not exist has no status. */
const readTransfer = (stage: Stage, as: Credentials, reference: string) =>
  stage.history.record(
    { ...asked(as), act: 'status', key: reference },
    async () => {
      const response = await read(stage, as, `transaction/status?reference=${reference}`)
      return response?.status === 404
        ? { ...response, status: 200, body: { data: { status: '' } } }
        : response
    },
    ({ data }) => ({ status: data.status }),
  )

const readBalance = (stage: Stage, as: Credentials) =>
  stage.history.record(
    { ...asked(as), act: 'balance' },
    () => read(stage, as, 'balance'),
    ({ data }) => balanceIn(data),
  )

type Line = { kind: string; balance_after: number; amount: number; reference: string | null }

export const readLines = (stage: Stage, as: Credentials) =>
  stage.history.record(
    { ...asked(as), act: 'lines' },
    () => read(stage, as, 'wallet/history?limit=100'),
    ({ data }: { data: { items: Line[]; pagination: { total: number } } }) =>
      // A longer list needs several requests, which do not see one moment.
      data.items.length < data.pagination.total ? undefined : statementOf(data.items),
  )

/** What the lines say, newest first. */
function statementOf(lines: readonly Line[]): Output {
  const byReference = Map.groupBy(
    lines.filter(({ reference }) => reference !== null),
    ({ reference }) => reference!,
  )
  const transfers = [...byReference].map(([reference, some]) => [reference, statusBy(some)])
  return {
    available: cents(lines[0]?.balance_after ?? 0),
    transfers: Object.fromEntries(transfers),
    topUps: lines.filter(({ kind }) => kind === 'TOPUP').map(({ amount }) => cents(amount)),
  }
}

/** The kinds of lines that a transfer has in each status; its fee, which is zero here, has none. */
const statuses: Readonly<Record<string, string>> = {
  RESERVE: 'Submitted',
  'RELEASE RESERVE': 'Failed',
  'DEBIT RELEASE RESERVE': 'Successful',
  'DEBIT RELEASE RESERVE REVERSAL': 'Reversed',
}

/** The status that the lines of a transfer show. What they never show together is passed on as it is, and fits no status. */
function statusBy(lines: readonly Line[]): string {
  const kinds = lines
    .map(({ kind }) => kind)
    .sort()
    .join(' ')
  return statuses[kinds] ?? kinds
}

const balanceIn = ({ available, reserved }: { available: number; reserved: number }): Output => ({
  available: cents(available),
  reserved: cents(reserved),
})

const cents = (amount: number) => Math.round(amount * 100)

function read({ place }: Stage, { merchant_code, merchant_secret }: Credentials, path: string) {
  const authorization = `Basic ${Buffer.from(`${merchant_code}:${merchant_secret}`).toString('base64')}`
  return place.request({ method: 'GET', path: `/api/v1/remittance/${path}`, headers: { authorization } })
}
