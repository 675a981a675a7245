// The remittance half of the demo: money into the wallet, one transfer out of it, and its whole story.
import { demoTransfer } from '../../portal/sandbox/sample-requests.ts'
import { eventually, type Shop, type Tell } from './demo-shop.ts'

type Event = { at: string; kind: string; detail: string }

export async function demonstrateTransfer(shop: Shop, tell: Tell): Promise<void> {
  const base = '/api/v1/remittance'
  const { data: balance } = await shop.basic<object>(`${base}/sandbox/topup`, { amount: 5 })
  tell({ step: 'The merchant tops up its sandbox wallet', ...balance })

  const reference = `${shop.name}-4`
  const transfer = { ...demoTransfer(shop.baseUrl), reference, callback_url: shop.callbackUrl }
  const { data: accepted } = await shop.basic<{ customer_number: string }>(`${base}/inbound`, transfer)
  tell({ step: `The merchant sends 1 USD to +${accepted.customer_number}`, ...accepted })

  const status = await eventually('end of the transfer', async () => {
    const asked = `${base}/transaction/status?reference=${reference}`
    const { data } = await shop.basic<{ status: string }>(asked)
    return data.status === 'Submitted' ? undefined : data
  })
  tell({ step: 'The merchant reads the status', ...status })

  const events = await eventually('callback', async () => {
    const { data } = await shop.basic<{ events: Event[] }>(`${base}/transactions/${reference}/timeline`)
    return data.events.some(({ kind }) => kind === 'merchant.callback.sent') ? data.events : undefined
  })
  tell({ step: 'The timeline tells how it went', events })
  shop.tellWebhook(tell, 'REMITTANCE', await shop.webhook({ event_type: 'REMITTANCE', reference }))
}
