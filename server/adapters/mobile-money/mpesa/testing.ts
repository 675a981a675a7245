// M-Pesa of the sandbox, as the contract of operators wants it opened.
import type { OperatorContract } from '../../../remittance/operator.contract.steps.ts'
import type { MpesaConnection } from '../operator-settings.ts'
import { openMpesa } from './adapter.ts'
import { conversationOf } from './wire.ts'

/** @param seen is told where the sandbox is. */
export function sandboxContract(
  changes: Partial<MpesaConnection> = {},
  seen: (sandboxUrl: string) => void = () => {},
): OperatorContract {
  return {
    name: 'M-Pesa, before the sandbox',
    operator: 'vodacom',
    prefix: '81',
    payPath: '/mpesa/sandbox/ipg/v2/vodacomDRC/b2cPayment',
    portal: 'mpesa',
    lacks: { signedCallbacks: true },
    bookReference: ({ reference }) => conversationOf(reference),
    async open({ operatorsUrl, sandboxUrl, secret, ...needs }) {
      seen(sandboxUrl)
      const connection: MpesaConnection = {
        protocol: 'mpesa',
        url: `${operatorsUrl}/mpesa/sandbox/ipg/v2/vodacomDRC`,
        apiKey: secret,
        publicKey: await portalKeyOf(sandboxUrl),
        serviceProviderCode: '000000',
        origin: '*',
        mode: 'async',
        confirmCallbacks: true,
        sessionSeconds: 600,
        ...changes,
      }
      return openMpesa(connection, needs)
    },
  }
}

async function portalKeyOf(sandboxUrl: string): Promise<string> {
  const response = await fetch(`${sandboxUrl}/sandbox/operators/portal`)
  const { mpesa_public_key: key } = (await response.json()) as { mpesa_public_key: string }
  return key
}
