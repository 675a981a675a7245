// Receipts that verify and receipts that do not, made by the server's own functions, for authors of verifiers.

import { receiptToken } from '../server/receipts/issue-receipt.ts'
import { keyFrom, publicJwk } from '../server/receipts/keys.ts'
import type { ReceiptFacts } from '../server/receipts/receipt-facts.ts'

const live = keyFrom(Buffer.alloc(32, 1))
const test = keyFrom(Buffer.alloc(32, 2))
const other = { ...keyFrom(Buffer.alloc(32, 3)), keyId: live.keyId }

const code = 'K7Q2M9XW4T'
const at = Temporal.Instant.from('2026-11-21T09:31:20Z')
const facts: ReceiptFacts = {
  environment: 'production',
  merchant: 'Boutique Lac Kivu',
  amount: '25.50',
  currency: 'USD',
  reference: 'INV-2041',
  paidAt: Temporal.Instant.from('2026-11-21T09:31:12Z'),
  state: 'paid',
  returnedAmount: null,
  returnedAt: null,
  timeZone: 'Africa/Kinshasa',
  recipient: null,
}
const genuine = receiptToken(facts, { code, key: live, at })
const [signed = '', signature = ''] = genuine.split('.')

/** As all receipts were issued before they had one. */
const withoutZone =
  'eyJrIjoiTkhVUG1MMVoiLCJjIjoiSzdRMk05WFc0VCIsIm0iOiJCb3V0aXF1ZSBMYWMgS2l2dSIsImEiOiIyNS41MCIsInUiOiJVU0QiLCJyIjoiSU5WLTIwNDEiLCJ0IjoxNzk1MjUzNDcyLCJzIjoicGFpZCIsImkiOjE3OTUyNTM0ODB9.MizMnFupmWBwbYGuTiqL3HgGKVQsIaOn4i1ctyj7SZkQPuN9pW193CqEBSYJjkbAZhc35D-eoBjXHQuGktP7Bg'

function withContent(change: (text: string) => string): string {
  const text = Buffer.from(signed, 'base64url').toString()
  return `${Buffer.from(change(text)).toString('base64url')}.${signature}`
}

const cases: [name: string, genuine: boolean, token: string][] = [
  ['a card payment', true, genuine],
  ['a card payment, of a receipt without a time zone', true, withoutZone],
  [
    'a refunded payment in CDF, with letters beyond ASCII',
    true,
    receiptToken(
      { ...facts, merchant: 'Étoile du Kasaï', amount: '2850000.00', currency: 'CDF', state: 'refunded' },
      { code, key: live, at },
    ),
  ],
  [
    'a transfer, with name and reference cut to fit',
    true,
    receiptToken(
      {
        ...facts,
        merchant: 'Agence de transferts Étoile du Kivu, succursale de Goma',
        reference: 'TRANSFERT-2026-11-21-0000042',
        state: 'successful',
      },
      { code, key: live, at },
    ),
  ],
  ['a changed amount', false, withContent((text) => text.replace('25.50', '95.50'))],
  ['a reformatted content', false, withContent((text) => text.replaceAll(',', ', '))],
  ['signed with another key', false, receiptToken(facts, { code, key: other, at })],
  ['signed with a test key', false, receiptToken(facts, { code, key: test, at })],
  ['without its signature', false, signed],
  ['with a cut signature', false, genuine.slice(0, -1)],
]

/** `receipts` of docs/test-vectors.json: `keys` is a JWK set as `/.well-known/receipt-keys.json` returns it. */
export function receiptVectors() {
  const keys = [publicJwk('production', live.keyId, live.publicKey)]
  return { keys, tokens: cases.map(([name, isGenuine, token]) => ({ name, token, genuine: isGenuine })) }
}
