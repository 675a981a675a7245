import { expect, test } from 'vitest'
import { collectorContract } from '../../../operator-calls/collector.contract.ts'
import {
  isFinal,
  type OperatorContract,
  openContractWorld,
  wallets,
} from '../../../operator-calls/operator.contract.steps.ts'
import { operatorContract } from '../../../operator-calls/operator.contract.ts'
import { openGsma } from './adapter.ts'

const contract: OperatorContract = {
  name: 'the GSMA adapter against the sandbox',
  operator: 'africell',
  prefix: '90',
  payPath: '/gsma/v1.2/mm/transactions/type/',
  open: ({ operatorsUrl, secret, ...needs }) =>
    openGsma(
      {
        protocol: 'gsma',
        url: `${operatorsUrl}/gsma/v1.2/mm`,
        authentication: {
          scheme: 'oauth',
          tokenUrl: `${operatorsUrl}/gsma/token`,
          clientId: 'likuta',
          clientSecret: secret,
        },
        apiKey: secret,
        debitParty: { key: 'walletid', value: 'FLOAT-USD' },
        collections: { creditParty: { key: 'walletid', value: 'COLLECTED' } },
        confirmCallbacks: true,
      },
      needs,
    ),
}

operatorContract(contract)
collectorContract({
  ...contract,
  collectPath: '/gsma/v1.2/mm/transactions/type/',
  reasons: {
    wrong_pin: 'MM_WRONG_PIN',
    cancelled: 'MM_CANCELLED',
    lapsed: 'MM_NO_ANSWER',
    limit: 'MM_LIMIT',
    blocked: 'MM_BLOCKED',
    busy: 'MM_DECLINED',
  },
})

test('a well-formed callback with a false outcome is overruled by the inquiry', async () => {
  const world = await openContractWorld(contract)
  await world.control('/operators/callbacks', { contradict_rate: 1 })
  for (const [wallet, kind] of [
    [wallets.paid, 'succeeded'],
    [wallets.declined, 'declined'],
  ] as const) {
    const payout = world.payoutTo(wallet)
    await world.operator.pay(payout)
    const report = await world.callbackFor(payout.reference, isFinal)
    for (const { callback } of report) expect(callback.outcome.kind).toBe(kind)
  }
  await world.close()
})
