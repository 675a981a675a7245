// All simulated protocols, each under `/operators/<name>`.
import { airtel } from './airtel/protocol.ts'
import { gsma } from './gsma/protocol.ts'
import { mpesa } from './mpesa/protocol.ts'
import type { Protocol } from './operators.ts'
import { pawapay } from './pawapay/protocol.ts'

export const protocols: readonly Protocol[] = [gsma, airtel, mpesa, pawapay]
