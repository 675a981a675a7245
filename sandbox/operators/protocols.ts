// The protocols spoken here, each under `/operators/<name>`.
import { airtel } from './airtel/protocol.ts'
import { gsma } from './gsma/protocol.ts'
import type { Protocol } from './operators.ts'

export const protocols: readonly Protocol[] = [gsma, airtel]
