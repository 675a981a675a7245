// Mutants of travel-rule exports.
import { type Mutant, without } from '../mutant.ts'

const tests = 'server/remittance/regulatory/travel-rule.test.ts'

export const travelRule: readonly Mutant[] = [
  without(
    'travel rule: audited export of a transfer',
    ['travel-rule-audited', 'remove'],
    'identities are exported without a trace',
    tests,
  ),
  without(
    'travel rule: audited export of a period',
    ['travel-rule-period-audited', 'remove'],
    'the identities of a month are exported without a trace',
    tests,
  ),
  without(
    'travel rule: completeness',
    ['travel-rule-complete', "['originator_address_document_or_birth', isIdentified],", ''],
    'a transfer of somebody without address, document and birth counts as complete',
    tests,
  ),
  without(
    'travel rule: name that nobody confirmed',
    ['confirmed-name-source', 'isSkipped || !registeredName', 'registeredName === ""'],
    'a name counts as confirmed although the check was skipped',
    tests,
  ),
]
