// Test numbers of the simulated operators: the prefix selects the operator, the last digit the outcome.
import { operators } from '../../ui/display/constants.generated.ts'

const behaviours = [
  ['0000001', 'succeeds'],
  ['0000002', 'declined'],
  ['0000003', 'silent'],
  ['0000004', 'reversed'],
  ['0000005', 'noWallet'],
  ['0000006', 'slow'],
  ['0000007', 'blacklisted'],
  ['0000008', 'disordered'],
] as const

/** An operator's test numbers, `+243…`, each with the outcome of a transfer to it. */
export function testNumbers(operator: string) {
  const { testPrefix } = operators.find(({ code }) => code === operator) ?? operators[0]
  return behaviours.map(([rest, name]) => ({ number: `+243${testPrefix}${rest}`, name }))
}
