// The protocols spoken here, each under `/operators/<name>`.
import type { Protocol } from './operators.ts'

export const protocols: readonly Protocol[] = []
