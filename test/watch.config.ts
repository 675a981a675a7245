import { testFiles, unitTests } from '../scripts/house/unit-tests.ts'
import everything from '../vitest.config.ts'
import units from './unit.config.ts'

// `npm run test:watch` watches the unit tests. With words, it watches the test files whose paths contain them, and starts a
// database if any of them needs one.
const filters = process.argv.slice(2).filter((word) => !word.startsWith('-') && !word.endsWith('.config.ts'))
const chosen = testFiles().filter((path) => filters.some((filter) => path.includes(filter)))
const isUnit = new Set(unitTests())

export default chosen.every((path) => isUnit.has(path)) ? units : everything
