// Creating orders: a signature, a validation, and a row that is on disk before the response.
import type { Outgoing, Workload } from './workload.ts'

export const orders = {
  name: 'orders',
  concurrency: [64, 1],
  async prepare() {
    return inTurn
  },
  control: { subject: 'bare Fastify', prepare: () => inTurn },
} satisfies Workload

export function orderRequest(n: number): Outgoing {
  const body = {
    amount: 25.5,
    currency: 'USD',
    merchant_reference: `INV-2026-${String(n).padStart(8, '0')}`,
    callback_url: 'https://boutique.example.com/payments/callback?shop=goma-centre',
    return_url: 'https://boutique.example.com/payments/thanks?basket=7f0c2a1e',
    cancel_url: 'https://boutique.example.com/payments/cancelled?basket=7f0c2a1e',
    bill_to_forename: 'Grâce',
    bill_to_surname: 'Mukendi Kabila',
    bill_to_email: 'grace.mukendi@example.com',
    bill_to_phone: '+243991234567',
    bill_to_address_line1: '12 avenue du Lac, quartier Himbi',
    bill_to_address_city: 'Goma',
    bill_to_address_country: 'CD',
  }
  return { method: 'POST', path: '/api/v1/payment/orders', body: Buffer.from(JSON.stringify(body)) }
}

const ordersInTurn = Array.from({ length: 64 }, (_, n) => orderRequest(n))
const inTurn = (n: number) => ordersInTurn[n % ordersInTurn.length]!
