// Races for wallets and held transfers, and a control with a planted fault, which must be detected.
import { exampleTransfer } from '../../../server/remittance/acceptance/schemas.ts'
import { type Race, type Steps, tries } from './steps.ts'

export const poorWallet = ({ all, scene, clients, count }: Steps): Race => ({
  name: 'transfers from a wallet with money for one',
  winners: 1,
  async run(round) {
    const poor = await scene.register(`Race ${round}`)
    const money = { amount: 1, reason: 'race' }
    await clients.admin('amina', `/api/v1/admin/wallets/${poor.merchant_code}/top-ups`, money, {
      key: clients.newKey(),
      tries,
    })
    await all((caller) =>
      clients.basic(
        poor,
        '/api/v1/remittance/inbound',
        { ...exampleTransfer, reference: `POOR-${round}-${caller}`, amount: 1 },
        { tries: 3 },
      ),
    )
    return count(
      `transfer t join merchant m on m.id = t.merchant_id where m.merchant_code = $1 and t.status in ('Submitted', 'Successful')`,
      poor.merchant_code,
    )
  },
})

export const topUps = ({ all, scene, clients, count }: Steps): Race => ({
  name: "top-ups of 1,000 by one person's two tokens",
  winners: 10,
  async run(round) {
    const { merchant_code } = await scene.register(`Race of sums ${round}`)
    const money = { amount: 1_000, reason: 'race' }
    await all((caller) =>
      clients.admin(
        caller % 2 === 0 ? 'amina' : 'amina-phone',
        `/api/v1/admin/wallets/${merchant_code}/top-ups`,
        money,
        { key: clients.newKey(), tries },
      ),
    )
    return count(
      `wallet_entry e join wallet w on w.id = e.wallet_id join merchant m on m.id = w.merchant_id
        where e.top_up_owner is not null and m.merchant_code = $1`,
      merchant_code,
    )
  },
})

export const decisions = ({ all, heldTransfer, clients, count }: Steps): Race => ({
  name: 'releases and rejections of one held transfer',
  winners: 1,
  async run() {
    const held = await heldTransfer()
    const decide = (act: string) =>
      clients.admin(
        'benoit',
        `/api/v1/admin/remittance/holds/${held}/${act}`,
        { reason: 'race' },
        { tries: 3 },
      )
    await all((caller) => decide(caller % 2 === 0 ? 'release' : 'reject'))
    return count(
      'transfer_review r join transfer t on t.id = r.transfer_id where t.transaction_id = $1',
      held,
    )
  },
})

export const naiveRefunds = ({ scene, callers }: Steps): Race => ({
  name: 'refunds that read, then write',
  winners: 10,
  isControl: true,
  async run() {
    await scene.rows('create table naive_payment as select 10 as left_over')
    const results = await Promise.all(
      Array.from({ length: callers }, async () => {
        const [{ left_over }] = await scene.rows('select left_over from naive_payment')
        if (left_over < 1) return false
        await scene.rows('update naive_payment set left_over = $1::int', [left_over - 1])
        return true
      }),
    )
    await scene.rows('drop table naive_payment')
    return results.filter(Boolean).length
  },
})
