// The requests of portal and console users: every list at its start, deep inside and at its end, with every filter,
// and searched by every kind of term.
import { transferOf, uuidOf } from './rows.ts'

/** `shows` is whether the response must contain rows: an empty result would be misleadingly fast. */
export type Question = { name: string; path: string; how: 'bearer' | 'basic' | 'admin'; shows: boolean }

const perPage = 20
/** The last page of lists over all merchants, which count up to 10,000 rows. */
const lastOfAll = 500
/** A payment that is still open has sent no webhook yet. */
const lastOfDeliveries = 480

type QuestionRow = [name: string, path: string, shows?: boolean]

/** @param size how many payments and transfers the merchant has. @param code of the merchant. */
export function questions(size: number, code: string): Question[] {
  const portal = portalQuestions(size).map((requests) => question(requests, 'bearer', '/api/v1/merchant/'))
  const console = consoleQuestions(size, code).map((requests) =>
    question(requests, 'admin', '/api/v1/admin/'),
  )
  const last: QuestionRow = ['remittance /transactions, last page', `transactions?page=${size / perPage}`]
  return [...portal, question(last, 'basic', '/api/v1/remittance/'), ...console]
}

function question([name, path, shows = true]: QuestionRow, how: Question['how'], base: string): Question {
  return { name: how === 'admin' ? `console ${name}` : name, path: base + path, how, shows }
}

const phoneOf = (size: number) =>
  `099${String((Math.floor(size / 3) * 104_729) % 10_000_000).padStart(7, '0')}`
const numberOf = (size: number) => {
  const n = Math.floor(size / 3)
  return `+${['24381', '24397', '24384', '24390'][n % 4]}${String((n * 104_729) % 10_000_000).padStart(7, '0')}`
}
const month = () => {
  const from = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10)
  const to = new Date(Date.now() - 70 * 86_400_000).toISOString().slice(0, 10)
  return `from=${from}&to=${to}`
}

/** @returns the requests of the portal; the last page of a filtered list is a share of the last page of all. */
function portalQuestions(size: number): QuestionRow[] {
  const last = size / perPage
  const page = (share: number) => `page=${Math.max(1, Math.floor(last * share))}`
  return [
    ['overview', 'overview'],
    ['checklist', 'checklist'],
    ['payments, page 1', 'payments'],
    ['payments, page 2,000', `payments?page=${Math.min(2_000, last)}`],
    ['payments, last page', `payments?page=${last}`],
    ['payments FAILED, page 1', 'payments?status=FAILED'],
    ['payments FAILED, 9 in 10 skipped', `payments?status=FAILED&${page(0.09)}`],
    ['payments PENDING', 'payments?status=PENDING'],
    ['payments CDF, page 1', 'payments?currency=CDF'],
    ['payments CDF, 9 in 10 skipped', `payments?currency=CDF&${page(0.18)}`],
    ['payments VOIDED CDF, rare', 'payments?status=VOIDED&currency=CDF&limit=100', false],
    ['payments of a month, page 1', `payments?${month()}`],
    ['payments of a month, last page', `payments?${month()}&${page(1 / 12)}`],
    ['payments with a frequent amount, page 40', 'payments?q=10.00&page=40'],
    ['one payment', `payments/${uuidOf(size)}`],
    ...balanceQuestions(last, page),
    ['transfers, page 1', 'transfers'],
    ['transfers, page 2,000', `transfers?page=${Math.min(2_000, last)}`],
    ['transfers, last page', `transfers?page=${last}`],
    ['transfers Hold', 'transfers?status=Hold'],
    ['transfers Failed, page 1', 'transfers?status=Failed'],
    ['transfers orange, 9 in 10 skipped', `transfers?operator=orange&${page(0.22)}`],
    ['transfers orange Failed, none', `transfers?operator=orange&status=Failed`, false],
    ['transfers of a month, last page', `transfers?${month()}&${page(1 / 12)}`],
    ['one transfer', `transfers/${transferOf(size)}`],
    ['search: reference', `search?q=INV-${Math.floor(size / 3)}`],
    ['search: reference of a transfer', `search?q=PAYOUT-${Math.floor(size / 3)}`],
    ['search: transaction_uuid', `search?q=${uuidOf(size)}`],
    ['search: transaction_id', `search?q=${transferOf(size)}`],
    ['search: phone', `search?q=${phoneOf(size)}`],
    ['search: phone of a wallet', `search?q=${encodeURIComponent(numberOf(size))}`],
    ['search: email', 'search?q=customer77%40example.com'],
    ['search: last four digits', 'search?q=0031'],
    ['search: frequent amount', 'search?q=10.00'],
    ['search: rare amount', 'search?q=1234.56', false],
    ['search: name of a payer', 'search?q=Mukendi%20123', false],
    ['search: nothing', 'search?q=nothing-at-all', false],
    ['settlements, page 1', 'settlements'],
    ['settlements of a month', `settlements?${month()}`],
    ['wallet', 'wallet'],
    ['wallet history, page 1', 'wallet/history'],
    ['wallet history, page 2,000', `wallet/history?page=${Math.min(2_000, last)}`],
    ['wallet history, last page', `wallet/history?page=${Math.floor((size * 2.5) / perPage)}`],
    ['deliveries, page 1', 'deliveries'],
    ['deliveries, last page', `deliveries?page=${Math.floor(last / 1.03)}`],
    ['deliveries PENDING', 'deliveries?status=PENDING'],
    ['deliveries DEAD', 'deliveries?status=DEAD'],
    ['links', 'links', false],
    ['requests', 'requests', false],
  ]
}

