import type { OperatorCode } from '../../kernel/operators.ts'
import { operatorCodes } from '../../kernel/operators.ts'
import {
  type OperatorConnection,
  type OperatorConnections,
  operatorConnections,
} from './operator-settings.ts'

type Portal = { secret: string; mpesaPublicKey: string }

/** Connections to the simulators, by protocol. */
function simulatedConnections(origin: string, { secret, mpesaPublicKey }: Portal) {
  const client = { clientId: 'likuta', clientSecret: secret }
  const gsma = `${origin}/operators/gsma`
  return {
    gsma: {
      protocol: 'gsma',
      url: `${gsma}/v1.2/mm`,
      authentication: { scheme: 'oauth', tokenUrl: `${gsma}/token`, ...client },
      apiKey: secret,
      debitParty: { key: 'walletid', value: 'FLOAT-USD' },
      collections: { creditParty: { key: 'walletid', value: 'COLLECTED' } },
    },
    airtel: {
      protocol: 'airtel',
      url: `${origin}/operators/airtel`,
      ...client,
      pin: '1234',
      callbackKey: secret,
      collections: { version: 'v1' },
    },
    mpesa: {
      protocol: 'mpesa',
      url: `${origin}/operators/mpesa/sandbox/ipg/v2/vodacomDRC`,
      apiKey: secret,
      publicKey: mpesaPublicKey,
      serviceProviderCode: '000000',
      notFoundCode: 'INS-23',
      collections: {},
    },
    pawapay: {
      protocol: 'pawapay',
      url: `${origin}/operators/pawapay`,
      token: secret,
      product: 'payouts',
      collections: {},
    },
  }
}

/** Operators whose simulator speaks a protocol of their own; the others speak that of the GSMA. */
const ownProtocols: Readonly<Partial<Record<OperatorCode, OperatorConnection['protocol']>>> = {
  vodacom: 'mpesa',
  airtel: 'airtel',
}

export const usualRoutes = Object.fromEntries(
  operatorCodes.map((code) => [code, ownProtocols[code] ?? 'gsma'] as const),
) as Readonly<Record<OperatorCode, OperatorConnection['protocol']>>

/** Connections to a sandbox's simulators. @param origin their base URL. @param routes the protocol of each operator. */
export function simulatedOperators(
  origin: string,
  portal: Portal,
  routes: Readonly<Partial<Record<OperatorCode, OperatorConnection['protocol']>>> = usualRoutes,
): OperatorConnections {
  const connections = simulatedConnections(origin, portal)
  return operatorConnections.parse(
    Object.fromEntries(
      Object.entries(routes).map(([operator, protocol]) => [operator, connections[protocol]]),
    ),
  )
}
