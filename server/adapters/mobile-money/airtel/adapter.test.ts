import { operatorContract } from '../../../operator-calls/operator.contract.ts'
import { openAirtel } from './adapter.ts'

const variants = [
  { rsaPadding: 'oaep', signMessages: true },
  { rsaPadding: 'pkcs1', signMessages: false },
] as const

for (const variant of variants) {
  const { rsaPadding, signMessages } = variant
  operatorContract({
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
          ...variant,
        },
        needs,
      ),
  })
}
