// The protocols spoken here, each under `/operators/<name>`.
import { mpesa } from './mpesa/protocol.ts'
import type { Protocol } from './operators.ts'

export const protocols: readonly Protocol[] = [mpesa]
