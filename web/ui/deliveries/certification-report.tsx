// What a certification of a webhook handler found: for the merchant who mends it, and for the admin who decides about going live.
import type { WebhookCertificationResponse } from '../../api/schemas.generated.ts'
import { Badge, type Tone } from '../display/badge.tsx'
import { Code } from '../display/facts.tsx'
import { Time } from '../display/time.tsx'
import { catalogue, formatNumber, language } from '../language/language.ts'
import { checkTexts } from './check-texts.generated.ts'

export type Certification = NonNullable<WebhookCertificationResponse['data']['report']>
type Check = Certification['checks'][number]

const texts = catalogue({
  fr: {
    results: { passed: 'Réussi', failed: 'Échec', incomplete: 'Incomplet' },
    checks: { passed: 'réussi', failed: 'échec', not_observed: 'non observé', not_run: 'non exécuté' },
    summary: (passed: string, all: string) => `${passed} contrôles réussis sur ${all}`,
    others: {
      failed: (count: number) => `${count} en échec`,
      not_observed: (count: number) => `${count} non observé${count > 1 ? 's' : ''}`,
      not_run: (count: number) => `${count} non exécuté${count > 1 ? 's' : ''}`,
    },
    declared: 'Déclaration du marchand\u00a0: lancé en ligne de commande, vers une adresse de son choix.',
    observed: 'Constaté par nos serveurs, à l’adresse de webhook du marchand.',
    difference: (expected: string, received: string) =>
      `Attendu\u00a0: ${expected}. Reçu\u00a0: ${received}.`,
    none: 'rien',
    all: 'Tous les contrôles',
  },
  en: {
    results: { passed: 'Passed', failed: 'Failed', incomplete: 'Incomplete' },
    checks: { passed: 'passed', failed: 'failed', not_observed: 'not observed', not_run: 'not run' },
    summary: (passed: string, all: string) => `${passed} of ${all} checks passed`,
    others: {
      failed: (count: number) => `${count} failed`,
      not_observed: (count: number) => `${count} not observed`,
      not_run: (count: number) => `${count} not run`,
    },
    declared: 'Declared by the merchant: run at the command line, to an address of its choice.',
    observed: 'Observed by our servers, at the merchant’s webhook URL.',
    difference: (expected: string, received: string) => `Expected: ${expected}. Received: ${received}.`,
    none: 'nothing',
    all: 'All checks',
  },
})

const tones: Record<Check['result'] | Certification['result'], Tone> = {
  passed: 'good',
  failed: 'bad',
  incomplete: 'wait',
  not_observed: 'plain',
  not_run: 'wait',
}

export function CertificationReport({ report }: { report: Certification }) {
  const t = texts()
  const { checks, result, at, url, observed_by } = report
  const count = (wanted: Check['result']) => checks.filter((check) => check.result === wanted).length
  const others = (['failed', 'not_observed', 'not_run'] as const)
    .filter((each) => count(each) > 0)
    .map((each) => t.others[each](count(each)))
  const summary = [t.summary(formatNumber(count('passed')), formatNumber(checks.length)), ...others]
  return (
    <>
      <p>
        <Badge tone={tones[result]}>{t.results[result]}</Badge> {summary.join(', ')}, <Time at={at} />
      </p>
      <p class="small-print">
        <Code>{url}</Code> {observed_by === 'service' ? t.observed : t.declared}
      </p>
      {checks
        .filter((check) => check.result === 'failed')
        .map((check) => (
          <Fault key={check.id} check={check} />
        ))}
      <details>
        <summary>{t.all}</summary>
        <ul class="changes">
          {checks.map(({ id, result: found }) => (
            <li key={id}>
              {checkTexts[language.value][id].name} <Badge tone={tones[found]}>{t.checks[found]}</Badge>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function Fault({ check: { id, expected, received } }: { check: Check }) {
  const t = texts()
  const { name, cost, mend } = checkTexts[language.value][id]
  return (
    <div class="notice bad">
      <strong>{name}</strong>
      <div>
        <p>
          {t.difference(expected, received ?? t.none)} {cost}
        </p>
        <p>{withCode(mend)}</p>
      </div>
    </div>
  )
}

/** What stands between grave accents is code. */
const withCode = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <Code key={part}>{part}</Code> : part))
