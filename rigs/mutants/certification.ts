// Mutants of the certification of webhook handlers.
import { type Mutant, without } from './mutant.ts'

const checkTests = 'server/webhooks/certification/certify.test.ts'
const routeTests = 'server/merchants/webhook-certification.test.ts'

export const certification: readonly Mutant[] = [
  without(
    'certification: forged requests are refused',
    ['certification-refusal', "check.expects === '4xx' ? isRefused : isAccepted", '() => true'],
    'a handler that accepts forged payments passes',
    checkTests,
  ),
  without(
    'certification: what is not observed',
    ['certification-not-observed', "'not_observed'", "'passed'"],
    'the report vouches for what nobody has seen',
    checkTests,
  ),
  without(
    'certification: a report with gaps',
    ['certification-incomplete', "&& !has('not_observed')", ''],
    'a handler that ships twice reads as passed when it says nothing of its orders',
    checkTests,
  ),
  without(
    'certification: its time',
    ['certification-budget', 'performance.now() <= deadline', 'true'],
    'a slow handler holds a request of the portal for minutes',
    checkTests,
  ),
  without(
    'certification: one run at a time',
    ['certification-one-run', 'c.begun_at <= $3', '(c.begun_at <= $3 or true)'],
    'a merchant makes us send any number of requests to a server',
    routeTests,
  ),
  without(
    'certification: in the sandbox only',
    ['certification-sandbox-only', 'remove'],
    'made-up payments reach a shop that sells',
    routeTests,
  ),
]
