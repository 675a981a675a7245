// The remittance part of the demo: a wallet top-up, a transfer and its timeline.
import { demoTransfer } from '../../../portal/sample-requests.ts'
import { type DemoMerchant, eventually, type ReportStep } from './demo-shop.ts'

type Event = { at: string; kind: string; detail: string }

export async function demonstrateTransfer(demoMerchant: DemoMerchant, report: ReportStep): Promise<void> {
  const base = '/api/v1/remittance'
  const { data: balance } = await demoMerchant.basic<object>(`${base}/sandbox/topup`, { amount: 5 })
  report({ step: 'The merchant tops up its sandbox wallet', ...balance })

  const reference = `${demoMerchant.name}-4`
  const transfer = {
    ...demoTransfer(demoMerchant.baseUrl),
    reference,
    callback_url: demoMerchant.callbackUrl,
  }
  const { data: accepted } = await demoMerchant.basic<{ customer_number: string }>(
    `${base}/inbound`,
    transfer,
  )
  report({ step: `The merchant sends 1 USD to +${accepted.customer_number}`, ...accepted })

  const status = await eventually('outcome of the transfer', async () => {
    const requested = `${base}/transaction/status?reference=${reference}`
    const { data } = await demoMerchant.basic<{ status: string }>(requested)
    return data.status === 'Submitted' ? undefined : data
  })
  report({ step: 'The merchant reads the status', ...status })

  const events = await eventually('callback', async () => {
    const { data } = await demoMerchant.basic<{ events: Event[] }>(
      `${base}/transactions/${reference}/timeline`,
    )
    return data.events.some(({ kind }) => kind === 'merchant.callback.sent') ? data.events : undefined
  })
  report({ step: 'The merchant reads the timeline', events })
  demoMerchant.reportWebhook(
    report,
    'REMITTANCE',
    await demoMerchant.webhook({ event_type: 'REMITTANCE', reference }),
  )
}
