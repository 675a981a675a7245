import { access } from './access.ts'
import { cards } from './cards.ts'
import { bank } from './money/bank.ts'
import type { Mutant } from './mutant.ts'
import { platform } from './platform.ts'
import { remittance } from './remittance.ts'
import { running } from './running.ts'

export const mutants: readonly Mutant[] = [
  ...cards,
  ...remittance,
  ...bank,
  ...running,
  ...access,
  ...platform,
]
