import { operatorContract } from '../../../remittance/operator.contract.ts'
import { sandboxContract } from './testing.ts'

operatorContract(sandboxContract())
