// An adjustment of a wallet by two admins.
import { type ActContext, isOk } from './context.ts'

export async function adjustment(context: ActContext): Promise<void> {
  const { chance, clients, merchant, newKey, maybeKey, once, acknowledge, tries } = context
  const as = merchant()
  const wanted = { amount: chance.pick([-4, -1, 1, 4]), reason: `put right by hand ${context.next()}` }
  once('adjustment', 'select 1 from wallet_adjustment where reason = $1', wanted.reason)
  const requested = await clients.admin(
    'amina',
    `/api/v1/admin/wallets/${as.merchant_code}/adjustments`,
    wanted,
    { ...newKey(), tries: 3 },
  )
  const id = requested?.body?.data?.id
  if (!isOk(requested) || id === undefined) return
  acknowledge('adjustment', 'select 1 from wallet_adjustment where id = $1', id)
  const act = chance.pick(['approve', 'approve', 'reject'])
  const decide = async () => {
    const response = await clients.admin(
      'benoit',
      `/api/v1/admin/wallets/adjustments/${id}/${act}`,
      { reason: 'checked' },
      { ...maybeKey(), tries: tries() },
    )
    if (isOk(response))
      acknowledge(
        `adjustment: ${act}`,
        'select 1 from wallet_adjustment where id = $1 and state = $2',
        id,
        act === 'approve' ? 'APPROVED' : 'REJECTED',
      )
  }
  await Promise.all([decide(), ...(chance.happens(0.3) ? [decide()] : [])])
}
