// One wallet and its clients: it is topped up, sends transfers, which workers pay, and is read by several at once.
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { exampleTransfer } from '../../../server/remittance/acceptance/schemas.ts'
import type { ClientResponse } from '../../simulation/world/network.ts'
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

/** The lines of what they do fit into few pages. */
const size = { clients: 4, acts: 10 }

export async function useWallet(stage: Stage): Promise<void> {
  const as = await stage.place.register(`History ${stage.next()}`)
  stage.wallets.push(as)
  const references: string[] = []
  let topUps = 0
  // Each top-up of a wallet has its own amount, by which its line names it.
  const funding = () => topUp(stage, as, 50 + ++topUps)
  await funding()
  const sending = () => send(stage, as, references)
  const reading = () => references.length > 0 && readTransfer(stage, as, stage.place.chance.pick(references))
  const acts = [
    ...[sending, sending, sending],
    async () => reading(),
    async () => reading(),
    () => readBalance(stage, as),
    () => readBalance(stage, as),
    () => readLines(stage, as),
    funding,
  ]
  await crowd(stage, size, acts)
}

const asked = ({ merchant_code: id }: Credentials) => ({ object: 'wallet', id }) as const

async function topUp(stage: Stage, as: Credentials, amount: number): Promise<void> {
  const { clients, history, next } = stage
  const key = `top-up-${next()}`
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
type Page = { data: { items: Line[]; pagination: { total: number; pages: number } } }

export const readLines = (stage: Stage, as: Credentials) =>
  stage.history.record(
    { ...asked(as), act: 'lines' },
    () => readPages(stage, as),
    ({ data }: Page) => statementOf(data.items.toReversed()),
  )

/** All pages, newest first. Lines are only ever added, so pages with the same total show the same moment. */
async function readPages(stage: Stage, as: Credentials): Promise<ClientResponse | undefined> {
  const readPage = (page: number) => read(stage, as, `wallet/history?limit=100&page=${page}`)
  const first = await readPage(1)
  if (first?.status !== 200) return first
  const { items, pagination } = (first.body as Page).data
  const lines = [...items]
  for (let page = 2; page <= pagination.pages; page++) {
    const { status, body } = (await readPage(page)) ?? {}
    if (status !== 200 || body.data.pagination.total !== pagination.total) return undefined
    lines.push(...body.data.items)
  }
  return { ...first, body: { data: { items: lines } } }
}

/** What the lines say, oldest first. */
function statementOf(lines: readonly Line[]): Output {
  const movements: string[] = []
  for (const [n, { kind, amount, reference }] of lines.entries()) {
    const following = lines[n + 1]
    if (kind === 'TOPUP') movements.push(`top-up ${cents(amount)}`)
    else if (kind === 'RESERVE') movements.push(`reserve ${reference}`)
    else if (kind === 'REVERSAL') movements.push(`Reversed ${reference}`)
    // What is paid is released and debited at once.
    else if (kind === 'RELEASE' && !(following?.kind === 'DEBIT' && following.reference === reference))
      movements.push(`Failed ${reference}`)
    else if (kind === 'DEBIT') movements.push(`Successful ${reference}`)
    // Nothing that clients do here leads to another kind: the checker finds no place for it.
    else if (kind !== 'RELEASE') movements.push(`${kind} ${reference}`)
  }
  return { available: cents(lines.at(-1)?.balance_after ?? 0), movements }
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
