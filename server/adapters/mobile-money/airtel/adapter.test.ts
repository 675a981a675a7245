import { collectorContract } from '../../../operator-calls/collector.contract.ts'
import type { OperatorContract } from '../../../operator-calls/operator.contract.steps.ts'
import { operatorContract } from '../../../operator-calls/operator.contract.ts'
import { openAirtel } from './adapter.ts'
import { collectionIdOf } from './wire.ts'

const variants = [
  { rsaPadding: 'oaep', signMessages: true },
  { rsaPadding: 'pkcs1', signMessages: false },
] as const

for (const variant of variants) {
  const { rsaPadding, signMessages } = variant
  const contract: OperatorContract = {
    name: `the Airtel adapter against the sandbox, ${rsaPadding}, ${signMessages ? 'signed' : 'unsigned'}`,
    operator: 'airtel',
    prefix: '97',
    payPath: '/airtel/standard/v2/disbursements',
    portal: 'airtel',
    open: ({ operatorsUrl, secret, ...needs }) =>
      openAirtel(
        {
          protocol: 'airtel',
          url: `${operatorsUrl}/airtel`,
          clientId: 'likuta',
          clientSecret: secret,
          pin: '1234',
          callbackKey: secret,
          // Version 2 requires signed messages.
          collections: { version: signMessages ? 'v2' : 'v1' },
          ...variant,
        },
        needs,
      ),
  }
  operatorContract(contract)
  collectorContract({
    ...contract,
    collectPath: '/airtel/merchant/',
    collectionReference: ({ reference }) => collectionIdOf(reference),
    reasons: {
      wrong_pin: 'MM_WRONG_PIN',
      cancelled: 'MM_CANCELLED',
      lapsed: 'MM_NO_ANSWER',
      limit: 'MM_LIMIT',
      // A barred wallet and one that does not exist have the same code.
      blocked: 'MM_NO_WALLET',
      busy: 'MM_DECLINED',
    },
    silentAbout: { amounts: true, refundCallbacks: true },
  })
}
