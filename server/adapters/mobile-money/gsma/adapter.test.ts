import { operatorContract } from '../../../remittance/operator.contract.ts'
import { openGsma } from './adapter.ts'

operatorContract({
  name: 'GSMA, before the sandbox',
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
          clientId: 'mosolo',
          clientSecret: secret,
        },
        apiKey: secret,
        debitParty: { key: 'walletid', value: 'FLOAT-USD' },
      },
      needs,
    ),
})
