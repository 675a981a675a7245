import { expect, test } from 'vitest'
import { pdfText } from '../../../test/support/papers/pdf-text.ts'
import { pdfPieces } from './pdf.ts'
import { type Period, periodOf, startOf } from './period.ts'
import type { Line, Statement } from './statement.ts'

const period = periodOf('2026-11') as Period
const madeAt = Temporal.Instant.from('2026-12-02T08:00:00Z')

async function statementOf(name: string, reference: string): Promise<Buffer> {
  const line: Line = {
    id: 1n,
    public_id: '0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa',
    type: 'charge',
    currency: 'USD',
    amount_minor: 2_550n,
    fee_minor: 89n,
    net_minor: 2_461n,
    available_on: '2026-11-23',
    transaction_uuid: 'LKT-20261121-093000-7K2M9QXA-CD',
    payout_id: null,
    merchant_reference: reference,
    description: null,
    created_at: startOf(period.first),
    balance: 2_461n,
  }
  const statement: Statement = {
    owner: { merchantId: 1n, environment: 'sandbox' },
    holder: { merchant_code: 'LKT-7K2M-9QXA', name },
    ...{ currency: 'USD', period, through: startOf(period.next), isFinal: true, madeAt },
    ...{ opening: 0n, closing: 2_461n, count: 1n },
    totals: [{ type: 'charge', count: 1n, amount: 2_550n, fee: 89n, net: 2_461n }],
  }
  async function* lines() {
    yield [line]
  }
  return Buffer.concat(await Array.fromAsync(pdfPieces(statement, lines(), 'fr')))
}

test.each([
  ['محمد ولد حسن', 'mhmd wld hsn'],
  ['דוד לוי', 'dvd lvy'],
  ['Владимир', 'Владимир'],
  ['王小明', 'WangXiaoMing'],
  ['김민수', 'GimMinSu'],
  ['Chez 🌺 Flore', 'Chez Flore'],
  ['🌺', ':hibiscus:'],
])(
  'a statement in PDF names the merchant and reference %s as %s, and is copied as written',
  async (name, shown) => {
    const { drawn, copied } = pdfText(await statementOf(name, name))
    expect(drawn.split(`\n${shown}\n`)).toHaveLength(3)
    expect(copied.split(`\n${name}\n`)).toHaveLength(3)
  },
)
