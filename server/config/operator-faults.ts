// What production refuses in a connection to an operator, because money would be asked for or paid out unsafely.
import type { OperatorConnections } from '../adapters/mobile-money/operator-settings.ts'

type Connection = NonNullable<OperatorConnections[keyof OperatorConnections]>

/** The faults, each with the member that it is in. */
export function operatorFaults(connections: OperatorConnections): string[] {
  return Object.entries(connections).flatMap(([operator, connection]) =>
    faultsIn(connection).map((fault) => `OPERATORS_PRODUCTION: ${operator}.${fault}`),
  )
}

function faultsIn(connection: Connection): string[] {
  const texts = textsIn(connection)
  // guard: operator-https
  const open = texts.filter(([, text]) => text.startsWith('http:'))
  // guard: simulated-account
  const simulated = texts.filter(([, text]) => text.startsWith('SIM-'))
  return [
    ...open.map(([path]) => `${path}: must be https in production`),
    ...simulated.map(([path]) => `${path}: is an id of the simulators`),
  ]
}

/** All texts of a connection, each with its path, such as `authentication.tokenUrl`. */
function textsIn(members: object): (readonly [path: string, text: string])[] {
  return Object.entries(members).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return [[name, value] as const]
    if (typeof value !== 'object' || value === null) return []
    return textsIn(value).map(([path, text]) => [`${name}.${path}`, text] as const)
  })
}
