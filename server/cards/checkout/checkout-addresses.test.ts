import { expect, test } from 'vitest'
import type { Secrets } from '../../platform/secrets.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { cancelLink, leaveLink, pendingLink, returnLink } from './checkout-addresses.ts'

const needs = { baseUrl: 'https://pay.example', secrets: {} as Secrets }
const paid = {
  transaction_uuid: 'T-1',
  status: 'SUCCESS',
  cs_payment_id: '7',
  amount_minor: 1250n,
  currency: 'USD',
  merchant_reference: 'INV 1',
} as PricedTransaction
const cancelled = 'status=CANCELLED&transaction_uuid=T-1&reference=INV+1'

test.each([
  ['https://shop.cd', `https://shop.cd/?${cancelled}`],
  ['https://shop.cd/?', `https://shop.cd/?${cancelled}`],
  ['https://shop.cd/?/checkout/done', `https://shop.cd/?/checkout/done&${cancelled}`],
  ['https://shop.cd/a?x=%20y', `https://shop.cd/a?x=%20y&${cancelled}`],
  ['https://shop.cd/a?x=+y&flag', `https://shop.cd/a?x=+y&flag&${cancelled}`],
  ['https://shop.cd/a?x=1&', `https://shop.cd/a?x=1&${cancelled}`],
  ['https://shop.cd/a?status=new&a=%2f%2F', `https://shop.cd/a?status=new&a=%2f%2F&${cancelled}`],
  ["https://shop.cd/a?who=O'Neil(1)*~[]|\\^`{}", `https://shop.cd/a?who=O'Neil(1)*~[]|\\^\`{}&${cancelled}`],
  ['https://shop.cd/a?b?c=d', `https://shop.cd/a?b?c=d&${cancelled}`],
  ['https://shop.cd/#/basket?step=2', `https://shop.cd/?${cancelled}#/basket?step=2`],
  ['https://shop.cd/a?x=%20#', `https://shop.cd/a?x=%20&${cancelled}`],
  // What no header may carry is escaped, as every browser does it.
  ['https://shop.cd/?q=reçu payé "1"', `https://shop.cd/?q=re%C3%A7u%20pay%C3%A9%20%221%22&${cancelled}`],
])('the query of %s stays as the merchant wrote it, with ours behind it', (address, expected) => {
  const transaction = { ...paid, cancel_url: address, return_url: null }
  expect(cancelLink(needs, transaction)).toBe(expected)
  const outcome = (link: string | null) =>
    link?.replace(/status=(SUCCESS|PENDING|FAILED).*?(?=#|$)/, cancelled)
  expect(outcome(leaveLink(transaction))).toBe(expected)
  const returning = { ...paid, return_url: address }
  expect(outcome(returnLink(needs, returning))).toBe(expected)
  expect(outcome(returnLink(needs, { ...returning, status: 'FAILED', reason_code: '', message: '' }))).toBe(
    expected,
  )
  expect(outcome(pendingLink(returning))).toBe(expected)
})
