import { operatorContract } from '../../../remittance/operator.contract.ts'
import { sandboxContract } from './testing.ts'

for (const product of ['payouts', 'remittances'] as const) operatorContract(sandboxContract({ product }))