/** @param page the page at this share of the last one. */
function balanceQuestions(last: number, page: (share: number) => string): QuestionRow[] {
  return [
    ['balance', 'balance'],
    ['balance, next sums', 'balance/next'],
    ['movements, page 1', 'balance/transactions'],
    ['movements, page 2,000', `balance/transactions?page=${Math.min(2_000, last)}`],
    ['movements, last page', `balance/transactions?page=${last}`],
    ['movements refund, 9 in 10 skipped', `balance/transactions?type=refund&${page(0.016)}`],
    ['movements void CDF, rare', 'balance/transactions?type=void&currency=CDF', false],
    ['movements CDF, 9 in 10 skipped', `balance/transactions?currency=CDF&${page(0.18)}`],
    ['movements payout, none', 'balance/transactions?type=payout', false],
    ['movements of a month, last page', `balance/transactions?${month()}&${page(1 / 12)}`],
    ['months of statements', 'statements/months', false],
    ['statement of a day', `statements?period=${month().slice(5, 15)}&currency=CDF`, false],
  ]
}

function consoleQuestions(size: number, code: string): QuestionRow[] {
  const day = month().slice(5, 15)
  return [
    ['overview', 'overview'],
    ['payments, page 1', 'payments'],
    ['payments, page 500', `payments?page=${lastOfAll}`],
    ['payments of a merchant, page 500', `payments?merchant_code=${code}&page=${lastOfAll}`],
    ['payments FAILED', 'payments?status=FAILED'],
    ['payments PENDING', 'payments?status=PENDING'],
    ['payments VOIDED CDF, rare', 'payments?status=VOIDED&currency=CDF', false],
    ['payments of production, none', 'payments?environment=production', false],
    ['payments of a day', `payments?from=${day}&to=${day}`],
    ['payments by reference', `payments?q=INV-${Math.floor(size / 3)}`],
    ['payments by uuid', `payments?q=${uuidOf(size)}`],
    ['payments by cs_payment_id', `payments?q=1-${Math.floor(size / 3)}`],
    ['payments by phone', `payments?q=${phoneOf(size)}`],
    ['payments by email', 'payments?q=customer77%40example.com'],
    ['payments by last four digits', 'payments?q=0031'],
    ['payments by frequent amount', 'payments?q=10.00'],
    ['payments by nothing', 'payments?q=nothing-at-all', false],
    ['one payment', `payments/${uuidOf(size)}`],
    ['transfers, page 1', 'transfers'],
    ['transfers, page 500', `transfers?page=${lastOfAll}`],
    ['transfers Failed', 'transfers?status=Failed'],
    ['transfers Submitted', 'transfers?status=Submitted'],
    ['transfers Hold', 'transfers?status=Hold'],
    ['transfers orange', 'transfers?operator=orange'],
    ['transfers Failed orange, none', 'transfers?status=Failed&operator=orange', false],
    ['transfers by reference', `transfers?q=PAYOUT-${Math.floor(size / 3)}`],
    ['transfers by phone', `transfers?q=${encodeURIComponent(numberOf(size))}`],
    ['transfers by telco reference', `transfers?q=SIM-${Math.floor(size / 3)}`],
    ['transfers by frequent amount', 'transfers?q=10.00'],
    ['one transfer', `transfers/${transferOf(size)}`],
    ['holds', 'remittance/holds'],
    ['deliveries, page 1', 'deliveries'],
    ['deliveries, page 480', `deliveries?page=${lastOfDeliveries}`],
    ['deliveries PENDING', 'deliveries?state=PENDING'],
    ['deliveries DEAD', 'deliveries?state=DEAD'],
    ['deliveries FAILED, none', 'deliveries?state=FAILED', false],
    ['deliveries of a type that is rare', 'deliveries?event_type=REFUND', false],
    ['audit, page 1', 'audit'],
    ['audit, page 500', `audit?page=${lastOfAll}`],
    ['audit of a person', 'audit?actor=amina'],
    ['audit of nobody', 'audit?actor=nobody', false],
    ['audit of an action', 'audit?action=refund.requested'],
    ['audit of an action that is rare', 'audit?action=rates.approved', false],
    ['audit of a subject', `audit?subject=LKT-${Math.floor(size / 200)}`],
    ['balance of a merchant', `merchants/${code}/balance`],
    ['movements of a merchant, page 500', `merchants/${code}/balance/transactions?page=${lastOfAll}`],
    ['settlements', 'settlements'],
    ['settlements of a merchant', `settlements?merchant_code=${code}`],
    ['wallets', 'wallets'],
    ['merchants', 'merchants'],
  ]
}
